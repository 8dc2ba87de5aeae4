/** What a customer and an operator read on a subscription and on its charges. */
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
