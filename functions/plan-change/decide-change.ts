/** What a request for a plan means for this account now, and whether it is allowed. */
import { hasUnpaidUpgrade } from '#domain/contract/holds.ts';
import { type Offer, offerFor, type Refusal, type Target } from '#domain/contract/offers.ts';
import { currentStanding } from '#domain/contract/standing.ts';
import { DomainError } from '#domain/errors.ts';
import { message } from '#domain/messages.ts';
import type { Deps } from '#functions/compose.ts';
import { partiesOfTenant } from '#functions/debts/mark-facts.ts';
import { findMarks } from '#functions/debts/marks-store.ts';
import { payerHash } from '#functions/debts/parties.ts';
import type { Ledger } from '#functions/ledger/store.ts';
import type { Tenant } from '#functions/tenants/tenant.ts';

/**
 * True while an earlier plan on trust was not paid for, in this environment or another.
 * @param taxId The current payer's.
 */
export async function readUnpaidUpgrade(
  needs: Deps,
  tenant: Tenant,
  { facts }: Ledger,
  taxId: string | null,
): Promise<boolean> {
  const parties = await partiesOfTenant(needs, tenant, facts);
  const payer = taxId === null ? [] : [await payerHash(needs, taxId)];
  return hasUnpaidUpgrade(await findMarks(needs.db, [...parties, ...payer]));
}

/**
 * The offer that a request is for.
 * @throws DomainError `upgrade-not-higher`; `payment-pending` with the page while a charge is due; `payment-disputed`.
 */
export async function requireOffer(
  needs: Deps,
  tenant: Tenant,
  ledger: Ledger,
  target: Target,
  taxId: string | null,
): Promise<Offer> {
  const buyer = {
    catalog: needs.catalog,
    hasUnpaidUpgrade: await readUnpaidUpgrade(needs, tenant, ledger, taxId),
  };
  const offer = offerFor(ledger.facts, buyer, target, needs.clock.now());
  if (offer.kind === 'refused') throw await refusalOf(needs, ledger, offer);
  return offer;
}

/** The error that refuses a purchase, with the page of the unpaid charge. */
export async function refusalOf(needs: Deps, { facts }: Ledger, refusal: Refusal): Promise<DomainError> {
  const sentence = message(refusal.sentence);
  if (refusal.why === 'disputed') return new DomainError('payment-disputed', { sentence });
  if (refusal.why === 'plan') return new DomainError('upgrade-not-higher', { sentence });
  const paymentId = currentStanding(facts, needs.clock.now()).overdue?.charge?.paymentId;
  const payment = paymentId === undefined ? null : await needs.processor.readPayment(paymentId);
  return new DomainError('payment-pending', {
    sentence,
    details: { redirect: '/conta', ...(payment?.payUrl ? { paymentUrl: payment.payUrl } : {}) },
  });
}
