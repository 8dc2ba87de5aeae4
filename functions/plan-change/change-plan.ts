/**
 * Change of plan (requirements 000 §4 and §7; product decisions, "Upgrade").
 *
 * Owns: who may ask, what counts as an upgrade, which way the server's own record allows, and that the same request
 * sent twice is one change. Does not own: what happens at the processor afterwards (advance-plan-change.ts) and the
 * steps that put it in force (apply-plan-change.ts).
 */
import { businessDay } from '#domain/billing/days.ts';
import type { PaidPlanId } from '#domain/contracts/checkout.ts';
import type { UpgradeRequest, UpgradeResponse } from '#domain/contracts/upgrade.ts';
import { DomainError } from '#domain/errors.ts';
import { message } from '#domain/messages.ts';
import { TERMS_VERSION } from '#domain/order/order.ts';
import type { BillingCycle, PlanId } from '#domain/plans/ids.ts';
import { upgradeCycle } from '#domain/upgrade/upgrade.ts';
import type { Tenant } from '#functions/contract/tenant.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import { type ChargeAsker, withinShare } from '#functions/platform/within-share.ts';
import { isPastKeeping } from '#functions/provisioning/environment.ts';
import { advancePlanChange, closePlanChange, shutPlanChange } from './advance-plan-change.ts';
import { blocksOf, buyByCard, buyOnPage, changeRunning, PAGE_MINUTES } from './begin-plan-change.ts';
import { assertNothingDue, firstDueDay, readRunning, requireAllowedPlan } from './check-contract.ts';
import { note, type Work, withLease } from './held-change.ts';
import type { NewPlanChange, PlanChange } from './plan-change.ts';

type Needs = NeedsOf<typeof advancePlanChange> &
  NeedsOf<typeof buyOnPage> &
  NeedsOf<typeof isPastKeeping> &
  NeedsOf<typeof withinShare> & { readonly newId: () => string };

/** First try, and again after the open change ended, was replaced, or was opened by another request just before. */
const ROUNDS_MAX = 4;

/** A change that came into force so recently is answered again instead of "this is your plan". */
const REPEAT_MS = 60 * 60_000;

export interface ChangePlanInput extends ChargeAsker {
  /** Subdomain of the environment, as in the address of the call. */
  readonly tenant: string;
  readonly request: UpgradeRequest;
}

/** What is asked for, with the cycle that holds. */
interface Target {
  readonly plan: PlanId;
  readonly cycle: BillingCycle;
}

/**
 * Opens a change of plan or goes on with the open one.
 *
 * @throws DomainError `forbidden`, `tenant-missing`, `terms-outdated`, `upgrade-not-higher`, `upgrade-open`,
 *   `payment-pending` (suspended, or another cycle while a charge is due), `payment-declined`, `payment-unclear`,
 *   `payment-unavailable`, `validation-failed`, `cluster-unavailable` (it goes on by itself), `idempotency-in-progress`, `rate-limited`.
 */
export async function changePlan(needs: Needs, input: ChangePlanInput): Promise<UpgradeResponse> {
  const { termosVersao } = input.request;
  // Before any look at the row: the answer must not reveal whether another customer's environment exists.
  if (input.identity.tenant !== input.tenant) throw new DomainError('forbidden');
  if (termosVersao !== undefined && termosVersao !== TERMS_VERSION) throw new DomainError('terms-outdated');
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const tenant = await ownTenant(needs, input);
    const target = {
      plan: input.request.targetPlan,
      cycle: upgradeCycle(tenant.cycle, input.request.targetCycle),
    };
    const open = await needs.planChanges.findOpen(tenant.orderId);
    const answer =
      open === null
        ? await beginChange(needs, input, tenant, target)
        : await withinShare(needs, input, () => continueChange(needs, input, open, target));
    if (answer !== null) return answer;
  }
  throw new DomainError('idempotency-in-progress');
}

async function ownTenant(needs: Needs, input: ChangePlanInput): Promise<Tenant> {
  const tenant = await needs.tenants.findBySubdomain(input.tenant);
  if (tenant === null) throw new DomainError('tenant-missing');
  if (tenant.subject !== input.identity.subject) throw new DomainError('forbidden');
  // Its removal may have begun: nothing could be delivered for the money.
  if (isPastKeeping(needs, tenant)) throw new DomainError('tenant-missing');
  return tenant;
}

/** What a change that was worked on is answered with; `null` for a closed one. One left open waits for its payment. */
function answerOf(needs: Needs, change: PlanChange): UpgradeResponse | null {
  const { state, plan, cycle, payUrl, firstDueOn } = change;
  if (state === 'closed') return null;
  const contract = { plan, cycle };
  if (state === 'applied') {
    const isPaid = firstDueOn !== null && firstDueOn <= businessDay(needs.clock.now());
    const details = message(isPaid ? 'upgrade.paid' : 'upgrade.done');
    return { status: 'applied', ...contract, details };
  }
  return {
    status: 'waiting-payment',
    ...contract,
    details: message('upgrade.pay-first'),
    ...(payUrl === null ? {} : { paymentUrl: payUrl }),
  };
}

/** Opens a change; `null` when another one was opened meanwhile. */
async function beginChange(
  needs: Needs,
  input: ChangePlanInput,
  tenant: Tenant,
  target: Target,
): Promise<UpgradeResponse | null> {
  const repeated = await findRepeated(needs, tenant, target);
  if (repeated !== null) return answerOf(needs, repeated);
  const plan = requireAllowedPlan(needs, tenant, target.plan);
  return withinShare(needs, input, () => openChange(needs, input, tenant, { ...target, plan }));
}

/** The same for a plan that may be asked for. */
async function openChange(
  needs: Needs,
  input: ChangePlanInput,
  tenant: Tenant,
  { plan, cycle }: Target & { readonly plan: PaidPlanId },
): Promise<UpgradeResponse | null> {
  const running =
    tenant.state === 'active' && tenant.subscriptionId !== null
      ? await readRunning(needs, tenant.subscriptionId)
      : null;
  if (running !== null && cycle !== tenant.cycle) assertNothingDue(needs, running);
  const way = running === null ? 'purchase' : 'subscription';
  const now = needs.clock.now();
  const opening: NewPlanChange = {
    id: needs.newId(),
    orderId: tenant.orderId,
    subdomain: tenant.subdomain,
    plan,
    cycle,
    amountCentavos: needs.catalog.priceCentavos(plan, cycle),
    way,
    firstDueOn: running === null ? firstDueDay(tenant, plan, businessDay(now)) : null,
    subscriptionId: running?.subscriptionId ?? null,
    terms:
      input.request.termosVersao === undefined
        ? null
        : { version: input.request.termosVersao, address: input.remoteIp },
    expiresAt: now + PAGE_MINUTES * 60_000,
  };
  const opened = await needs.planChanges.open(opening, now);
  if (opened === null) return null;
  await note(needs, 'upgrade-asked', opened, `${way} from ${tenant.plan}`);
  const left = await withLease(needs, opened, async (work) => {
    const blocks = blocksOf(input.request);
    if (running !== null) await changeRunning(needs, work, running, input, blocks);
    else if (blocks === null) await buyOnPage(needs, work);
    else await buyByCard(needs, work, input, blocks);
  });
  return answerOf(needs, left);
}

async function findRepeated(needs: Needs, tenant: Tenant, target: Target): Promise<PlanChange | null> {
  const { state, plan, cycle, subscriptionId } = tenant;
  if (state !== 'active' || plan !== target.plan || cycle !== target.cycle) return null;
  // A contract that was cancelled since is bought again, not repeated.
  if (subscriptionId === null || (await needs.billingWork.findEnd(subscriptionId)) !== null) return null;
  const last = await needs.planChanges.findLastApplied(tenant.orderId);
  const isRecent = (last?.settledAt ?? 0) > needs.clock.now() - REPEAT_MS;
  return isRecent && last?.plan === plan && last.cycle === cycle ? last : null;
}

/** Goes on with the open change, or makes room for another one and returns `null`. */
async function continueChange(
  needs: Needs,
  input: ChangePlanInput,
  open: PlanChange,
  target: Target,
): Promise<UpgradeResponse | null> {
  const held = await needs.planChanges.acquire(open.id, 'open', needs.clock.now());
  if (held === null) throw new DomainError('idempotency-in-progress');
  const isSame = held.plan === target.plan && held.cycle === target.cycle;
  const left = await withLease(needs, held, async (work) => {
    await advancePlanChange(needs, work);
    if (work.change.settledAt !== null) return;
    if (work.change.state === 'asked') return closePlanChange(needs, work, 'interrupted');
    if (work.change.state === 'unclear') return resumeUnclear(needs, work, input, isSame);
    if (!isSame || mustReplace(needs, work.change, input)) await shutPlanChange(needs, work, 'replaced');
  });
  return isSame ? answerOf(needs, left) : null;
}

/** The answer to a charge was lost and the processor knows of no subscription, so far. */
async function resumeUnclear(
  needs: Needs,
  work: Work,
  input: ChangePlanInput,
  isSame: boolean,
): Promise<void> {
  if (work.change.unclearUntil >= needs.clock.now())
    throw new DomainError(isSame ? 'payment-unclear' : 'upgrade-open');
  const blocks = blocksOf(input.request);
  if (isSame && blocks !== null) await buyByCard(needs, work, input, blocks);
  else await closePlanChange(needs, work, 'nothing came of it');
}

/** A page that takes no payment any more, or one where the customer sends a card instead of going there. */
function mustReplace(needs: Needs, change: PlanChange, input: ChangePlanInput): boolean {
  if (change.payUrl === null) return false;
  const isPageOver = change.pageId !== null && change.expiresAt <= needs.clock.now();
  return isPageOver || blocksOf(input.request) !== null;
}
