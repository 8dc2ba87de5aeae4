/**
 * Checkout: reserves the name, collects the first charge, starts provisioning (requirements 000 §4; product decisions
 * "Sign-up").
 *
 * Owns: one account, one tenant, one open order; and that nothing is charged twice however often or from however many
 * windows the same order is sent. Does not own: HTTP and idempotency keys, which come before it.
 */
import { DomainError } from '#domain/errors.ts';
import { TERMS_VERSION } from '#domain/order/order.ts';
import { requireMayBuy } from '#functions/contract/require-may-buy.ts';
import type { TenantStore } from '#functions/contract/tenant-store.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import { withinShare } from '#functions/platform/within-share.ts';
import { beginProvisioning, wake } from '#functions/provisioning/begin-provisioning.ts';
import { withinDay } from './brakes.ts';
import { type CheckoutInput, collectFirstCharge } from './collect-first-charge.ts';
import { tellFullHouse } from './full-house.ts';
import type { ChosenTerms, Order } from './order.ts';
import { payerIn } from './payer.ts';
import { requireChallenge } from './require-challenge.ts';
import { adoptSubscription, refreshPayment, withdrawCharge } from './settle-payment.ts';

/** First try, freed name, lost race. */
const ROUNDS_MAX = 3;

type Needs = NeedsOf<typeof collectFirstCharge> &
  NeedsOf<typeof withdrawCharge> &
  NeedsOf<typeof withinShare> &
  NeedsOf<typeof requireChallenge> &
  NeedsOf<typeof withinDay> &
  NeedsOf<typeof tellFullHouse> &
  NeedsOf<typeof requireMayBuy> & {
    readonly tenants: TenantStore;
    readonly newId: () => string;
    /** A free environment is made for a proven address alone. */
    readonly requiresEmailProof: boolean;
  };

export interface CheckoutOutcome {
  readonly subdomain: string;
  /** The processor's page, where the order waits to be paid there. */
  readonly paymentUrl?: string;
}

/**
 * Places or continues the caller's order.
 *
 * @returns The subdomain of the order, and where to pay it.
 * @throws DomainError `terms-outdated`, `email-unproven`, `challenge-failed`, `challenge-unavailable`, `subdomain-taken`, `no-room`,
 *   `order-open`, `order-closed`, `tenant-exists`, `member-elsewhere`, `idempotency-in-progress`,
 *   `debt-open`, `payment-disputed`, `purchase-held`, `payment-declined`, `payment-unclear`, `payment-unavailable`,
 *   `validation-failed`, `rate-limited`.
 */
export async function startCheckout(needs: Needs, input: CheckoutInput): Promise<CheckoutOutcome> {
  const { request } = input;
  if (request.termosVersao !== TERMS_VERSION) throw new DomainError('terms-outdated');
  const live = await needs.orders.findLiveBySubject(input.identity.subject);
  if (live === null && (await needs.tenants.findByMember(input.identity.subject)) !== null)
    throw memberElsewhere();
  await requireMayOrder(needs, input, live);
  const isNewFree = request.plano === 'free' && live?.plan !== 'free';
  if (isNewFree) await requireChallenge(needs, request, input.remoteIp);
  const order = isNewFree
    ? await withinDay(needs, input.remoteIp, () => takeOrder(needs, input))
    : await takeOrder(needs, input);
  if (order.status === 'AGUARDANDO') {
    const held = { lease: order.leaseUntil };
    try {
      if (order.plan === 'free') await beginProvisioning(needs, order, 'free');
      else if (request.pagamento === 'cartao')
        await withinShare(needs, input, () => collectFirstCharge(needs, order, held, input, request));
    } finally {
      await needs.orders.releaseLease(order.id, held.lease);
    }
  } else if (order.status === 'EM_ANDAMENTO') {
    await wake(needs, order.id, order.attempt);
  }
  return { subdomain: order.subdomain, ...(await waitingPage(needs, order)) };
}

/** What was let through once goes on: an order that may be charged already is asked nothing more. */
async function requireMayOrder(needs: Needs, input: CheckoutInput, live: Order | null): Promise<void> {
  const { identity, request } = input;
  if (live !== null && (live.status !== 'AGUARDANDO' || live.payment !== 'none')) return;
  if (needs.requiresEmailProof && request.plano === 'free' && !identity.emailVerified)
    throw new DomainError('email-unproven');
  const payer = request.pagamento === 'cartao' ? payerIn(identity, request) : null;
  await requireMayBuy(needs, {
    subject: identity.subject,
    contact: identity,
    ...(live === null ? {} : { orderId: live.id }),
    ...(payer === null ? { isFree: true } : { taxId: payer.cpfCnpj }),
    customer: async () =>
      payer === null
        ? needs.orders.findCustomer(identity.subject)
        : withinShare(needs, input, () => needs.payments.ensureCustomer(payer)),
  });
}

/**
 * Where an order that is paid on the processor's page waits.
 * @throws DomainError `payment-unclear` when there is a charge whose page is not known yet: asking again finds it.
 */
async function waitingPage(needs: Needs, { id, plan }: Order): Promise<{ paymentUrl?: string }> {
  if (plan === 'free') return {};
  const order = await requireOrder(needs, id);
  if (order.status !== 'AGUARDANDO' || order.cardEntry !== 'hosted') return {};
  if (order.payUrl === null) throw new DomainError('payment-unclear');
  return { paymentUrl: order.payUrl };
}

function chosenTerms(needs: Needs, { request, remoteIp }: CheckoutInput): ChosenTerms {
  return {
    subdomain: request.subdominio,
    plan: request.plano,
    cycle: request.ciclo,
    amountCentavos: needs.catalog.priceCentavos(request.plano, request.ciclo),
    termsVersion: request.termosVersao,
    termsAddress: remoteIp,
  };
}

/** Reserves a new order or takes the caller's open one, under a lease while it is unpaid. */
async function takeOrder(needs: Needs, input: CheckoutInput): Promise<Order> {
  const { identity } = input;
  const terms = chosenTerms(needs, input);
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const live = await needs.orders.findLiveBySubject(identity.subject);
    if (live !== null) return continueOrder(needs, live, terms);
    const id = needs.newId();
    const { subject, email, emailVerified, name } = identity;
    const outcome = await needs.orders.reserve(
      { id, subject, email, emailVerified, name, ...terms },
      needs.clock.now(),
    );
    if (outcome === 'reserved') {
      await needs.events.append('order-reserved', { orderId: id, detail: `${terms.plan} ${terms.cycle}` });
      await tellFullHouse(needs);
      return requireOrder(needs, id);
    }
    if (outcome === 'subdomain-taken') await freeOrRefuse(needs, terms.subdomain);
    if (outcome === 'member') throw memberElsewhere();
    if (outcome === 'no-room') await refuseUnlessOrdered(needs, subject);
  }
  throw new DomainError('idempotency-in-progress');
}

const memberElsewhere = () =>
  new DomainError('member-elsewhere', { details: { redirect: '/conta/pessoas' } });

async function requireOrder(needs: Needs, id: string): Promise<Order> {
  const order = await needs.orders.findById(id);
  if (order === null) throw new Error('The order just written cannot be read.');
  return order;
}

/** The last place may be the one that another window of this account has just taken. */
async function refuseUnlessOrdered(needs: Needs, subject: string): Promise<void> {
  if ((await needs.orders.findLiveBySubject(subject)) !== null) return;
  await tellFullHouse(needs);
  throw new DomainError('no-room');
}

/** A name held by a lapsed, unpaid reservation is freed; any other holder keeps it. */
async function freeOrRefuse(needs: Needs, subdomain: string): Promise<void> {
  const holder = await needs.orders.findLiveBySubdomain(subdomain);
  if (holder === null) {
    const taken = await needs.orders.findTakenAmong([subdomain], needs.clock.now());
    if (taken.size > 0) throw subdomainTaken();
    return;
  }
  // As the sweep does: a name is freed only when nothing can be charged for it any more.
  if (holder.payment === 'none' && holder.unclearUntil > 0) await refreshPayment(needs, holder);
  if (!(await needs.orders.releaseExpired(holder.id, needs.clock.now()))) throw subdomainTaken();
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

/** A charge that is not paid on the processor's page yet may be removed there. */
const isUnpaidHosted = (order: Order): boolean => order.payment === 'pending' && order.cardEntry === 'hosted';

/** Goes on with an open order; what may no longer be changed is refused with the way to go. */
async function continueOrder(needs: Needs, live: Order, terms: ChosenTerms): Promise<Order> {
  // Minutes later it is released, and the account may order anew.
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
  if (!(await needs.orders.acquireLease(live.id, needs.clock.now())))
    throw new DomainError('idempotency-in-progress');
  const held = await requireOrder(needs, live.id);
  try {
    return await chooseUnderLease(needs, held, terms);
  } catch (error) {
    await needs.orders.releaseLease(live.id, held.leaseUntil);
    throw error;
  }
}

/** The same order again is done already, unless its contract is over or suspended: the account shows the way on. */
async function assertInForce(needs: Needs, { subdomain }: Order): Promise<void> {
  const tenant = await needs.tenants.findBySubdomain(subdomain);
  if (tenant?.state === 'active' && tenant.endsOn === null) return;
  throw new DomainError('tenant-exists', { details: { redirect: '/conta', tenant: subdomain } });
}

/**
 * Changes an unpaid order to what was chosen now. Under the lease no other request changes it, so what is read here still
 * holds when it is acted on; a charge whose answer was once lost is looked for first.
 */
async function chooseUnderLease(needs: Needs, held: Order, terms: ChosenTerms): Promise<Order> {
  if (isUnpaidHosted(held) && !isSameChoice(held, terms)) {
    if (!(await withdrawCharge(needs, held))) throw orderOpen(held);
    await needs.orders.markUnpaid(held.id, held, true, needs.clock.now());
  } else if (held.payment !== 'none') return held;
  else if (held.unclearUntil > 0) {
    const found = await needs.payments.findSubscription(held.id);
    if (found !== null) {
      await adoptSubscription(needs, held, found);
      if (!isSameChoice(held, terms)) throw orderOpen(held);
      return requireOrder(needs, held.id);
    }
  }
  const outcome = await needs.orders.choose(held.id, held.leaseUntil, terms, needs.clock.now());
  if (outcome === 'subdomain-taken') throw subdomainTaken();
  if (outcome === 'not-open') throw new DomainError('idempotency-in-progress');
  return requireOrder(needs, held.id);
}
