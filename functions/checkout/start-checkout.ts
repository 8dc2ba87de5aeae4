/**
 * Checkout: reserves the name, collects the first charge, starts provisioning (requirements 000 §4; decision 7).
 *
 * Owns: one account has one tenant or one open order, and an order is charged once however often it is sent. Does not
 * own: HTTP and idempotency keys, which are handled before it.
 */
import type { CheckoutRequest } from '#domain/api-schemas/checkout.ts';
import { businessDay } from '#domain/billing/days.ts';
import { DomainError } from '#domain/errors.ts';
import { message } from '#domain/messages.ts';
import { TERMS_VERSION } from '#domain/orders/order.ts';
import type { Deps } from '#functions/compose.ts';
import { requireMayBuy } from '#functions/debts/require-may-buy.ts';
import { beginProvisioning, ensureWorkflow } from '#functions/orders/begin-provisioning.ts';
import { areClustersFull, isLimited, listLoads } from '#functions/orders/cluster-loads.ts';
import type { ChosenTerms, Order } from '#functions/orders/order.ts';
import {
  acquireOrder,
  chooseTerms,
  findCustomer,
  findLiveOrder,
  findLiveOrderByName,
  findOrder,
  findTakenAmong,
  markOrderUnpaid,
  releaseExpired,
  releaseOrder,
  reserveOrder,
} from '#functions/orders/store.ts';
import { requireLease, withLease } from '#functions/platform/lease.ts';
import { notifyOperators } from '#functions/platform/notify-operators.ts';
import { requireOpenSales } from '#functions/platform/sales-switch.ts';
import { withinProcessorQuota } from '#functions/platform/within-processor-quota.ts';
import { findTenantByName, findTenantOfMember } from '#functions/tenants/store.ts';
import { type CheckoutInput, collectFirstCharge } from './collect-first-charge.ts';
import { withinFreeLimits } from './free-limits.ts';
import { payerIn } from './payer.ts';
import { adoptSubscription, syncPayment, withdrawCharge } from './sync-payment.ts';

/** First try, freed name, lost race. */
const ROUNDS_MAX = 3;

export interface CheckoutOutcome {
  readonly subdomain: string;
  /** The processor's page on which the order is to be paid. */
  readonly paymentUrl?: string;
}

/**
 * Places the caller's order or continues the open one.
 *
 * @returns The subdomain of the order, and the page to pay it on.
 * @throws DomainError `sales-closed`, `terms-outdated`, `email-unproven`, `challenge-failed`, `challenge-unavailable`,
 *   `subdomain-taken`, `no-room`, `order-open`, `order-closed`, `tenant-exists`, `member-elsewhere`,
 *   `idempotency-in-progress`, `debt-open`, `payment-disputed`, `purchase-held`, `payment-declined`, `payment-unclear`,
 *   `payment-unavailable`, `validation-failed`, `rate-limited`.
 */
export async function startCheckout(needs: Deps, input: CheckoutInput): Promise<CheckoutOutcome> {
  const { request } = input;
  if (request.termosVersao !== TERMS_VERSION) throw new DomainError('terms-outdated');
  const live = await findLiveOrder(needs.db, input.identity.subject);
  if (live === null || isUnsold(live)) await requireOpenSales(needs);
  if (live === null && (await findTenantOfMember(needs.db, input.identity.subject)) !== null)
    throw memberElsewhere();
  await requireMayOrder(needs, input, live);
  const isNewFree = request.plano === 'free' && live?.plan !== 'free';
  if (isNewFree) await requireChallenge(needs, request, input.remoteIp);
  const order = isNewFree
    ? await withinFreeLimits(needs, input.remoteIp, () => takeOrder(needs, input, live))
    : await takeOrder(needs, input, live);
  if (order.status === 'AGUARDANDO') {
    await withLease(needs.db, releaseOrder, order, async (leased) => {
      if (order.plan === 'free') await beginProvisioning(needs, order, 'free');
      else if (request.pagamento === 'cartao')
        await withinProcessorQuota(needs, input, () => collectFirstCharge(needs, leased, input, request));
    });
  } else if (order.status === 'EM_ANDAMENTO') {
    await ensureWorkflow(needs, order.id, order.attempt);
  }
  return { subdomain: order.subdomain, ...(await waitingPage(needs, order)) };
}

/** True while nothing exists at the processor for the order. */
const isUnsold = (order: Order): boolean => order.status === 'AGUARDANDO' && order.payment === 'none';

/** Checks whether the caller may order. An order that may already be charged is not checked again. */
async function requireMayOrder(needs: Deps, input: CheckoutInput, live: Order | null): Promise<void> {
  const { identity, request } = input;
  if (live !== null && !isUnsold(live)) return;
  if (request.plano === 'free' && !identity.emailVerified) throw new DomainError('email-unproven');
  const payer = request.pagamento === 'cartao' ? payerIn(identity, request) : null;
  await requireMayBuy(needs, {
    subject: identity.subject,
    contact: identity,
    ...(live === null ? {} : { orderId: live.id }),
    ...(payer === null ? { isFree: true } : { taxId: payer.cpfCnpj }),
    customer: async () =>
      payer === null
        ? findCustomer(needs.db, identity.subject)
        : withinProcessorQuota(needs, input, () => needs.processor.ensureCustomer(payer)),
  });
}

/** The challenge, if the operator enabled it: once per new free order, before the daily limit counts it. */
async function requireChallenge(
  { challenge }: Deps,
  request: CheckoutRequest,
  address: string,
): Promise<void> {
  if (challenge === null || request.pagamento !== 'gratuito') return;
  const { desafio } = request;
  if (desafio === undefined || !(await challenge.verify(desafio, address)))
    throw new DomainError('challenge-failed');
}

/**
 * The processor's page of an unpaid order.
 * @throws DomainError `payment-unclear` when a charge exists and its page is not known yet: a retry finds it.
 */
async function waitingPage(needs: Deps, { id, plan }: Order): Promise<{ paymentUrl?: string }> {
  if (plan === 'free') return {};
  const order = await requireOrder(needs, id);
  if (order.status !== 'AGUARDANDO' || order.cardEntry !== 'hosted') return {};
  if (order.payUrl === null) throw new DomainError('payment-unclear');
  return { paymentUrl: order.payUrl };
}

function chosenTerms(needs: Deps, { request, remoteIp }: CheckoutInput): ChosenTerms {
  return {
    subdomain: request.subdominio,
    plan: request.plano,
    cycle: request.ciclo,
    amountCentavos: needs.catalog.priceCentavos(request.plano, request.ciclo),
    termsVersion: request.termosVersao,
    termsAddress: remoteIp,
  };
}

/**
 * Reserves a new order or takes the caller's open one, with a lease while it is unpaid.
 * @param known What was read before: an open order may have changed since, and a new one the unique index finds.
 */
async function takeOrder(needs: Deps, input: CheckoutInput, known: Order | null): Promise<Order> {
  const { identity } = input;
  const terms = chosenTerms(needs, input);
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const isNew = known === null && round === 0;
    const live = isNew ? null : await findLiveOrder(needs.db, identity.subject);
    if (live !== null) return continueOrder(needs, live, terms);
    const id = needs.newId();
    const { subject, email, emailVerified, name } = identity;
    const outcome = await reserveOrder(
      needs,
      { id, subject, email, emailVerified, name, ...terms },
      needs.clock.now(),
    );
    if (typeof outcome === 'object') {
      await reportClustersFull(needs);
      return outcome;
    }
    if (outcome === 'subdomain-taken') await freeOrRefuse(needs, terms.subdomain);
    if (outcome === 'member') throw memberElsewhere();
    if (outcome === 'no-room' || outcome === 'free-full') await refuseUnlessOrdered(needs, subject, outcome);
  }
  throw new DomainError('idempotency-in-progress');
}

const memberElsewhere = () =>
  new DomainError('member-elsewhere', { details: { redirect: '/conta/pessoas' } });

async function requireOrder(needs: Deps, id: string): Promise<Order> {
  const order = await findOrder(needs.db, id);
  if (order === null) throw new Error('The order just written cannot be read.');
  return order;
}

/** Mails the operators, at most once a day, when no cluster has room left: first when the last place is taken. */
async function reportClustersFull(needs: Deps): Promise<void> {
  if (!isLimited(needs)) return;
  const loads = await listLoads(needs);
  if (!areClustersFull(loads)) return;
  await notifyOperators(needs, 'full-house', {
    subdomain: null,
    reference: businessDay(needs.clock.now()),
    clusters: loads
      .map(({ name, environments, capacity }) => `${name || 'o único'}: ${environments} de ${capacity ?? 0}`)
      .join('; '),
  });
}

const freeFull = () => new DomainError('no-room', { sentence: message('free.full') });

/** Refuses with `no-room`, unless another window of this account has just taken the last place. */
async function refuseUnlessOrdered(
  needs: Deps,
  subject: string,
  outcome: 'no-room' | 'free-full',
): Promise<void> {
  if ((await findLiveOrder(needs.db, subject)) !== null) return;
  if (outcome === 'free-full') throw freeFull();
  await reportClustersFull(needs);
  throw new DomainError('no-room');
}

/** Releases the name of a lapsed, unpaid reservation; any other holder keeps its name. */
async function freeOrRefuse(needs: Deps, subdomain: string): Promise<void> {
  const holder = await findLiveOrderByName(needs.db, subdomain);
  if (holder === null) {
    const taken = await findTakenAmong(needs.db, [subdomain], needs.clock.now());
    if (taken.size > 0) throw subdomainTaken();
    return;
  }
  // Release the name only when nothing can be charged for it any more, as the scheduled sweep does.
  if (holder.payment === 'none' && holder.unclearUntil > 0) await syncPayment(needs, holder);
  if (!(await releaseExpired(needs.db, holder.id, needs.clock.now()))) throw subdomainTaken();
}

function subdomainTaken(): DomainError {
  return new DomainError('subdomain-taken', { details: { field: 'subdominio' } });
}

const isSameChoice = (order: Order, terms: ChosenTerms): boolean =>
  order.subdomain === terms.subdomain && order.plan === terms.plan && order.cycle === terms.cycle;

function orderOpen(order: Order): DomainError {
  return new DomainError('order-open', {
    details: { redirect: '/provisionamento', tenant: order.subdomain },
  });
}

/** True for an unpaid charge on the processor's page; such a charge may be removed there. */
const isUnpaidHosted = (order: Order): boolean => order.payment === 'pending' && order.cardEntry === 'hosted';

/** Continues an open order; refuses changes to terms that are fixed and says what to do instead. */
async function continueOrder(needs: Deps, live: Order, terms: ChosenTerms): Promise<Order> {
  // The sweep releases it within minutes; then the account may order again.
  if (live.closedAt !== null) throw new DomainError('order-closed');
  const sameTerms = isSameChoice(live, terms);
  if (live.status === 'CONCLUIDO' && !sameTerms) {
    throw new DomainError('tenant-exists', {
      details: { redirect: `/upgrade?tenant=${live.subdomain}`, tenant: live.subdomain },
    });
  }
  if (live.payment !== 'none' && !isUnpaidHosted(live) && !sameTerms) {
    throw orderOpen(live);
  }
  if (live.status === 'CONCLUIDO') await assertInForce(needs, live);
  if (live.status !== 'AGUARDANDO') return live;
  const leased = requireLease(await acquireOrder(needs.db, live.id, needs.clock.now()));
  try {
    return await chooseUnderLease(needs, leased, terms);
  } catch (error) {
    await releaseOrder(needs.db, leased);
    throw error;
  }
}

/** A repeated order for a delivered environment succeeds, unless the contract has ended or is suspended. */
async function assertInForce(needs: Deps, { subdomain }: Order): Promise<void> {
  const tenant = await findTenantByName(needs.db, subdomain);
  if (tenant?.state === 'active' && tenant.endsOn === null) return;
  throw new DomainError('tenant-exists', { details: { redirect: '/conta', tenant: subdomain } });
}

/**
 * Changes an unpaid order to the newly chosen terms. The lease keeps other requests from changing it in between; a
 * charge with a lost response is looked up first.
 */
async function chooseUnderLease(needs: Deps, leased: Order, terms: ChosenTerms): Promise<Order> {
  if (isUnpaidHosted(leased) && !isSameChoice(leased, terms)) {
    if (!(await withdrawCharge(needs, leased))) throw orderOpen(leased);
    await markOrderUnpaid(needs.db, leased, 0, needs.clock.now());
  } else if (leased.payment !== 'none') return leased;
  else if (leased.unclearUntil > 0) {
    const found = await needs.processor.findSubscription(leased.id);
    if (found !== null) {
      await adoptSubscription(needs, leased, found);
      if (!isSameChoice(leased, terms)) throw orderOpen(leased);
      return requireOrder(needs, leased.id);
    }
  }
  const outcome = await chooseTerms(needs, leased.id, leased.leaseUntil, terms, needs.clock.now());
  if (outcome === 'subdomain-taken') throw subdomainTaken();
  if (outcome === 'free-full') throw freeFull();
  if (outcome === 'not-open') throw new DomainError('idempotency-in-progress');
  return outcome;
}
