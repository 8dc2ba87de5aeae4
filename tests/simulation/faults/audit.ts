/**
 * Compares processor, database, identity, cluster and inbox.
 *
 * Owns: what must be true after the faults, as sentences. A pure function of the data.
 */

import { tenantGroupName } from '#domain/tenants/derive-tenant.ts';
import { applicationName } from '#functions/vendors/argocd/application.ts';
import { auditLedger, unsettledLedger } from './audit-ledger.ts';
import { auditSold, unsettledSold } from './audit-sold.ts';
import type { Story } from './customers.ts';
import type { ChangeRow, OrderRow, SystemState } from './system-state.ts';

export interface Finding {
  readonly rule:
    | 'double-charge'
    | 'paid-without-environment'
    | 'environment-without-order'
    | 'subdomain-twice'
    | 'lost-message'
    | 'message-twice'
    | 'stuck'
    | 'contract-differs'
    | 'access-differs'
    | 'note-differs';
  readonly about: string;
}

/** Everything that is still pending; empty when all is settled. */
export function unsettled(system: SystemState): string[] {
  const isWaiting = (order: OrderRow): boolean =>
    order.released_at === null &&
    (order.status === 'EM_ANDAMENTO' ||
      order.payment === 'unclear' ||
      (order.payment === 'pending' && order.status === 'AGUARDANDO' && !waitsForPerson(system, order)));
  return [
    ...system.orders.filter(isWaiting).map(({ id, status, payment }) => `order ${id} ${status} ${payment}`),
    ...system.changes
      .filter((each) => each.settled_at === null)
      .map(({ id, state }) => `plan change ${id} ${state}`),
    ...unsettledLedger(system),
    ...unsettledSold(system),
    ...system.work.map(({ kind, key }) => `${kind} ${key}`),
    ...system.ends.filter((each) => each.done_at === null).map((each) => `end of ${each.subscription_id}`),
    ...system.events.filter((each) => each.processed_at === null).map(({ id }) => `event ${id}`),
    ...system.outbox.filter((each) => each.sent_at === null).map(({ id }) => `mail ${id}`),
  ];
}

/** True for an unpaid page of the processor: the name is kept for a day, and nothing is stuck. */
function waitsForPerson(
  { payments }: SystemState,
  { status, card_entry, subscription_id, released_at }: OrderRow,
): boolean {
  return (
    released_at === null &&
    status === 'AGUARDANDO' &&
    card_entry === 'hosted' &&
    payments.every(({ subscription, status }) => subscription !== subscription_id || status === 'PENDING')
  );
}

export function audit(system: SystemState, stories: readonly Story[]): Finding[] {
  return [
    ...unsettled(system).map((about): Finding => ({ rule: 'stuck', about })),
    ...auditDunning(system),
    ...auditMoney(system, stories),
    ...auditLedger(system),
    ...auditEnvironments(system),
    ...auditStories(system, stories),
    ...auditMessages(system, stories),
    ...auditSold(system, stories),
  ];
}

/** A failed renewal that was paid must not send more reminders. */
function auditDunning({ dunning, payments }: SystemState): Finding[] {
  const paid = new Set(payments.filter(({ status }) => status === 'CONFIRMED').map(({ id }) => id));
  return dunning
    .filter((each) => each.closed_at === null && paid.has(each.payment_id))
    .map((each) => ({ rule: 'stuck', about: `dunning of ${each.payment_id}, which is paid` }));
}

/** What a subscription was bought for: the order or plan change in its reference. */
function buyerOf(
  system: SystemState,
  { externalReference, checkoutSession }: SystemState['subscriptions'][number],
): { readonly order?: OrderRow; readonly change?: ChangeRow } {
  const change = system.changes.find(
    ({ id, page_id }) =>
      id === externalReference || (checkoutSession !== null && page_id === checkoutSession),
  );
  if (change !== undefined) return { change };
  const order = system.orders.find(({ id }) => id === externalReference);
  return order === undefined ? {} : { order };
}

function auditMoney(system: SystemState, stories: readonly Story[]): Finding[] {
  const found: Finding[] = [];
  const paidOf = (subscription: string) =>
    system.payments.filter((each) => each.subscription === subscription && each.status === 'CONFIRMED');
  const inForce = new Map(system.tenants.map((tenant) => [tenant.subscription_id, tenant]));
  const paidByBuyer = new Map<string, number>();

  // A page that only stored a card sold nothing: audit-sold.ts.
  const cardPages = new Set(system.cardChanges.map(({ page_id }) => page_id));
  for (const subscription of system.subscriptions) {
    if (subscription.checkoutSession !== null && cardPages.has(subscription.checkoutSession)) continue;
    const { order, change } = buyerOf(system, subscription);
    const buyer = order?.id ?? change?.id;
    const paid = paidOf(subscription.id);
    const days = new Set(paid.map(({ dueDate }) => dueDate));
    if (days.size < paid.length)
      found.push({ rule: 'double-charge', about: `${subscription.id} twice for one day` });
    if (buyer === undefined) {
      found.push({ rule: 'double-charge', about: `${subscription.id} belongs to nobody` });
      continue;
    }
    if (paid.length > 0) paidByBuyer.set(buyer, (paidByBuyer.get(buyer) ?? 0) + 1);
    const tenant = inForce.get(subscription.id);
    const isOffer = order !== undefined && waitsForPerson(system, order);
    if (!subscription.deleted && tenant === undefined && !isOffer)
      found.push({
        rule: 'double-charge',
        about: `${subscription.id} of ${buyer} renews without a contract`,
      });
    if (tenant !== undefined && (subscription.deleted || subscription.status !== 'ACTIVE'))
      found.push({ rule: 'contract-differs', about: `${tenant.subdomain} does not renew` });
    if (tenant !== undefined && Math.round(subscription.value * 100) !== tenant.amount_centavos)
      found.push({ rule: 'contract-differs', about: `${tenant.subdomain} renews at ${subscription.value}` });
    // A payment without a contract must be reported to an operator.
    const isDelivered = order !== undefined ? order.payment === 'confirmed' : change?.state === 'applied';
    for (const payment of paid)
      if (!isDelivered && !system.notices.has(`late-payment ${payment.id}`))
        found.push({ rule: 'paid-without-environment', about: `${payment.id} of ${buyer}` });
  }
  for (const [buyer, times] of paidByBuyer)
    if (times > 1)
      found.push({ rule: 'double-charge', about: `${buyer} was paid with ${times} subscriptions` });
  return [...found, ...auditPeriods(system, stories)];
}

/** Each account pays once for its sign-up, for each plan purchase and for each renewal, and nothing more. */
function auditPeriods(system: SystemState, stories: readonly Story[]): Finding[] {
  return stories.flatMap((story): Finding[] => {
    const orders = new Set(
      system.orders.filter(({ subject }) => subject === story.subject).map(({ id }) => id),
    );
    const owed = (id: string | null): boolean => id !== null && orders.has(id);
    const changes = system.changes.filter(
      ({ order_id, kind }) => orders.has(order_id) && (kind === 'purchase' || kind === 'resume'),
    );
    const references = new Set([...orders, ...changes.map(({ id }) => id)]);
    const pages = new Set(changes.map(({ page_id }) => page_id));
    const own = system.subscriptions.filter(
      ({ externalReference, checkoutSession }) =>
        references.has(externalReference ?? '') || (checkoutSession !== null && pages.has(checkoutSession)),
    );
    const ids = new Set<string | null>(own.map(({ id }) => id));
    const taken = system.payments.filter(
      (each) => ids.has(each.subscription) && (each.status === 'CONFIRMED' || each.status === 'REFUNDED'),
    );
    const kept = taken.filter(
      ({ status, id }) => status === 'CONFIRMED' && !system.notices.has(`late-payment ${id}`),
    );
    const sold = system.orders.filter((each) => owed(each.id) && each.payment === 'confirmed').length;
    const bought = changes.filter(({ state }) => state === 'applied').length;
    const found: Finding[] = [];
    if (kept.length > sold + bought + story.renewals)
      found.push({ rule: 'double-charge', about: `${story.email} paid ${kept.length} times` });
    if (story.end === 'withdrawn' && kept.length > 0)
      found.push({
        rule: 'double-charge',
        about: `${story.email} withdrew and ${kept.length} charges were kept`,
      });
    return found;
  });
}

function auditEnvironments(system: SystemState): Finding[] {
  const found: Finding[] = [];
  const say = (rule: Finding['rule'], about: string): void => void found.push({ rule, about });
  const applications = new Map(system.applications.map((each) => [each.name, each]));
  const live = system.orders.filter(({ released_at }) => released_at === null);

  for (const order of live) {
    const isPaid = order.payment === 'confirmed' || order.payment === 'free';
    if (isPaid && order.status !== 'CONCLUIDO' && order.status !== 'ERRO')
      say('paid-without-environment', `${order.id} ${order.status}`);
    if (order.status !== 'CONCLUIDO') continue;
    const application = applications.get(applicationName(order.id));
    const tenant = system.tenants.find(({ order_id }) => order_id === order.id);
    if (application?.subdomain !== order.subdomain)
      say('paid-without-environment', `${order.id} has no application`);
    if (tenant === undefined) say('paid-without-environment', `${order.id} has no contract`);
    const owner = system.users.find(({ id }) => id === order.subject);
    if (owner?.groups.includes(tenantGroupName(order.subdomain)) !== true)
      say('paid-without-environment', `${order.id} has no owner in its group`);
    if (application === undefined || tenant === undefined) continue;
    if (application.planId !== tenant.plan)
      say('contract-differs', `${order.subdomain} runs ${application.planId}, ${tenant.plan} was bought`);
    if (application.isSuspended !== (tenant.state !== 'active'))
      say(
        'contract-differs',
        `${order.subdomain} is ${tenant.state} and ${application.isSuspended ? 'stands' : 'runs'}`,
      );
  }

  const owners = new Map(live.map((order) => [applicationName(order.id), order]));
  for (const { name, subdomain } of system.applications)
    if (owners.get(name)?.subdomain !== subdomain) say('environment-without-order', `${name} ${subdomain}`);
  const names = new Set(live.map(({ subdomain }) => tenantGroupName(subdomain)));
  for (const group of system.groups)
    if (group.startsWith(tenantGroupName('')) && !names.has(group))
      say('environment-without-order', `group ${group}`);

  for (const name of repeated(system.applications.map(({ subdomain }) => subdomain ?? '')))
    say('subdomain-twice', name);
  for (const name of repeated(live.map(({ subdomain }) => subdomain))) say('subdomain-twice', name);
  return found;
}

/** The last answers to a customer must match the data. */
function auditStories(system: SystemState, stories: readonly Story[]): Finding[] {
  return stories.flatMap((story): Finding[] => {
    if (story.end === 'left') return auditLeft(system, story);
    const tenant = system.tenants.find(({ subdomain }) => subdomain === story.subdomain);
    if (tenant === undefined)
      return [{ rule: 'paid-without-environment', about: `${story.email} (${story.kind})` }];
    const found: Finding[] = [];
    if (tenant.plan !== story.plan)
      found.push({
        rule: 'contract-differs',
        about: `${story.email} got the answer ${story.plan}, but has ${tenant.plan}`,
      });
    const end = tenant.state === 'ended' ? 'withdrawn' : tenant.ends_on !== null ? 'cancelled' : 'none';
    if (end !== story.end)
      found.push({
        rule: 'contract-differs',
        about: `${story.email} got the answer ${story.end}, but is ${end}`,
      });
    return found;
  });
}

/** A customer who closed the processor's page has paid nothing, and the name is kept. */
function auditLeft(system: SystemState, { subject, email }: Story): Finding[] {
  const order = system.orders.find((each) => each.subject === subject && each.released_at === null);
  if (order === undefined || !waitsForPerson(system, order))
    return [{ rule: 'contract-differs', about: `${email} left the page, and its order does not wait` }];
  return [];
}

function auditMessages(system: SystemState, stories: readonly Story[]): Finding[] {
  const found: Finding[] = [];
  for (const { messages } of stories)
    for (const word of messages) {
      const kept = system.support.filter(({ assunto }) => assunto.includes(word));
      const mailed = system.mails.filter(({ subject }) => subject.includes(word));
      if (kept.length === 0 || mailed.length === 0) found.push({ rule: 'lost-message', about: word });
      if (kept.length > 1 || mailed.length > 1)
        found.push({ rule: 'message-twice', about: `support ${word}` });
    }
  const arrived = new Map<string, number>();
  for (const { key } of system.mails) if (key !== null) arrived.set(key, (arrived.get(key) ?? 0) + 1);
  for (const { id, sent_at } of system.outbox) {
    const times = arrived.get(id) ?? 0;
    if (sent_at !== null && times === 0) found.push({ rule: 'lost-message', about: `mail ${id}` });
    if (times > 1) found.push({ rule: 'message-twice', about: `mail ${id}` });
  }
  return found;
}

function repeated(names: readonly string[]): string[] {
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
}
