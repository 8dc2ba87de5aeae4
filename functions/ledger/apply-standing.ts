/**
 * Applies the ledger to the outside: the cluster runs the plan in force, the processor renews or pauses, the tenant's
 * row is updated, and the owner gets the mail.
 *
 * Owns: everything that follows from a change of standing, whether a command, a charge or a new day caused it. Every
 * step may be repeated: the row records what was applied last, and is written last.
 */
import { addDays, businessDay, dataUntil, startOfDay } from '#domain/billing/days.ts';
import { centavosBack, endedByLoss, returnedByLoss } from '#domain/contract/endings.ts';
import type { FactChange } from '#domain/contract/facts.ts';
import { currentStanding } from '#domain/contract/standing.ts';
import { formatPrice } from '#domain/plans/catalog.ts';
import { stateInForce } from '#domain/tenants/sleep.ts';
import type { Deps } from '#functions/compose.ts';
import { suspensionMarks } from '#functions/debts/mark-facts.ts';
import { addresseeOf, chargeOf } from '#functions/orders/addressee.ts';
import type { NewEvent } from '#functions/platform/events.ts';
import { operatorMail } from '#functions/platform/notify-operators.ts';
import { mailOf, type OutgoingMail } from '#functions/platform/outbox.ts';
import { defineWork } from '#functions/platform/work/define-work.ts';
import { applicationOf } from '#functions/tenants/environment.ts';
import { findTenant } from '#functions/tenants/store.ts';
import type { Tenant } from '#functions/tenants/tenant.ts';
import { beginCall, CALL_MS, listLostCalls, oldestCall, STANDING_WORK } from './cluster-calls.ts';
import { removeUnpaidCharges } from './remove-unpaid-charges.ts';
import { type Ledger, projectStanding, readLedger, type StandingApplied, writeLedger } from './store.ts';

/** First try, then one per concurrent change of the facts. */
const ROUNDS_MAX = 4;

/** The state to apply to an environment. */
interface Change {
  readonly tenant: Tenant;
  readonly ledger: Ledger;
  readonly standing: StandingApplied;
  /** Cluster calls that count as finished once this change is recorded. */
  readonly calls: readonly string[];
  /**
   * True when the processor may have received outdated instructions: the facts changed meanwhile, or a call was cut
   * off.
   */
  readonly isUnsure: boolean;
}

/**
 * Brings cluster, processor and tenant row in line with the current facts.
 * @param begunCalls Cluster calls that the caller has already begun (cluster-calls.ts).
 * @returns The standing that was applied; `null` when the environment is gone or its facts keep changing, in which case
 *   the scheduled job continues.
 */
export async function applyStanding(
  needs: Deps,
  orderId: string,
  begunCalls: readonly string[] = [],
): Promise<StandingApplied | null> {
  const calls = [...begunCalls];
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const [ledger, tenant, lost] = await Promise.all([
      readLedger(needs.db, orderId),
      findTenant(needs.db, orderId),
      listLostCalls(needs.db, orderId, needs.clock.now()),
    ]);
    // A removal that has begun cannot be undone.
    if (tenant === null || (tenant.state === 'ended' && tenant.stateSince === 0)) return null;
    const now = needs.clock.now();
    if (await writeLoss(needs, tenant, ledger, now)) continue;
    const due = currentStanding(ledger.facts, now);
    const standing: StandingApplied = { ...due, state: stateInForce(due, tenant.state) };
    const isMoved = tenant.state !== standing.state || tenant.plan !== standing.plan;
    const needsCalls = isMoved || calls.length + lost.length > 0;
    if (needsCalls) calls.push(await beginCall(needs.db, orderId, now));
    const isUnsure = round > 0 || lost.length > 0;
    const change: Change = { tenant, ledger, standing, calls: [...calls, ...lost], isUnsure };
    if (needsCalls) await applyOutside(needs, change);
    if (await recordApplied(needs, change)) return standing;
  }
  return null;
}

/**
 * Writes an environment's application although its standing is unchanged, because something else that it carries did
 * change.
 * @returns As `applyStanding`.
 */
export async function rewriteApplication(needs: Deps, orderId: string): Promise<StandingApplied | null> {
  // An open call counts as one that may not have arrived.
  return applyStanding(needs, orderId, [await beginCall(needs.db, orderId, needs.clock.now())]);
}

/**
 * Applies what a new day changes (paid days run out, a grace period ends, a renewal begins), and what a failed request
 * or a crash left unfinished. Whatever changes the facts asks for it.
 */
export const standingWork = defineWork<Deps>({
  kind: STANDING_WORK,
  title: 'Situação de um ambiente',
  perRun: 20,
  isPerCluster: true,
  async run(needs, { key: orderId }) {
    const standing = await applyStanding(needs, orderId);
    if (standing === null) return undefined;
    const begunAt = await oldestCall(needs.db, orderId);
    const dueAts = [
      ...(standing.changesOn === null ? [] : [startOfDay(standing.changesOn)]),
      ...(begunAt === null ? [] : [begunAt + CALL_MS]),
    ];
    return dueAts.length === 0 ? undefined : { againAt: Math.min(...dueAts) };
  },
});

/**
 * Writes what follows from a lost dispute: the renewal ends, and what was paid on top of the lost days goes back.
 * @returns False when nothing follows any more.
 */
async function writeLoss(needs: Deps, tenant: Tenant, ledger: Ledger, now: number): Promise<boolean> {
  const { facts } = ledger;
  const returns = returnedByLoss(facts);
  const changes = [...endedByLoss(facts, now), ...returns];
  if (changes.length === 0) return false;
  const centavos = centavosBack(facts, returns);
  const report =
    returns.length === 0
      ? {}
      : {
          events: [{ kind: 'difference-returned', orderId: tenant.orderId, detail: formatPrice(centavos) }],
          mails: await returnMails(needs, tenant, centavos, returnIdOf(returns, now)),
        };
  await writeLedger(needs.db, ledger, changes, now, report);
  return true;
}

/** Two losses may return differences on one day, and two days may each return a part of one. */
const returnIdOf = (returns: readonly FactChange[], now: number): string =>
  [
    ...returns.flatMap((each) => (each.kind === 'charge' ? [each.charge.paymentId] : [])),
    businessDay(now),
  ].join('-');

async function returnMails(
  needs: Deps,
  tenant: Tenant,
  refundedCentavos: number,
  id: string,
): Promise<OutgoingMail[]> {
  const { orderId, subdomain: subdominio } = tenant;
  return [
    mailOf(`difference-returned-${id}`, 'difference-returned', {
      ...(await addresseeOf(needs, tenant)),
      refundedCentavos,
    }),
    operatorMail(`operator-difference-returned-${id}`, {
      kind: 'difference-returned',
      subdominio,
      reference: orderId,
      amountCentavos: refundedCentavos,
    }),
  ];
}

/** Calls cluster and processor; safe to repeat. */
async function applyOutside(needs: Deps, { tenant, standing, isUnsure }: Change): Promise<void> {
  if (standing.state === 'suspended') await stopCharging(needs, tenant, standing);
  if (standing.state === 'active' && (tenant.state === 'suspended' || isUnsure))
    await resumeCharging(needs, standing);
  const application = applicationOf(needs, { ...tenant, plan: standing.plan, state: standing.state });
  await needs.cluster.ensureApplication(application);
}

/** Records the change on the tenant's row; false when the facts have changed meanwhile. */
async function recordApplied(needs: Deps, change: Change): Promise<boolean> {
  const { tenant, ledger, standing, calls } = change;
  const mails = await mailsAbout(needs, change);
  // The unpaid grace days are a debt from now on, until their charge is paid.
  const marks = standing.state === 'suspended' ? await suspensionMarks(needs, tenant, ledger.facts) : [];
  const events = tenant.state === standing.state ? [] : [stateEvent(tenant, standing)];
  return projectStanding(needs.db, ledger, standing, needs.clock.now(), { events, mails, marks, calls });
}

/** Stops new charges: the customer pays nothing for days without service. */
async function stopCharging(
  needs: Deps,
  { orderId }: Tenant,
  { renewal, overdue }: StandingApplied,
): Promise<void> {
  if (renewal === null) return;
  const { processor } = needs;
  const details = await processor.readSubscription(renewal.subscriptionId);
  if (details?.status === 'active') await processor.pauseSubscription(renewal.subscriptionId);
  const dueOn = overdue?.dueOn ?? renewal.dueOn;
  const later = details?.payments.filter(({ state, dueDate }) => state === 'pending' && dueDate > dueOn);
  await removeUnpaidCharges(needs, orderId, later ?? []);
}

/** The next charge is for the day after those that are paid. */
async function resumeCharging({ processor }: Deps, { renewal, paidThrough }: StandingApplied): Promise<void> {
  if (renewal === null || paidThrough === null) return;
  const details = await processor.readSubscription(renewal.subscriptionId);
  if (details?.status !== 'inactive') return;
  await processor.resumeSubscription(renewal.subscriptionId, addDays(paidThrough, 1));
}

async function mailsAbout(needs: Deps, { tenant, ledger, standing }: Change): Promise<OutgoingMail[]> {
  const { orderId, state } = tenant;
  if (standing.state === state) return [];
  if (standing.state === 'suspended') return suspendedMail(needs, tenant, standing);
  if (standing.state === 'active') {
    const payload = { ...(await addresseeOf(needs, tenant)), nextDueDate: standing.renewal?.dueOn ?? null };
    return state === 'suspended'
      ? [mailOf(`reactivated-${orderId}-${standing.paidThrough ?? ''}`, 'reactivated', payload)]
      : [];
  }
  // A withdrawal sends its own mail.
  if (ledger.facts.contracts.at(-1)?.end?.kind === 'withdrawal') return [];
  const payload = { ...(await addresseeOf(needs, tenant)), dataUntil: dataUntil(needs, needs.clock.now()) };
  return [mailOf(`ended-${orderId}-${businessDay(needs.clock.now())}`, 'ended', payload)];
}

async function suspendedMail(
  needs: Deps,
  tenant: Tenant,
  { overdue }: StandingApplied,
): Promise<OutgoingMail[]> {
  const paymentId = overdue?.charge?.paymentId;
  const payment = paymentId === undefined ? null : await needs.processor.readPayment(paymentId);
  if (payment === null) return [];
  return [mailOf(`suspended-${payment.paymentId}`, 'suspended', await chargeOf(needs, tenant, payment))];
}

const stateEvents = {
  active: 'tenant-reactivated',
  suspended: 'tenant-suspended',
  asleep: 'environment-asleep',
  ended: 'tenant-ended',
} as const;

function stateEvent({ orderId, state }: Tenant, standing: StandingApplied): NewEvent {
  // A plan was paid for while it slept.
  if (state === 'asleep' && standing.state === 'active')
    return { kind: 'environment-woken', orderId, detail: standing.plan };
  const detail =
    standing.state === 'ended'
      ? (standing.endsOn ?? '')
      : (standing.overdue?.charge?.paymentId ?? standing.plan);
  return { kind: stateEvents[standing.state], orderId, detail };
}
