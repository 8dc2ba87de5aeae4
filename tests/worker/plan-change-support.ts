/** Tenants as provisioning and payment leave them, the plan change call, and look-ups of its effects. */

import { type UpgradeRequestInput, upgradePath } from '#domain/api-schemas/plan-change.ts';
import { businessDay } from '#domain/billing/days.ts';
import type { Facts } from '#domain/contract/facts.ts';
import { currentStanding, type Standing } from '#domain/contract/standing.ts';
import type { BillingCycle, PlanId } from '#domain/plans/ids.ts';
import { tenantGroupName } from '#domain/tenants/derive-tenant.ts';
import { payerHash } from '#functions/debts/parties.ts';
import { readLedger } from '#functions/ledger/store.ts';
import type { Order } from '#functions/orders/order.ts';
import { findOrder } from '#functions/orders/store.ts';
import type { ChangePlanInput } from '#functions/plan-change/change-input.ts';
import type { PlanChange } from '#functions/plan-change/plan-change.ts';
import { completeOrder } from '#functions/provisioning/complete.ts';
import { findTenantByName } from '#functions/tenants/store.ts';
import type { Tenant } from '#functions/tenants/tenant.ts';
import type { PaymentSnapshot } from '#functions/vendors/processor.ts';
import { catalog } from '#tests/support/catalog.ts';
import { billingAddress, cardNumbers, newCard } from '#tests/support/orders.ts';
import { newCpf, newSubdomain } from '#tests/support/people.ts';
import { orderRows } from '#tests/support/rows.ts';
import { identityOf, signUpCustomer } from '#tests/support/worker-accounts.ts';
import {
  addresses,
  call,
  confirmPayment,
  depsAt,
  putRows,
  sendEvent,
  sendJson,
  sql,
  stateOf,
} from './support.ts';

/** The calendar day in São Paulo, `YYYY-MM-DD`. */
export const today = (): string => businessDay(Date.now());

/** Chart values of a tenant on the Pro plan. */
export const proLimits = {
  planId: 'pro',
  monitorsMax: catalog.plan('pro').limits.monitors,
  suspended: false,
};

/** The payment fields of a form with a card. */
export const cardBlocks = (number: string = cardNumbers.approved) => ({
  billingAddress,
  cardHolder: { cpfCnpj: newCpf() },
  card: newCard({ number }),
});

export interface Customer {
  readonly subdominio: string;
  readonly subject: string;
  readonly email: string;
  readonly token: string;
  readonly orderId: string;
  /** `null` on the free plan. */
  readonly subscriptionId: string | null;
}

/**
 * An order of a new account, whose environment is being created; paid unless it is free. What a sign-up leaves, without
 * going through it.
 * @param cpfCnpj The payer's.
 */
export async function newOrder(
  plan: PlanId,
  cycle: BillingCycle = 'monthly',
  cpfCnpj: string = newCpf(),
  groupOf: (subdominio: string) => readonly string[] = () => [],
): Promise<{ customer: Customer; order: Order }> {
  const deps = depsAt(0);
  const subdominio = newSubdomain();
  const orderId = crypto.randomUUID();
  const now = Date.now();
  const isFree = plan === 'free';
  const amountCentavos = deps.catalog.priceCentavos(plan, cycle);
  const { subject, token, email, sold } = await signUpCustomer(
    groupOf(subdominio),
    isFree ? undefined : { orderId, plan, cycle, amountCentavos, cpfCnpj },
  );
  await putRows(
    orderRows(
      {
        ...{ id: orderId, subject, subdomain: subdominio, plan, cycle, amount_centavos: amountCentavos },
        ...{ status: 'EM_ANDAMENTO', payment: isFree ? 'free' : 'confirmed', paid_at: now, created_at: now },
        chart_revision: deps.capacities[0]?.chartRevision ?? null,
        payer: isFree ? null : await payerHash(deps, cpfCnpj),
        customer_id: sold?.customerId ?? null,
        subscription_id: sold?.subscriptionId ?? null,
        payment_id: sold?.paymentId ?? null,
        first_due_on: sold?.dueOn ?? null,
      },
      { email, name: 'Ana' },
    ),
  );
  const order = await findOrder(deps.db, orderId);
  if (order === null) throw new Error('The order was not kept.');
  const subscriptionId = sold?.subscriptionId ?? null;
  return { customer: { subdominio, subject, email, token, orderId, subscriptionId }, order };
}

/**
 * A live tenant: finished order, row and ledger, running application; paid unless it is free. What a sign-up and its
 * provisioning leave, without going through them.
 * @param cpfCnpj The payer's.
 */
export async function newTenant(
  plan: PlanId = 'free',
  cycle?: BillingCycle,
  cpfCnpj?: string,
): Promise<Customer> {
  const groupOf = (subdominio: string) => [tenantGroupName(subdominio)];
  const { customer, order } = await newOrder(plan, cycle, cpfCnpj, groupOf);
  const { orderId, subdominio } = customer;
  const payload = JSON.stringify({ to: null, name: null, subdominio, plano: plan });
  const welcome = { id: `welcome-${orderId}`, template: 'welcome', payload };
  await completeOrder(depsAt(0).db, order, welcome, Date.now());
  await startApplication(customer, plan);
  return customer;
}

/** Creates the application of an order's environment. */
export const startApplication = ({ orderId, subdominio }: Customer, planId: PlanId) =>
  depsAt(0).cluster.ensureApplication({
    orderId,
    subdomain: subdominio,
    planId,
    monitorsMax: catalog.plan(planId).limits.monitors,
  });

/** Sends the request as its page does. */
export function upgrade(
  { subdominio, token }: Pick<Customer, 'subdominio' | 'token'>,
  body: UpgradeRequestInput | Record<string, unknown>,
  key?: string,
): Promise<Response> {
  return call(upgradePath(subdominio), { token, body, ...(key === undefined ? {} : { key }) });
}

/** The verb's input, without HTTP: for other clocks and misbehaving clients. */
export const inputOf = (
  { subject, subdominio: tenant }: Customer,
  request: UpgradeRequestInput,
): ChangePlanInput => ({
  identity: identityOf({ subject }, { tenant }),
  tenant,
  request: request as ChangePlanInput['request'],
  remoteIp: '198.18.0.1',
  network: '198.18.0.1',
});

/** The tenant's row. */
export async function contractOf({ subdominio }: Customer): Promise<Tenant> {
  const tenant = await findTenantByName(depsAt(0).db, subdominio);
  if (tenant === null) throw new Error('This tenant has no row.');
  return tenant;
}

/** The tenant's facts in the ledger. */
export const factsOf = async ({ orderId }: Pick<Customer, 'orderId'>): Promise<Facts> =>
  (await readLedger(depsAt(0).db, orderId)).facts;

/** The tenant's standing, now or under a clock that is ahead. */
export const standingOf = async (customer: Pick<Customer, 'orderId'>, aheadMs = 0): Promise<Standing> =>
  currentStanding(await factsOf(customer), Date.now() + aheadMs);

/** The values of the tenant's chart. */
export async function limitsOf({ subdominio }: Customer) {
  interface StoredApplication {
    subdomain: string;
    spec: { source: { helm: { valuesObject: { planId: string; monitorsMax: number; suspended: boolean } } } };
  }
  const { applications } = await stateOf<{ applications: StoredApplication[] }>(addresses.argocdUrl);
  const mine = applications.find((each) => each.subdomain === subdominio);
  if (mine === undefined) throw new Error('This tenant has no application.');
  const { planId, monitorsMax, suspended } = mine.spec.source.helm.valuesObject;
  return { planId, monitorsMax, suspended };
}

interface ProcessorObjects {
  readonly subscriptions: {
    id: string;
    description: string | null;
    value: number;
    cycle: string;
    deleted: boolean;
    creditCardToken: string | null;
    nextDueDate: string;
  }[];
  readonly payments: {
    id: string;
    subscription: string | null;
    description: string | null;
    value: number;
    status: string;
    dueDate: string;
    deleted: boolean;
    creditCard: { creditCardNumber: string } | null;
  }[];
  readonly checkouts: { id: string; status: string; items: { description: string | null }[] }[];
  readonly tokens: { token: string; lastFour: string }[];
}

/** All of a tenant's objects at the processor, removed ones included. */
export async function processorObjectsOf({
  subdominio,
  subscriptionId,
}: Customer): Promise<ProcessorObjects> {
  const state = await stateOf<ProcessorObjects>(addresses.asaasUrl);
  const isMine = (text: string | null | undefined): boolean => text?.includes(`(${subdominio})`) === true;
  const subscriptions = state.subscriptions.filter(
    (each) => each.id === subscriptionId || isMine(each.description),
  );
  const ids = new Set<string | null>(subscriptions.map((each) => each.id));
  return {
    subscriptions,
    // A difference belongs to no subscription.
    payments: state.payments.filter((each) =>
      each.subscription === null ? isMine(each.description) : ids.has(each.subscription),
    ),
    checkouts: state.checkouts.filter((each) => isMine(each.items[0]?.description)),
    tokens: state.tokens,
  };
}

/** Calls an action of the payment stand-in. */
export const press = (kind: 'payments' | 'subscriptions' | 'checkouts', id: string, action: string) =>
  sendJson(`${addresses.asaasUrl}/__stand-in/${kind}/${id}/${action}`, 'POST', {});

/** Sends a payment event as the processor does. */
export const report = (paymentId: string, event = 'PAYMENT_CONFIRMED') =>
  sendEvent(`evt_${crypto.randomUUID()}`, event, paymentId);

/** The id of a customer's first charge. */
export const firstCharge = async (customer: Customer): Promise<string> =>
  (await processorObjectsOf(customer)).payments[0]?.id ?? 'no charge';

/** The id of a customer's newest charge. */
export const lastCharge = async (customer: Customer): Promise<string> =>
  (await processorObjectsOf(customer)).payments.at(-1)?.id ?? 'no charge';

/** Makes the subscription's next charge; returns its id. */
export async function renew(customer: Customer): Promise<string> {
  await press('subscriptions', customer.subscriptionId ?? '', 'renew');
  return lastCharge(customer);
}

/** Confirms a charge, with its event. */
export async function pay(charge: string): Promise<void> {
  await confirmPayment(charge);
  await report(charge);
}

/** True while a subscription of the customer can charge. */
export const isRenewing = async (customer: Customer): Promise<boolean> =>
  (await processorObjectsOf(customer)).subscriptions.some(({ deleted }) => !deleted);

/** A charge as the processor has it. */
export async function readCharge(id: string): Promise<PaymentSnapshot> {
  const charge = await depsAt(0).processor.readPayment(id);
  if (charge === null) throw new Error('The processor does not know this charge.');
  return charge;
}

/** All changes of a tenant, oldest first. */
export const changesOf = ({ orderId }: Customer) =>
  sql<PlanChange & Record<string, unknown>>(
    'SELECT * FROM plan_changes WHERE order_id = ? ORDER BY rowid',
    orderId,
  );

/** Kinds of the events about a tenant, oldest first. */
export const eventsOf = async ({ orderId }: Customer): Promise<string[]> =>
  (await sql<{ kind: string }>('SELECT kind FROM events WHERE order_id = ? ORDER BY id', orderId)).map(
    ({ kind }) => kind,
  );

/** Mails about plan changes, queued or sent. */
export async function mailsOf({ subdominio }: Customer): Promise<Record<string, unknown>[]> {
  const text = `SELECT payload FROM outbox WHERE template = 'upgrade-applied' AND payload LIKE ?`;
  return (await sql<{ payload: string }>(text, `%"${subdominio}"%`)).map(({ payload }) =>
    JSON.parse(payload),
  );
}

/** Makes the changes of a customer due and unleased, so that the queue continues them. */
export async function forget({ orderId }: Pick<Customer, 'orderId'>): Promise<void> {
  await sql('UPDATE plan_changes SET lease_until = 0 WHERE order_id = ?', orderId);
  await sql('UPDATE card_changes SET lease_until = 0 WHERE order_id = ?', orderId);
  await sql(
    `UPDATE work SET due_at = 0, leased_until = 0 WHERE order_id = ? AND kind IN ('plan-change', 'card-change')`,
    orderId,
  );
}
