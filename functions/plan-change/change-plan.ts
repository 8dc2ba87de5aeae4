/**
 * Plan change (requirements 000 §4 and §7; docs/payments.md).
 *
 * Owns: who may request it, that the ledger decides what the request means, and that a repeated request is one change.
 * Does not own: the later processor calls (advance-plan-change.ts) and the steps that put it in force
 * (apply-plan-change.ts).
 */

import type { UpgradeRequest, UpgradeResponse } from '#domain/api-schemas/plan-change.ts';
import type { Target } from '#domain/contract/offers.ts';
import { currentStanding } from '#domain/contract/standing.ts';
import { DomainError } from '#domain/errors.ts';
import { message } from '#domain/messages.ts';
import { TERMS_VERSION } from '#domain/orders/order.ts';
import { payerOf } from '#functions/checkout/payer.ts';
import type { Deps } from '#functions/compose.ts';
import { payerHash } from '#functions/debts/parties.ts';
import { requireMayBuy } from '#functions/debts/require-may-buy.ts';
import { applyStanding } from '#functions/ledger/apply-standing.ts';
import { type Ledger, readLedger } from '#functions/ledger/store.ts';
import { releasePlanChange } from '#functions/plan-change/store.ts';
import { withLease } from '#functions/platform/lease.ts';
import { requireOpenSales } from '#functions/platform/sales-switch.ts';
import { withinProcessorQuota } from '#functions/platform/within-processor-quota.ts';
import { isPastKeeping } from '#functions/tenants/environment.ts';
import { findTenantByName } from '#functions/tenants/store.ts';
import type { Tenant } from '#functions/tenants/tenant.ts';
import { advancePlanChange, closeWaitingChange } from './advance-plan-change.ts';
import { PAGE_MINUTES, resumeUnclear, runFirstStep } from './begin-plan-change.ts';
import { type ChangePlanInput, cardFieldsOf } from './change-input.ts';
import { requireOffer } from './decide-change.ts';
import { closePlanChange, eventOf } from './leased-change.ts';
import type { NewPlanChange, PlanChange } from './plan-change.ts';
import { findQuote, priceAsQuoted } from './quotes.ts';
import { acquirePlanChange, findLastApplied, findOpenPlanChange, openPlanChange } from './store.ts';

/** First try, then again when the open change ended, was replaced, or another request opened one just before. */
const ROUNDS_MAX = 4;

/** A repeated request gets the success response of a change this recent, instead of "this is your plan". */
const REPEAT_MS = 60 * 60_000;

/**
 * Opens a plan change or continues the open one.
 *
 * @throws DomainError `sales-closed`, `forbidden`, `owner-only`, `tenant-missing`, `terms-outdated`, `upgrade-not-higher`, `upgrade-open`,
 *   `quote-changed`, `payment-pending`, `payment-disputed`, `debt-open`, `purchase-held`, `payment-declined`,
 *   `payment-unclear`, `payment-unavailable`, `validation-failed`, `cluster-unavailable` (the change continues by
 *   itself), `idempotency-in-progress`, `rate-limited`.
 */
export async function changePlan(needs: Deps, input: ChangePlanInput): Promise<UpgradeResponse> {
  const { termosVersao } = input.request;
  if (termosVersao !== undefined && termosVersao !== TERMS_VERSION) {
    requireOwnAddress(input);
    throw new DomainError('terms-outdated');
  }
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const tenant = await requireOwnTenant(needs, input);
    const ledger = await readLedger(needs.db, tenant.orderId);
    const target = targetOf(needs, input.request, ledger);
    const open = await findOpenPlanChange(needs.db, tenant.orderId);
    if (open === null) await requireOpenSales(needs);
    const answer =
      open === null
        ? await beginChange(needs, input, tenant, ledger, target)
        : await withinProcessorQuota(needs, input, () => continueChange(needs, input, open, target));
    if (answer !== null) return answer;
  }
  throw new DomainError('idempotency-in-progress');
}

/** Runs before any row is read: the response must not reveal whether another customer's environment exists. */
function requireOwnAddress({ identity, tenant }: Pick<ChangePlanInput, 'identity' | 'tenant'>): void {
  if (identity.tenant !== tenant) throw new DomainError('forbidden');
}

/** The caller's own environment. @throws DomainError `forbidden`, `owner-only`, `tenant-missing`. */
export async function requireOwnTenant(
  needs: Deps,
  input: Pick<ChangePlanInput, 'identity' | 'tenant'>,
): Promise<Tenant> {
  requireOwnAddress(input);
  const tenant = await findTenantByName(needs.db, input.tenant);
  if (tenant === null) throw new DomainError('tenant-missing');
  if (tenant.subject !== input.identity.subject) throw new DomainError('owner-only');
  // Its removal may have begun, so nothing could be delivered for the payment.
  if (isPastKeeping(needs, tenant)) throw new DomainError('tenant-missing');
  return tenant;
}

/** A yearly customer keeps the yearly cycle unless the request names another one. */
function targetOf(needs: Deps, { targetPlan, targetCycle }: UpgradeRequest, { facts }: Ledger): Target {
  return { plan: targetPlan, cycle: targetCycle ?? currentStanding(facts, needs.clock.now()).cycle };
}

/** The response for a change after its steps ran; `null` for a closed one. An open one waits for its payment. */
function answerOf(change: PlanChange): UpgradeResponse | null {
  const { state, plan, cycle, payUrl, todayCentavos: hojeCentavos } = change;
  if (state === 'closed') return null;
  const contract = { plan, cycle, hojeCentavos };
  if (state === 'applied') {
    const details = message(hojeCentavos > 0 ? 'upgrade.paid' : 'upgrade.done');
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
  needs: Deps,
  input: ChangePlanInput,
  tenant: Tenant,
  ledger: Ledger,
  target: Target,
): Promise<UpgradeResponse | null> {
  const repeated = await findRepeated(needs, tenant, ledger, target);
  if (repeated !== null) {
    // The first call may have ended after the facts and before the environment's row.
    await applyStanding(needs, tenant.orderId);
    return answerOf(repeated);
  }
  const blocks = cardFieldsOf(input.request);
  const taxId = blocks?.cardHolder.cpfCnpj ?? null;
  // Refuse an unavailable plan before calling the processor.
  const offer = await requireOffer(needs, tenant, ledger, target, taxId);
  const newest = ledger.facts.contracts.at(-1);
  if (offer.kind !== 'cycle')
    await requireMayBuy(needs, {
      subject: tenant.subject,
      orderId: tenant.orderId,
      subdomain: tenant.subdomain,
      taxId,
      payer: newest?.payer ?? null,
      contact: input.identity,
      customer: async () =>
        blocks === null
          ? (newest?.customerId ?? null)
          : needs.processor.ensureCustomer(payerOf(input.identity, blocks)),
    });
  const now = needs.clock.now();
  const quote = await findQuote(needs.db, tenant.orderId, offer);
  const sold = priceAsQuoted(offer, quote, ledger.version, now);
  const contract =
    'contractId' in sold ? ledger.facts.contracts.find(({ id }) => id === sold.contractId) : undefined;
  const { termosVersao } = input.request;
  const opening: NewPlanChange = {
    id: needs.newId(),
    orderId: tenant.orderId,
    subdomain: tenant.subdomain,
    plan: sold.plan,
    cycle: sold.cycle,
    amountCentavos: sold.amountCentavos,
    kind: sold.kind,
    todayCentavos: sold.todayCentavos,
    firstDueOn: 'firstDueOn' in sold ? sold.firstDueOn : null,
    coversThrough: sold.kind === 'difference' ? sold.coversThrough : null,
    baseCentavos: sold.kind === 'difference' ? sold.baseCentavos : null,
    subscriptionId: contract?.subscriptionId ?? null,
    payer: taxId === null ? (contract?.payer ?? null) : await payerHash(needs, taxId),
    terms: termosVersao === undefined ? null : { version: termosVersao, address: input.remoteIp },
    expiresAt: now + PAGE_MINUTES * 60_000,
  };
  return withinProcessorQuota(needs, input, async () => {
    const event = eventOf('upgrade-asked', opening, `${opening.kind} de ${tenant.plan}`);
    const opened = await openPlanChange(needs.db, opening, event, now);
    if (opened === null) return null;
    const left = await withLease(needs.db, releasePlanChange, opened, async (leased) => {
      await runFirstStep(needs, leased, newest ?? null, input);
      return leased.row;
    });
    // The basis of the offer is gone; the customer has to see the new offer first.
    if (left.state === 'closed') throw new DomainError('quote-changed');
    return answerOf(left);
  });
}

/**
 * The change that this request repeats, if it came into force recently. If its contract has ended since, the request is
 * a new purchase.
 */
async function findRepeated(
  needs: Deps,
  { orderId }: Tenant,
  { facts }: Ledger,
  target: Target,
): Promise<PlanChange | null> {
  const last = await findLastApplied(needs.db, orderId);
  if (last === null || last.plan !== target.plan || last.cycle !== target.cycle) return null;
  const now = needs.clock.now();
  const settledAt = last.settledAt ?? 0;
  // The same plan was offered again since, as a renewal that continues after its difference was paid.
  if (((await findQuote(needs.db, orderId, target))?.quotedAt ?? 0) > settledAt) return null;
  const endedAt = Math.max(0, ...facts.contracts.map(({ end }) => end?.at ?? 0));
  const standing = currentStanding(facts, now);
  return settledAt > now - REPEAT_MS && settledAt > endedAt && standing.plan === target.plan ? last : null;
}

/** Continues the open change, or closes it to make room for another one and returns `null`. */
async function continueChange(
  needs: Deps,
  input: ChangePlanInput,
  open: PlanChange,
  target: Target,
): Promise<UpgradeResponse | null> {
  const isSame = open.plan === target.plan && open.cycle === target.cycle;
  const row = await acquirePlanChange(needs.db, open.id, 'open', needs.clock.now());
  const left = await withLease(needs.db, releasePlanChange, row, async (leased) => {
    await advancePlanChange(needs, leased);
    if (leased.row.settledAt !== null) return leased.row;
    if (leased.row.state === 'asked') await closePlanChange(needs, leased, 'interrupted');
    else if (leased.row.state === 'unclear') await resumeUnclear(needs, leased, input, isSame);
    else if (!isSame || mustReplace(needs, leased.row, input))
      await closeWaitingChange(needs, leased, 'replaced');
    return leased.row;
  });
  return isSame ? answerOf(left) : null;
}

/** True when the page no longer takes a payment, or when the customer sends a card instead of using the page. */
function mustReplace(needs: Deps, change: PlanChange, input: ChangePlanInput): boolean {
  if (change.payUrl === null) return false;
  const isPageOver = change.pageId !== null && change.expiresAt <= needs.clock.now();
  return isPageOver || cardFieldsOf(input.request) !== null;
}
