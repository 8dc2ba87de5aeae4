/** What mails about money have in common: who gets them, the charge, the last day of the data. */
import { businessDay, DAY_MS } from '#domain/billing/days.ts';
import type { OrderStore } from '#functions/checkout/store.ts';
import type { PaymentSnapshot } from '#functions/vendors/payments.ts';
import type { Tenant } from './tenant.ts';

interface Needs {
  readonly orders: OrderStore;
}

/** The customer of a contract, by the order that it was sold with. */
export async function recipientOf(
  { orders }: Needs,
  { orderId, subdomain }: Pick<Tenant, 'orderId' | 'subdomain'>,
): Promise<{ to: string | null; name: string | null; subdominio: string }> {
  const order = await orders.findById(orderId);
  return { to: order?.email ?? null, name: order?.name ?? null, subdominio: subdomain };
}

/** What every mail about a charge says. */
export async function chargeOf(
  needs: Needs,
  tenant: Pick<Tenant, 'orderId' | 'subdomain' | 'plan'>,
  { amountCentavos, dueDate, payUrl }: PaymentSnapshot,
) {
  return { ...(await recipientOf(needs, tenant)), plano: tenant.plan, amountCentavos, dueDate, url: payUrl };
}

/** The last day, to its end, on which the data of an environment that ended at `endedAt` are kept. */
export function dataUntil(
  { environmentKeptDays }: { readonly environmentKeptDays: number },
  endedAt: number,
): string {
  return businessDay(endedAt + environmentKeptDays * DAY_MS);
}
