/** Shows before a deletion what it would end, which debts remain, and what must be kept. */

import type { DeletionPreview, KeptData } from '#domain/api-schemas/privacy.ts';
import { cancelled, graceDebt } from '#domain/contract/endings.ts';
import type { FactChange, Facts } from '#domain/contract/facts.ts';
import { type FoundMark, holdOf } from '#domain/contract/holds.ts';
import { openPurchases } from '#domain/contract/purchases.ts';
import { currentStanding } from '#domain/contract/standing.ts';
import { DomainError } from '#domain/errors.ts';
import type { Deps } from '#functions/compose.ts';
import { findMarks, markIdOf } from '#functions/debts/marks-store.ts';
import { partiesOfPerson } from '#functions/debts/parties.ts';
import { readLedger } from '#functions/ledger/store.ts';
import type { Order } from '#functions/orders/order.ts';
import { noticeUntil } from '#functions/people/deletion-notice.ts';
import { findTenantByName } from '#functions/tenants/store.ts';
import type { Tenant } from '#functions/tenants/tenant.ts';
import type { Identity } from '#functions/vendors/identity.ts';
import { liveOrder } from './delete-customer.ts';
import { keptOf } from './kept.ts';
import { type Customer, findRows, noCustomer } from './store.ts';

/** The caller's data in our own rows. */
export async function ownRows({ db }: Pick<Deps, 'db'>, identity: Identity): Promise<Customer> {
  const { subject, email } = identity;
  const found = await findRows(db, subject);
  if (found === 'several-people')
    throw new DomainError('internal', { message: 'an account id of several people' });
  const known = found ?? { ...noCustomer, subjects: [subject] };
  return email === null ? known : { ...known, emails: [...new Set([...known.emails, email])] };
}

/** Reads only our own rows: calls neither the processor nor the identity provider. */
export async function previewDeletion(needs: Deps, identity: Identity): Promise<DeletionPreview> {
  const customer = await ownRows(needs, identity);
  const now = needs.clock.now();
  const live = liveOrder(customer);
  const tenant = live === undefined ? null : await findTenantByName(needs.db, live.subdomain);
  const facts = tenant === null ? null : (await readLedger(needs.db, tenant.orderId)).facts;
  const { subjects, orders } = customer;
  const parties = await partiesOfPerson(needs, { subjects, orderIds: orders.map(({ id }) => id) });
  const marks = await findMarks(needs.db, parties);
  const debt = owed(marks, facts, now);
  return {
    confirm: live?.subdomain ?? identity.email ?? identity.subject,
    ...(await endsOf(needs, live, tenant, facts)),
    ...(debt === null ? {} : { debt }),
    purchases:
      facts === null
        ? []
        : openPurchases(facts, now).map(({ plan, amountCentavos, until }) => ({
            plan: plan,
            amountCentavos: amountCentavos,
            withdrawUntil: new Date(until - 1).toISOString(),
          })),
    kept: await keptAfter(needs, customer, facts === null ? [] : cancelled(facts, now)),
  };
}

async function endsOf(
  needs: Deps,
  live: Order | undefined,
  tenant: Tenant | null,
  facts: Facts | null,
): Promise<Pick<DeletionPreview, 'environment' | 'hasOrder'>> {
  if (live === undefined) return {};
  if (tenant === null || facts === null) return { hasOrder: true };
  const now = needs.clock.now();
  const from = (await noticeUntil(needs, live.id, now)) ?? now;
  return {
    environment: {
      name: tenant.subdomain,
      removalAt: new Date(from).toISOString(),
      renews: currentStanding(facts, now).renewal !== null && facts.contracts.length > 0,
    },
  };
}

/** Open debts, plus the unpaid days so far, which become a debt when the contract ends. */
function owed(marks: readonly FoundMark[], facts: Facts | null, now: number): DeletionPreview['debt'] | null {
  const hold = holdOf(marks, now);
  const known = hold?.kind === 'debt' ? hold : { centavos: 0, days: 0 };
  const grace = facts === null ? null : graceDebt(facts, now);
  const isKnown = grace !== null && marks.some(({ id }) => id === markIdOf('debt', grace.reference));
  const more = grace === null || isKnown ? { amountCentavos: 0, days: 0 } : grace;
  const amountCentavos = known.centavos + more.amountCentavos;
  return amountCentavos === 0 ? null : { amountCentavos, days: known.days + more.days };
}

/** What would be kept after a deletion now: kinds of data that this person has, and what other services keep. */
async function keptAfter(
  needs: Deps,
  customer: Customer,
  changes: readonly FactChange[],
): Promise<KeptData[]> {
  const now = needs.clock.now();
  const orders = customer.orders.map((order) => ({ ...order, releasedAt: order.releasedAt ?? now }));
  const live = liveOrder(customer)?.id;
  const coming = changes.flatMap((change) =>
    change.kind === 'end' ? [{ order_id: live, ends_on: change.endsOn }] : [],
  );
  const kept = await keptOf(needs, { ...customer, orders }, coming);
  return kept.map(({ title, why, basis, period, until }) => ({
    title: title,
    why: why,
    basis: basis,
    period: period,
    ...(until === undefined ? {} : { until: until }),
  }));
}
