/** The description that customers and operators see on a subscription and its charges. */
import type { PlanId } from '#domain/plans/ids.ts';
import type { Deps } from '#functions/compose.ts';

/** "Pro (minha-loja)". */
export function chargeText({ catalog }: Pick<Deps, 'catalog'>, plan: PlanId, subdomain: string): string {
  return `${catalog.plan(plan).name} (${subdomain})`;
}
