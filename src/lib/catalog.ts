/** The catalogue of plans from content/plans.json, for pages and islands. */
import plansJson from '#content/plans.json' with { type: 'json' };
import { createCatalog } from '#domain/plans/catalog.ts';

export const catalog = createCatalog(plansJson);
