/** The plans that may be bought, for `/upgrade`. Each price is valid for an hour. */

import type { UpgradeObstacle, UpgradeOffer, UpgradeOffers } from '#domain/api-schemas/plan-change.ts';
import { renewalDay } from '#domain/billing/days.ts';
import type { Hold } from '#domain/contract/holds.ts';
import { type Offer, offerFor, offersOf, type Refusal } from '#domain/contract/offers.ts';
import { currentStanding, type Standing } from '#domain/contract/standing.ts';
import { message } from '#domain/messages.ts';
import { type RenewalCard, readRenewalCard } from '#functions/card-change/card-on-file.ts';
import type { Deps } from '#functions/compose.ts';
import { readHold } from '#functions/debts/read-hold.ts';
import { debtSentence } from '#functions/debts/require-may-buy.ts';
import { type Ledger, readLedger } from '#functions/ledger/store.ts';
import { takeProcessorCall } from '#functions/platform/processor-quota.ts';
import { withTimeout } from '#functions/platform/with-timeout.ts';
import type { Tenant } from '#functions/tenants/tenant.ts';
import type { Identity } from '#functions/vendors/identity.ts';
import { requireOwnTenant } from './change-plan.ts';
import { readUnpaidUpgrade, refusalOf } from './decide-change.ts';
import type { PlanChange } from './plan-change.ts';
import { keepQuote } from './quotes.ts';
import { findOpenPlanChange } from './store.ts';

/** How long to wait for the processor before answering without the card. */
const PATIENCE_MS = 4_000;

/** @throws DomainError `forbidden`, `owner-only`, `tenant-missing`. */
export async function readOffers(
  needs: Deps,
  input: { readonly identity: Identity; readonly tenant: string },
): Promise<UpgradeOffers> {
  const tenant = await requireOwnTenant(needs, input);
  const ledger = await readLedger(needs.db, tenant.orderId);
  const now = needs.clock.now();
  const standing = currentStanding(ledger.facts, now);
  const buyer = {
    catalog: needs.catalog,
    hasUnpaidUpgrade: await readUnpaidUpgrade(needs, tenant, ledger, null),
  };
  const change = await findOpenPlanChange(needs.db, tenant.orderId);
  const mayAsk = await mayAskProcessor(needs, tenant, ledger);
  const obstacle = await obstacleOf(needs, tenant, ledger, mayAsk);
  const offers = obstacle === null ? offersOf(ledger.facts, buyer, now) : [];
  await keepQuote(needs.db, tenant.orderId, offers, ledger.version, now);
  const card = mayAsk ? await cardOf(needs, ledger) : null;
  return {
    tenant: tenant.subdomain,
    plan: standing.plan,
    cycle: standing.cycle,
    ...paidFacts(standing),
    ...cardFacts(card),
    ...(change === null ? {} : { waiting: waiting(change) }),
    ...(obstacle === null ? {} : { obstacle }),
    offers: offers.map(toOffer),
  };
}

/** What is paid, and what the next charge renews. */
export function paidFacts({
  paidThrough,
  renewal,
}: Standing): Pick<UpgradeOffers, 'paidThrough' | 'renewal'> {
  const paid = paidThrough === null ? {} : { paidThrough };
  if (renewal === null) return paid;
  const { plan, cycle, amountCentavos, dueOn } = renewal;
  return { ...paid, renewal: { plan, cycle, amountCentavos, dueOn } };
}

function waiting({ plan, cycle, todayCentavos, payUrl }: PlanChange): NonNullable<UpgradeOffers['waiting']> {
  const paymentUrl = payUrl === null ? {} : { paymentUrl: payUrl };
  return { plan, cycle, todayCentavos, ...paymentUrl };
}

function toOffer(offer: Offer): UpgradeOffer {
  const { kind, plan, cycle, todayCentavos, amountCentavos } = offer;
  const next = nextCharge(offer);
  return {
    plan,
    cycle,
    kind,
    todayCentavos,
    ...(kind === 'difference' ? { days: offer.days } : {}),
    ...(next === null ? {} : { nextChargeOn: next, amountCentavos }),
  };
}

/** Due day of the charge after today's; `null` when nothing renews. */
function nextCharge(offer: Offer): string | null {
  if (offer.kind === 'purchase') return renewalDay(offer.firstDueOn, offer.cycle);
  return offer.kind === 'resume' ? offer.firstDueOn : offer.renewsOn;
}

/** What blocks any purchase: first a hold on the person, then one on the contract. */
async function obstacleOf(
  needs: Deps,
  tenant: Tenant,
  ledger: Ledger,
  mayAsk: boolean,
): Promise<UpgradeObstacle | null> {
  const refusal = contractObstacle(needs, ledger);
  if (refusal !== null) {
    const { code, sentence, details } = await refusalOf(needs, ledger, refusal);
    return obstacle(code as UpgradeObstacle['code'], sentence ?? '', details?.['paymentUrl'] ?? null);
  }
  const { hold, payUrl } = await readHold(needs, tenant, ledger.facts, mayAsk);
  return hold === null ? null : obstacle(holdCodes[hold.kind], holdSentence(hold), payUrl);
}

function contractObstacle({ catalog, clock }: Deps, { facts }: Ledger): Refusal | null {
  const asked = { plan: 'enterprise', cycle: 'yearly' } as const;
  const offer = offerFor(facts, { catalog, hasUnpaidUpgrade: true }, asked, clock.now());
  return offer.kind === 'refused' && offer.why !== 'plan' ? offer : null;
}

const holdCodes = { debt: 'debt-open', dispute: 'payment-disputed', withdrawals: 'purchase-held' } as const;

function holdSentence(hold: Hold): string {
  if (hold.kind === 'debt') return debtSentence(hold);
  // Only a refused purchase notifies the team; who reads this has not tried one.
  return message(hold.kind === 'dispute' ? 'error.payment-disputed' : 'hold.withdrawals');
}

const obstacle = (
  code: UpgradeObstacle['code'],
  sentence: string,
  payUrl: string | null,
): UpgradeObstacle => ({ code, sentence, ...(payUrl === null ? {} : { paymentUrl: payUrl }) });

/** False without a contract, and when the caller's processor quota is used up. */
const mayAskProcessor = async (needs: Deps, { subject }: Tenant, { facts }: Ledger) =>
  facts.contracts.length > 0 && (await takeProcessorCall(needs, 'account', { subject }));

function cardFacts(known: RenewalCard | null): Pick<UpgradeOffers, 'card' | 'newCard'> {
  if (known === null) return {};
  const { brand, lastFour } = known.card;
  const card = { brand, lastFour };
  return known.chargeable === null ? { newCard: card } : { card };
}

/** The card of the renewals; left out when the processor is slow. */
async function cardOf(needs: Deps, { facts }: Ledger): Promise<RenewalCard | null> {
  const newest = facts.contracts.at(-1);
  if (newest === undefined) return null;
  const reading = readRenewalCard(needs, newest.subscriptionId).catch(() => null);
  return withTimeout(reading, PATIENCE_MS, null);
}
