/**
 * `POST /api/conta/pessoas/passagem/aceite`: the member takes over the environment, with their own card if it renews.
 *
 * Owns: who may accept, how a failed first attempt is cleaned up, and where the card is typed. Later steps:
 * advance-handover.ts.
 */
import { standing } from '#domain/contract/standing.ts';
import {
  type CardHandover,
  type HandoverRequest,
  type HandoverResponse,
  isCardHandover,
} from '#domain/contracts/handover.ts';
import { DomainError } from '#domain/errors.ts';
import { message } from '#domain/messages.ts';
import { BILLING_RULES_VERSION, TERMS_VERSION } from '#domain/order/order.ts';
import { acceptanceObstacle } from '#domain/people/handover.ts';
import { payerOf } from '#functions/checkout/payer.ts';
import type { Deps } from '#functions/compose.ts';
import { chargeText } from '#functions/contract/charge-text.ts';
import { openLedger } from '#functions/contract/open-ledger.ts';
import { payerHash } from '#functions/contract/parties.ts';
import { requireMayBuy } from '#functions/contract/require-may-buy.ts';
import type { Tenant } from '#functions/contract/tenant.ts';
import { CHARGING_MS_MAX, requireLease } from '#functions/platform/lease.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import { type ChargeAsker, withinShare } from '#functions/platform/within-share.ts';
import { isRefusal } from '#functions/vendors/payments.ts';
import { advanceHandover, changeHands, takeOver } from './advance-handover.ts';
import type { Handover } from './handover.ts';
import { move, type Work, withLease } from './leased-handover.ts';
import { obstacleTo } from './obstacles.ts';

type Needs = NeedsOf<typeof advanceHandover> &
  NeedsOf<typeof requireMayBuy> &
  NeedsOf<typeof openLedger> &
  NeedsOf<typeof chargeText> &
  NeedsOf<typeof withinShare> &
  Pick<Deps, 'requiresEmailProof' | 'cardEntry' | 'siteUrl'>;

export interface AcceptHandoverInput extends ChargeAsker {
  readonly request: HandoverRequest;
}

type Renewal = NonNullable<ReturnType<typeof standing>['renewal']>;

const MINUTE_MS = 60_000;
/** How long the processor's page accepts a card. */
const PAGE_MINUTES = 60;

/**
 * Accepts the offer. Succeeds without effect when the caller already took it over.
 * @throws DomainError `terms-outdated`, `handover-over`, `handover-blocked`, `email-unproven`, `card-entry-changed`; as
 *   `requireMayBuy`; `payment-declined`: nothing has changed; `payment-unclear`, `payment-unavailable`,
 *   `idempotency-in-progress`, `rate-limited`.
 */
export async function acceptHandover(needs: Needs, input: AcceptHandoverInput): Promise<HandoverResponse> {
  const { subject } = input.identity;
  if (input.request.termosVersao !== TERMS_VERSION) throw new DomainError('terms-outdated');
  const open = await needs.handovers.findOpenTo(subject);
  if (open === null) return doneBefore(needs, subject);
  return withinShare(needs, input, () => acceptOpen(needs, open, input));
}

async function doneBefore(needs: Needs, subject: string): Promise<HandoverResponse> {
  const done = await needs.handovers.findDoneTo(subject);
  const tenant = await needs.tenants.findBySubject(subject);
  if (done === null || tenant?.orderId !== done.orderId) throw new DomainError('handover-over');
  return { situacao: 'feita' };
}

async function acceptOpen(
  needs: Needs,
  open: Handover,
  input: AcceptHandoverInput,
): Promise<HandoverResponse> {
  const leased = requireLease(await needs.handovers.acquire(open.id, needs.clock.now()));
  return withLease(needs, leased, async (work) => {
    await advanceHandover(needs, work);
    if (work.handover.state === 'closed') throw new DomainError('handover-over');
    if (work.handover.state === 'offered') await begin(needs, work, input);
    const { state, payUrl } = work.handover;
    if (state === 'waiting' && payUrl !== null) return { situacao: 'pagina', paymentUrl: payUrl };
    return { situacao: 'feita' };
  });
}

/** The first step: records the accepted terms, then takes the receiver's card. */
async function begin(needs: Needs, work: Work, input: AcceptHandoverInput): Promise<void> {
  const { identity, request, remoteIp } = input;
  requireOwnOffer(needs, work.handover, input);
  const tenant = await needs.tenants.findByOrder(work.handover.orderId);
  if (tenant === null) throw new DomainError('handover-over');
  if (tenant.ledgerAt === null) await openLedger(needs, tenant);
  const ledger = await needs.ledger.read(tenant.orderId);
  const why = await obstacleTo(needs, work.handover, ledger);
  if (why !== null) throw new DomainError('handover-blocked', { sentence: message(why) });
  const { renewal } = standing(ledger.facts, needs.clock.now());
  const isCard = isCardHandover(request);
  if (isCard !== (renewal !== null && needs.cardEntry === 'form'))
    throw new DomainError('card-entry-changed');
  const taxId = isCard ? request.cardHolder.cpfCnpj : null;
  await requireMayBuy(needs, {
    ...{ subject: identity.subject, orderId: tenant.orderId, subdomain: tenant.subdomain },
    ...{ taxId, contact: identity, customer: async () => null, isFree: renewal === null },
  });
  await move(needs, work, {
    ...{ amountCentavos: renewal?.amountCentavos ?? null, cycle: renewal?.cycle ?? null },
    ...{ firstDueOn: renewal?.dueOn ?? null, toName: identity.name },
    ...{ termsVersion: request.termosVersao, rulesVersion: BILLING_RULES_VERSION },
    ...{ termsAcceptedAt: needs.clock.now(), termsAddress: remoteIp },
    payer: taxId === null ? null : await payerHash(needs, taxId),
  });
  if (renewal === null) {
    await move(needs, work, { state: 'moving' });
    return changeHands(needs, work);
  }
  return isCard
    ? openByCard(needs, work, { input, request, renewal, tenant })
    : openPage(needs, work, renewal, tenant);
}

function requireOwnOffer(
  { clock, requiresEmailProof: requiresProof }: Needs,
  { expiresAt, toEmail: offeredTo }: Handover,
  { identity: { email, emailVerified: isProven } }: AcceptHandoverInput,
): void {
  const why = acceptanceObstacle({
    ...{ now: clock.now(), expiresAt, offeredTo, email, isProven, requiresProof },
  });
  if (why === null) return;
  if (why === 'error.email-unproven') throw new DomainError('email-unproven');
  throw new DomainError('handover-over', { sentence: message(why) });
}

/** Opens the receiver's subscription at most once: a later caller first looks it up by our reference. */
async function openByCard(
  needs: Needs,
  work: Work,
  asked: { input: AcceptHandoverInput; request: CardHandover; renewal: Renewal; tenant: Tenant },
): Promise<void> {
  const { input, request, renewal, tenant } = asked;
  const payer = payerOf(input.identity, request);
  const customerId = await needs.payments.ensureCustomer(payer);
  await move(needs, work, { state: 'opening', unclearUntil: needs.clock.now() + CHARGING_MS_MAX });
  const opening = needs.payments.openSubscription(customerId, payer, request.card, {
    orderId: work.handover.id,
    ...{ amountCentavos: renewal.amountCentavos, cycle: renewal.cycle, firstDueDate: renewal.dueOn },
    description: chargeText(needs, renewal.plan, tenant.subdomain),
    remoteIp: input.remoteIp,
  });
  const opened = await opening.catch(async (error: unknown) => {
    // A definite refusal leaves nothing at the processor: the offer stays open, and another card may be tried.
    if (isRefusal(error)) await move(needs, work, { state: 'offered', unclearUntil: 0 });
    throw asUnclear(error);
  });
  await takeOver(needs, work, opened);
}

const asUnclear = (error: unknown): unknown =>
  error instanceof DomainError && error.code === 'payment-unclear'
    ? new DomainError('payment-unclear', { sentence: message('handover.unclear'), cause: error })
    : error;

/** Opens the processor's page, which asks for payer and card; its subscription belongs to the receiver. */
async function openPage(needs: Needs, work: Work, renewal: Renewal, tenant: Tenant): Promise<void> {
  const { amountCentavos, cycle, dueOn: firstDueDate, plan } = renewal;
  const { pageId, payUrl } = await needs.billing.openHostedPage({
    ...{ reference: work.handover.id, amountCentavos, cycle, firstDueDate, minutesToExpire: PAGE_MINUTES },
    title: 'Passagem do ambiente',
    description: `Nada é cobrado hoje: cartão das renovações, ${chargeText(needs, plan, tenant.subdomain)}`,
    returnUrl: `${needs.siteUrl}/conta/pessoas`,
  });
  const pageUntil = needs.clock.now() + PAGE_MINUTES * MINUTE_MS;
  await move(needs, work, { state: 'waiting', pageId, payUrl, pageUntil });
}
