/** The plan catalogue, for tests outside of the site's build. */
import plansJson from '#content/plans.json' with { type: 'json' };
import { createCatalog } from '#domain/plans/catalog.ts';

export const catalog = createCatalog(plansJson);
