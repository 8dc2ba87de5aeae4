/** Tenants as provisioning and payment leave them, the plan change call, and look-ups of its effects. */

import { type UpgradeRequestInput, upgradePath } from '#domain/api-schemas/upgrade.ts';
import { businessDay } from '#domain/billing/days.ts';
import type { Facts } from '#domain/contract/facts.ts';
import { type Standing, standing } from '#domain/contract/standing.ts';
import type { BillingCycle, PlanId } from '#domain/plans/ids.ts';
import { tenantGroupName } from '#domain/tenant/derive-tenant.ts';
import { payerHash } from '#functions/debts/parties.ts';
import type { PlanChange } from '#functions/plan-change/plan-change.ts';
import type { ChangePlanInput } from '#functions/plan-change/ways.ts';
import type { Tenant } from '#functions/tenants/tenant.ts';
import { catalog } from '#tests/support/catalog.ts';
import { billingAddress, cardNumbers, newCard } from '#tests/support/orders.ts';
import { newCpf, newSubdomain } from '#tests/support/people.ts';
import { signUp } from '#tests/support/worker-accounts.ts';
import { at, call, confirmPayment, depsAt, sendEvent, sendJson, sql, stateOf } from './support.ts';

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

/** Buys the plan with an accepted card. */
async function subscribe(
  orderId: string,
  subject: string,
  [plan, cycle]: [PlanId, BillingCycle],
  cpfCnpj: string,
) {
  const { processor, catalog } = depsAt(0);
  const { card } = cardBlocks();
  const payer = {
    ...{ reference: subject, name: 'Pessoa de Teste', email: 'pessoa@teste.example' },
    ...{ cpfCnpj, phone: card.phone, postalCode: billingAddress.cep },
    ...{ street: billingAddress.rua, addressNumber: '1578', neighbourhood: billingAddress.bairro },
  };
  const customerId = await processor.ensureCustomer(payer);
  const { subscriptionId, payments: charges } = await processor.openSubscription(customerId, payer, card, {
    ...{ orderId, amountCentavos: catalog.priceCentavos(plan, cycle), cycle, description: plan },
    ...{ firstDueDate: businessDay(Date.now()), remoteIp: '198.18.0.1' },
  });
  const [first] = charges;
  if (first === undefined) throw new Error('The subscription has no first charge.');
  await confirmPayment(first.paymentId);
  return {
    ...{ customerId, subscriptionId, paymentId: first.paymentId, payUrl: null },
    dueOn: first.dueDate,
  };
}

/**
 * A live tenant: finished order, row and ledger, running application; paid unless it is free.
 * @param cpfCnpj The payer's.
 */
export async function newTenant(
  plan: PlanId = 'free',
  cycle: BillingCycle = 'monthly',
  cpfCnpj: string = newCpf(),
): Promise<Customer> {
  const deps = depsAt(0);
  const subdominio = newSubdomain();
  const { subject, token, email } = await signUp({ groups: [tenantGroupName(subdominio)] });
  const orderId = crypto.randomUUID();
  const now = Date.now();
  const amountCentavos = deps.catalog.priceCentavos(plan, cycle);
  await sql(
    `INSERT INTO orders (id, subject, email, name, subdominio, plano, ciclo, amount_centavos, terms_version,
       terms_accepted_at, terms_address, status, payment, reserved_until, touched_at, created_at, updated_at, payer)
     VALUES (?, ?, ?, 'Ana', ?, ?, ?, ?, 'x', ?, '198.18.0.1', 'AGUARDANDO', 'none', ?, ?, ?, ?, ?)`,
    ...[orderId, subject, email, subdominio, plan, cycle, amountCentavos, now, now, now, now, now],
    plan === 'free' ? null : await payerHash(deps, cpfCnpj),
  );
  const references = plan === 'free' ? null : await subscribe(orderId, subject, [plan, cycle], cpfCnpj);
  await deps.orders.beginProvisioning(orderId, plan === 'free' ? 'free' : 'confirmed', references, now);
  const order = await deps.orders.findById(orderId);
  if (order === null) throw new Error('The order was not kept.');
  const payload = JSON.stringify({ to: null, name: null, subdominio, plano: plan });
  await deps.orders.complete(order, { id: `welcome-${orderId}`, template: 'welcome', payload }, now);
  await deps.cluster.ensureApplication({
    orderId,
    subdomain: subdominio,
    planId: plan,
    monitorsMax: deps.catalog.plan(plan).limits.monitors,
  });
  return { subdominio, subject, email, token, orderId, subscriptionId: references?.subscriptionId ?? null };
}

/** Sends the request as its page does. */
export function upgrade(
  { subdominio, token }: Pick<Customer, 'subdominio' | 'token'>,
  body: UpgradeRequestInput | Record<string, unknown>,
  key?: string,
): Promise<Response> {
  return call(upgradePath(subdominio), { token, body, ...(key === undefined ? {} : { key }) });
}

/** The verb's input, without HTTP: for other clocks and misbehaving clients. */
export function inputOf(customer: Customer, request: UpgradeRequestInput): ChangePlanInput {
  const { subject, subdominio: tenant } = customer;
  const identity = {
    subject,
    email: 'a@teste.example',
    emailVerified: false,
    name: 'Ana',
    tenant,
    signedInAt: null,
    roles: [],
  };
  return {
    identity,
    tenant,
    request: request as ChangePlanInput['request'],
    remoteIp: '198.18.0.1',
    network: '198.18.0.1',
  };
}

/** The tenant's row. */
export async function contractOf({ subdominio }: Customer): Promise<Tenant> {
  const tenant = await depsAt(0).tenants.findBySubdomain(subdominio);
  if (tenant === null) throw new Error('This tenant has no row.');
  return tenant;
}

/** The tenant's facts in the ledger. */
export const factsOf = async ({ orderId }: Pick<Customer, 'orderId'>): Promise<Facts> =>
  (await depsAt(0).ledger.read(orderId)).facts;

/** The tenant's standing, now or under a clock that is ahead. */
export const standingOf = async (customer: Pick<Customer, 'orderId'>, aheadMs = 0): Promise<Standing> =>
  standing(await factsOf(customer), Date.now() + aheadMs);

/** The values of the tenant's chart. */
export async function limitsOf({ subdominio }: Customer) {
  interface StoredApplication {
    subdomain: string;
    spec: { source: { helm: { valuesObject: { planId: string; monitorsMax: number; suspended: boolean } } } };
  }
  const { applications } = await stateOf<{ applications: StoredApplication[] }>(at.argocdUrl);
  const mine = applications.find((each) => each.subdomain === subdominio);
  if (mine === undefined) throw new Error('This tenant has no application.');
  const { planId, monitorsMax, suspended } = mine.spec.source.helm.valuesObject;
  return { planId, monitorsMax, suspended };
}

interface Purse {
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
export async function purseOf({ subdominio, subscriptionId }: Customer): Promise<Purse> {
  const state = await stateOf<Purse>(at.asaasUrl);
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
  sendJson(`${at.asaasUrl}/__stand-in/${kind}/${id}/${action}`, 'POST', {});

/** Sends a payment event as the processor does. */
export const report = (paymentId: string, event = 'PAYMENT_CONFIRMED') =>
  sendEvent(`evt_${crypto.randomUUID()}`, event, paymentId);

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

/** Makes a change look untouched for long and unleased, so that the sweep takes it. */
export const forget = ({ orderId }: Customer) =>
  sql('UPDATE plan_changes SET touched_at = 0, lease_until = 0 WHERE order_id = ?', orderId);
