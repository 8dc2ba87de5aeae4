/** The description that customers and operators see on a subscription and its charges. */
import type { Catalog } from '#domain/plans/catalog.ts';
import type { PlanId } from '#domain/plans/ids.ts';

/** "Pro (minha-loja)". */
export function chargeText(
  { catalog }: { readonly catalog: Catalog },
  plan: PlanId,
  subdomain: string,
): string {
  return `${catalog.plan(plan).name} (${subdomain})`;
}
