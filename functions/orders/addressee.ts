/** Who gets the mails about an order, and what each of them says about a charge. */
import type { PlanId } from '#domain/plans/ids.ts';
import type { Deps } from '#functions/compose.ts';
import type { PaymentSnapshot } from '#functions/vendors/processor.ts';
import { findOrder } from './store.ts';

type Needs = Pick<Deps, 'db'>;

interface Environment {
  readonly orderId: string;
  readonly subdomain: string;
}

/**
 * The customer of a contract, read from its order. `to` is `null`, and the outbox keeps no mail, for an account without
 * an address and once the person was erased: the order's row outlives both environment and account.
 */
export async function addresseeOf(
  { db }: Needs,
  { orderId, subdomain }: Environment,
): Promise<{ to: string | null; name: string | null; subdominio: string }> {
  const order = await findOrder(db, orderId);
  if (order === null || order.erasedAt !== null) return { to: null, name: null, subdominio: subdomain };
  return { to: order.email, name: order.name, subdominio: subdomain };
}

/** The fields of every mail about a charge. */
export async function chargeOf(
  needs: Needs,
  tenant: Environment & { readonly plan: PlanId },
  { amountCentavos, dueDate, payUrl }: PaymentSnapshot,
) {
  return { ...(await addresseeOf(needs, tenant)), plano: tenant.plan, amountCentavos, dueDate, url: payUrl };
}
