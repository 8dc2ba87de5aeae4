/** Mails about money: who gets them, under which id each leaves once, and what stands in their rows. */
import { businessDay, DAY_MS } from '#domain/billing/days.ts';
import type { Deps } from '#functions/deps.ts';
import type { OperatorNotice, OperatorNoticePayload } from '#functions/operations/mail.ts';
import type { PaymentSnapshot } from '#functions/vendors/payments.ts';
import type { BillingMail } from './billing.ts';
import type { Tenant } from './tenant.ts';

export const mailOf = (id: string, template: string, payload: object): BillingMail => ({
  id,
  template,
  payload: JSON.stringify(payload),
});

/** The customer of a contract, by the order that it was sold with. */
export async function recipientOf(
  deps: Pick<Deps, 'orders'>,
  { orderId, subdomain }: Pick<Tenant, 'orderId' | 'subdomain'>,
): Promise<{ to: string | null; name: string | null; subdominio: string }> {
  const order = await deps.orders.findById(orderId);
  return { to: order?.email ?? null, name: order?.name ?? null, subdominio: subdomain };
}

/** What every mail about a charge says. */
export async function chargeOf(
  deps: Pick<Deps, 'orders'>,
  tenant: Pick<Tenant, 'orderId' | 'subdomain' | 'plan'>,
  { amountCentavos, dueDate, payUrl }: PaymentSnapshot,
) {
  return { ...(await recipientOf(deps, tenant)), plano: tenant.plan, amountCentavos, dueDate, url: payUrl };
}

/** The last day, to its end, on which the data of an environment that ended at `endedAt` are kept. */
export function dataUntil(
  { environmentKeptDays }: Pick<Deps, 'environmentKeptDays'>,
  endedAt: number,
): string {
  return businessDay(endedAt + environmentKeptDays * DAY_MS);
}

/** Tells the operators of something, once; true for the first time. */
export async function tellOperators(
  deps: Pick<Deps, 'billingWork' | 'events' | 'clock'>,
  kind: OperatorNotice,
  about: Omit<OperatorNoticePayload, 'kind' | 'subdominio'> & {
    readonly subdomain: string | null;
    readonly orderId?: string;
  },
): Promise<boolean> {
  const { orderId, subdomain, ...facts } = about;
  const payload = { kind, subdominio: subdomain, ...facts };
  const mail = mailOf(`operator-${kind}-${about.reference}`, 'operator-notice', payload);
  const isNew = await deps.billingWork.notice(kind, about.reference, mail, deps.clock.now());
  if (isNew) {
    const detail = `${kind} ${about.reference}`;
    await deps.events.append('operator-notice', orderId === undefined ? { detail } : { orderId, detail });
  }
  return isNew;
}
