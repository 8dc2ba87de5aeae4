/**
 * Compares people, cards, notas fiscais, limits and reports: who may enter and who should, the announced card and the
 * charged one, the payments and their notas.
 */
import { tenantGroupName } from '#domain/tenants/derive-tenant.ts';
import type { Finding } from './audit.ts';
import type { Story } from './customers.ts';
import type { SystemState } from './system-state.ts';

/** States of a nota that continue by themselves. */
const underWay: ReadonlySet<string> = new Set(['wanted', 'scheduled', 'cancelling']);
/** The processor's states of an invalid nota. */
const noNote: ReadonlySet<string> = new Set(['CANCELED', 'ERROR']);

/** Pending work about cards and notas. */
export function unsettledSold({ cardChanges, fiscalNotes, charges }: SystemState): string[] {
  return [
    ...cardChanges
      .filter((each) => each.settled_at === null)
      .map(({ id, state }) => `change of card ${id} ${state}`),
    ...charges
      .filter(
        ({ fiscal, state, returned, amount_centavos }) =>
          (fiscal === 0 && state === 'confirmed' && returned === null && amount_centavos > 0) ||
          (fiscal === 1 && (returned !== null || state === 'refunded')),
      )
      .map(({ payment_id }) => `nota of ${payment_id}`),
    ...fiscalNotes
      .filter(({ state }) => underWay.has(state))
      .map((each) => `nota of ${each.payment_id} ${each.state}`),
  ];
}

export function auditSold(system: SystemState, stories: readonly Story[]): Finding[] {
  return [
    ...auditAccess(system),
    ...auditColleagues(system, stories),
    ...auditCards(system, stories),
    ...auditNotes(system),
    ...auditPaused(system, stories),
  ];
}

/** Group and companion admit exactly the owner and the members with access. */
function auditAccess({ tenants, orders, memberships, users, admitted }: SystemState): Finding[] {
  return tenants.flatMap(({ subdomain, order_id, state }): Finding[] => {
    const owner = orders.find(({ id }) => id === order_id)?.subject;
    if (owner === undefined || state !== 'active') return [];
    const members = memberships.filter(
      (each) => each.order_id === order_id && each.ended_at === null && each.paused_at === null,
    );
    const belong = [owner, ...members.map(({ subject }) => subject)].toSorted().join();
    const group = tenantGroupName(subdomain);
    const inGroup = users.filter(({ groups }) => groups.includes(group)).map(({ id }) => id);
    const found: Finding[] = [];
    if (inGroup.toSorted().join() !== belong)
      found.push({
        rule: 'access-differs',
        about: `${subdomain}: ${inGroup.length} in the group, ${members.length} members`,
      });
    const onList = admitted.get(subdomain) ?? [];
    if (onList.toSorted().join() !== belong)
      found.push({
        rule: 'access-differs',
        about: `${subdomain}: ${onList.length} on the list, ${members.length} members`,
      });
    return found;
  });
}

/** Accepted members are in, once; removed ones are not, and their row is deleted after some weeks. */
function auditColleagues(
  { memberships, invitations, tenants }: SystemState,
  stories: readonly Story[],
): Finding[] {
  return stories.flatMap(({ colleagues, email, subdomain }) =>
    colleagues.flatMap((colleague): Finding[] => {
      if (!tenants.some((each) => each.subdomain === subdomain)) return [];
      const own = memberships.filter(({ subject }) => subject === colleague.subject);
      const current = own.filter(({ ended_at }) => ended_at === null).length;
      const left = invitations.filter((each) => each.email === colleague.email).length;
      const isRight = own.length <= 1 && current === (colleague.isIn ? 1 : 0) && left === 0;
      const about = `${colleague.email} of ${email}: ${own.length} memberships, ${current} current, ${left} invitations`;
      return isRight ? [] : [{ rule: 'access-differs', about }];
    }),
  );
}

/** The renewal uses the last announced card; a page that stored a card sold nothing. */
function auditCards(
  { tenants, subscriptions, payments, cardChanges, changes: planChanges, orders }: SystemState,
  stories: readonly Story[],
): Finding[] {
  const pages = new Set(cardChanges.map(({ page_id }) => page_id));
  const sold = subscriptions.filter(({ checkoutSession, id, deleted }) => {
    if (checkoutSession === null || !pages.has(checkoutSession)) return false;
    const isPaid = payments.some(({ subscription, status }) => subscription === id && status !== 'PENDING');
    return !deleted || isPaid;
  });
  const wrongCards = stories.flatMap(({ subject, card, email, kind }): Finding[] => {
    const order = orders.find((each) => each.subject === subject && each.released_at === null);
    const tenant = tenants.find(({ order_id }) => order_id === order?.id);
    const renewal = subscriptions.find(({ id, deleted }) => id === tenant?.subscription_id && !deleted);
    if (card === null || renewal === undefined || renewal.card === card) return [];
    const changes = [
      ...cardChanges
        .filter(({ order_id }) => order_id === order?.id)
        .map((each) => `card ${each.last_four} ${each.state} ${each.subscription_id} ${each.settled_at}`),
      ...planChanges
        .filter(({ order_id }) => order_id === order?.id)
        .map((each) => `${each.kind} ${each.state} ${each.subscription_id} ${each.settled_at}`),
    ];
    const about = `${email} (${kind}) sees card ${card}, but card ${renewal.card} of ${renewal.id} is charged: ${changes.join('; ')}`;
    return [{ rule: 'contract-differs', about }];
  });
  return [
    ...sold.map(({ id }): Finding => ({ rule: 'double-charge', about: `${id} of a page that takes a card` })),
    ...wrongCards,
  ];
}

/** One nota in force for each paid charge, none for a refunded one. */
function auditNotes({ charges, invoices }: SystemState): Finding[] {
  return charges.flatMap(({ payment_id, state, returned, amount_centavos }): Finding[] => {
    const inForce = invoices.filter(
      ({ payment, status }) => payment === payment_id && !noNote.has(status),
    ).length;
    const isPaid = state === 'confirmed' && returned === null && amount_centavos > 0;
    // A disputed charge keeps its nota until the bank decides.
    if (state === 'disputed' || inForce === (isPaid ? 1 : 0)) return [];
    return [{ rule: 'note-differs', about: `${payment_id} ${state} has ${inForce}` }];
  });
}

/** An excess was mailed once; nothing is enforced without a mail. */
function auditPaused({ outbox, monitors }: SystemState, stories: readonly Story[]): Finding[] {
  return stories.flatMap(({ subdomain, email }): Finding[] => {
    if (subdomain === null) return [];
    const mailsOf = (template: string) =>
      outbox.filter((each) => each.template === template && each.subdomain === subdomain).length;
    const pausedByUs = monitors.get(subdomain)?.pausedByUs ?? [];
    const found: Finding[] = [];
    if (mailsOf('limits-over') > 1) found.push({ rule: 'message-twice', about: `limits of ${email}` });
    if (pausedByUs.length > 0 && mailsOf('limits-applied') === 0)
      found.push({ rule: 'lost-message', about: `${pausedByUs.length} monitors of ${email} are paused` });
    return found;
  });
}

/** Number of reports of a month mailed to a story's customer. */
const reportsOf = ({ outbox }: SystemState, { subdomain }: Story, month: string): number =>
  outbox.filter(
    (each) => each.template === 'month-report' && each.subdomain === subdomain && each.month === month,
  ).length;

/** Stories with a running environment, each with its tenant. */
const running = ({ tenants }: SystemState, stories: readonly Story[]) =>
  stories.flatMap((story) => {
    const tenant = tenants.find((each) => each.subdomain === story.subdomain);
    return tenant?.state === 'active' ? [{ story, tenant }] : [];
  });

/** True for a plan with reports and something to report. */
const isReported = (story: Story, { plan }: SystemState['tenants'][number]): boolean =>
  plan !== 'free' && story.monitors > 0;

/** Reports still to come: an environment that did not answer is asked again in an hour. */
export const awaitedReports = (system: SystemState, stories: readonly Story[], month: string): string[] =>
  running(system, stories)
    .filter(({ story, tenant }) => isReported(story, tenant) && reportsOf(system, story, month) === 0)
    .map(({ tenant }) => `report of ${month} to ${tenant.subdomain}`);

/** A month later: limits are enforced, and each paying customer has one report of the month. */
export function auditMonthLater(system: SystemState, stories: readonly Story[], month: string): Finding[] {
  return running(system, stories).flatMap(({ story, tenant }): Finding[] => {
    const { monitors, email } = story;
    const { running = 0, pausedByUs = [] } = system.monitors.get(tenant.subdomain) ?? {};
    const limit = system.limits.get(tenant.plan) ?? 0;
    const found: Finding[] = [];
    if (running !== Math.min(monitors, limit) || running + pausedByUs.length !== monitors)
      found.push({
        rule: 'contract-differs',
        about: `${email}: ${running} of ${monitors} monitors run, ${pausedByUs.length} are paused, ${limit} are sold`,
      });
    const mailed = reportsOf(system, story, month);
    const wanted = isReported(story, tenant) ? 1 : 0;
    if (mailed !== wanted)
      found.push({
        rule: mailed < wanted ? 'lost-message' : 'message-twice',
        about: `${mailed} reports of ${month} to ${email}`,
      });
    return found;
  });
}
