/**
 * Checkout: reserves the name, collects the first charge, starts provisioning (requirements 000 §4; product decisions
 * "Sign-up").
 *
 * Owns: one account, one tenant, one open order; and that nothing is charged twice however often or from however many
 * windows the same order is sent. Does not own: HTTP and idempotency keys, which stand in front of it.
 */
import type { CheckoutRequest, PaidCheckoutRequest } from '#domain/contracts/checkout.ts';
import { DomainError } from '#domain/errors.ts';
import { businessDay, TERMS_VERSION } from '#domain/order/order.ts';
import type { ChosenTerms, Order } from '#functions/ports/order-store.ts';
import type { Identity } from '#functions/ports/token-verifier.ts';
import { beginProvisioning, wake } from './begin-provisioning.ts';
import type { Deps } from './deps.ts';
import { payerOf } from './payer.ts';
import { adoptSubscription, refreshPayment } from './settle-payment.ts';

/** How long the processor may go on working on a call whose answer was lost: tokenising and charging, 60 s each. */
export const UNCLEAR_MS = 130_000;

export interface CheckoutInput {
  readonly identity: Identity;
  readonly request: CheckoutRequest;
  /** The payer's address as the edge saw it. */
  readonly remoteIp: string;
}

/**
 * Places or continues the caller's order.
 *
 * @returns The subdomain of the order.
 * @throws DomainError `terms-outdated`, `subdomain-taken`, `order-open`, `tenant-exists`, `idempotency-in-progress`,
 *   `payment-declined`, `payment-unclear`, `payment-unavailable`, `validation-failed`.
 */
export async function startCheckout(deps: Deps, input: CheckoutInput): Promise<{ subdominio: string }> {
  const { request } = input;
  if (request.termosVersao !== TERMS_VERSION) throw new DomainError('terms-outdated');
  const order = await takeOrder(deps, input);
  if (order.status === 'AGUARDANDO') {
    const held = { lease: order.leaseUntil };
    try {
      if (order.plano === 'free') await beginProvisioning(deps, order, 'free');
      else if (request.pagamento === 'cartao') await collectFirstCharge(deps, order, held, input, request);
    } finally {
      await deps.orders.releaseLease(order.id, held.lease);
    }
  } else if (order.status === 'EM_ANDAMENTO') {
    await wake(deps, order.id, order.attempt);
  }
  return { subdominio: order.subdominio };
}

function chosenTerms(deps: Deps, { request, remoteIp }: CheckoutInput): ChosenTerms {
  return {
    subdominio: request.subdominio,
    plano: request.plano,
    ciclo: request.ciclo,
    amountCentavos: deps.catalog.priceCentavos(request.plano, request.ciclo),
    termsVersion: request.termosVersao,
    termsAddress: remoteIp,
  };
}

/** Reserves a new order or takes the caller's open one, under a lease while it is unpaid. */
async function takeOrder(deps: Deps, input: CheckoutInput): Promise<Order> {
  const { identity } = input;
  const terms = chosenTerms(deps, input);
  // Two rounds: the second after an expired reservation was freed or a twin request won the insert.
  for (let round = 0; round < 3; round += 1) {
    const live = await deps.orders.findLiveBySubject(identity.subject);
    if (live !== null) return continueOrder(deps, live, terms);
    const id = deps.newId();
    const { subject, email, name } = identity;
    const outcome = await deps.orders.reserve({ id, subject, email, name, ...terms }, deps.clock.now());
    if (outcome === 'reserved') {
      await deps.events.append('order-reserved', { orderId: id, detail: `${terms.plano} ${terms.ciclo}` });
      return requireOrder(deps, id);
    }
    if (outcome === 'subdomain-taken') await freeOrRefuse(deps, terms.subdominio);
  }
  throw new DomainError('idempotency-in-progress');
}

async function requireOrder(deps: Deps, id: string): Promise<Order> {
  const order = await deps.orders.findById(id);
  if (order === null) throw new Error('The order just written cannot be read.');
  return order;
}

/** A name held by somebody's lapsed, unpaid reservation is freed; any other holder keeps it. */
async function freeOrRefuse(deps: Deps, subdominio: string): Promise<void> {
  const holder = await deps.orders.findLiveBySubdomain(subdominio);
  if (holder === null) return;
  // As the sweep does: a name is freed only when nothing can be charged for it any more.
  if (holder.payment === 'none' && holder.unclearUntil > 0) await refreshPayment(deps, holder);
  if (!(await deps.orders.releaseExpired(holder.id, deps.clock.now()))) throw subdomainTaken();
}

function subdomainTaken(): DomainError {
  return new DomainError('subdomain-taken', { details: { field: 'subdominio' } });
}

const isSameChoice = (order: Order, terms: ChosenTerms): boolean =>
  order.subdominio === terms.subdominio && order.plano === terms.plano && order.ciclo === terms.ciclo;

function orderOpen(order: Order): DomainError {
  return new DomainError('order-open', {
    details: { redirect: '/provisionamento', tenant: order.subdominio },
  });
}

/** Goes on with an open order; what may no longer be changed is refused with the way to go. */
async function continueOrder(deps: Deps, live: Order, terms: ChosenTerms): Promise<Order> {
  const sameTerms = isSameChoice(live, terms);
  if (live.status === 'CONCLUIDO' && !sameTerms) {
    throw new DomainError('tenant-exists', {
      details: { redirect: `/upgrade?tenant=${live.subdominio}`, tenant: live.subdominio },
    });
  }
  if (live.payment !== 'none' && !sameTerms) {
    throw orderOpen(live);
  }
  if (live.status !== 'AGUARDANDO') return live;
  if (!(await deps.orders.acquireLease(live.id, deps.clock.now())))
    throw new DomainError('idempotency-in-progress');
  const held = await requireOrder(deps, live.id);
  try {
    return await chooseUnderLease(deps, held, terms);
  } catch (error) {
    await deps.orders.releaseLease(live.id, held.leaseUntil);
    throw error;
  }
}

/**
 * Changes an unpaid order to what was chosen now. Under the lease nobody else changes it, so what is read here still
 * holds when it is acted on; a charge whose answer was once lost is looked for first.
 */
async function chooseUnderLease(deps: Deps, held: Order, terms: ChosenTerms): Promise<Order> {
  if (held.payment !== 'none') return held;
  if (held.unclearUntil > 0) {
    const found = await deps.payments.findSubscription(held.id);
    if (found !== null) {
      await adoptSubscription(deps, held, found);
      if (!isSameChoice(held, terms)) throw orderOpen(held);
      return requireOrder(deps, held.id);
    }
  }
  const outcome = await deps.orders.choose(held.id, terms, deps.clock.now());
  if (outcome === 'subdomain-taken') throw subdomainTaken();
  if (outcome === 'not-open') throw new DomainError('idempotency-in-progress');
  return requireOrder(deps, held.id);
}

/**
 * Opens the subscription, at most once. Before the processor is asked to create, the order says that something may
 * come into being there; whoever looks after a crash or a lost answer first looks it up by the order's id.
 */
async function collectFirstCharge(
  deps: Deps,
  order: Order,
  held: { lease: number },
  input: CheckoutInput,
  request: PaidCheckoutRequest,
): Promise<void> {
  if (order.payment !== 'none' || order.unclearUntil > 0) {
    const found = await deps.payments.findSubscription(order.id);
    if (found !== null) return adoptSubscription(deps, order, found);
    const isOpen = order.payment === 'unclear' && order.unclearUntil >= deps.clock.now();
    if (isOpen) throw new DomainError('payment-unclear');
    // Gone at the processor before it was paid: forgotten here, so that a new one may be opened.
    if (order.payment === 'pending') await deps.orders.markUnpaid(order.id, order, false, deps.clock.now());
  }
  const payer = payerOf(input.identity, request);
  const customerId = await deps.payments.ensureCustomer(payer);
  const now = deps.clock.now();
  const unclearUntil = now + UNCLEAR_MS;
  const lease = await deps.orders.markUnclear(order.id, held.lease, unclearUntil, now);
  // Somebody else took over while the processor was slow: that request charges, this one must not.
  if (lease === null) throw new DomainError('idempotency-in-progress');
  held.lease = lease;
  try {
    const opened = await deps.payments.openSubscription(customerId, payer, request.card, {
      orderId: order.id,
      amountCentavos: order.amountCentavos,
      cycle: order.ciclo,
      firstDueDate: businessDay(now),
      description: `${deps.catalog.plan(order.plano).name} (${order.subdominio})`,
      remoteIp: input.remoteIp,
    });
    await adoptSubscription(deps, order, opened);
  } catch (error) {
    await settleFailure(deps, order.id, { leaseUntil: lease, unclearUntil }, error);
    throw error;
  }
}

/** A definite refusal leaves nothing at the processor; anything else stays unclear until it was looked up. */
async function settleFailure(
  deps: Deps,
  orderId: string,
  seen: Pick<Order, 'leaseUntil' | 'unclearUntil'>,
  error: unknown,
): Promise<void> {
  const code = error instanceof DomainError ? error.code : 'internal';
  await deps.events.append('charge-failed', { orderId, detail: code });
  if (code === 'payment-unclear' || code === 'internal') return;
  await deps.orders.markUnpaid(orderId, seen, true, deps.clock.now());
}
