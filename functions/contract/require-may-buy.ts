/** Before anything is reserved or charged: may this person buy? */
import { businessDay } from '#domain/billing/days.ts';
import { type Hold, holdOf } from '#domain/contract/holds.ts';
import { DomainError } from '#domain/errors.ts';
import { message } from '#domain/messages.ts';
import { formatPrice } from '#domain/plans/catalog.ts';
import { tellOperators } from '#functions/operations/notices.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import { mailOf } from '#functions/platform/outbox.ts';
import type { DeletionStore } from '#functions/privacy/deletion-store.ts';
import type { Identity } from '#functions/vendors/identity.ts';
import { collectDebt } from './collect-debt.ts';
import type { MarksStore, StoredMark } from './marks-store.ts';
import { type Buyer, partiesOf } from './parties.ts';

type Needs = NeedsOf<typeof partiesOf> &
  NeedsOf<typeof collectDebt> &
  NeedsOf<typeof tellOperators> & {
    readonly marks: MarksStore;
    readonly deletions: Pick<DeletionStore, 'findOpen'>;
  };

/** Who wants to buy. */
export interface Purchase extends Buyer {
  readonly subject: string;
  /** The environment it is for, where there is one. */
  readonly subdomain?: string | undefined;
  /** Where the person is told that a purchase waits. */
  readonly contact: Pick<Identity, 'email' | 'emailVerified' | 'name'>;
  /** A free plan: withdrawals do not hold it. */
  readonly isFree?: boolean;
  /** The processor's customer who would pay a debt; asked only when a charge has to be made, `null` when there is none. */
  readonly customer: () => Promise<string | null>;
}

/**
 * Refuses a purchase that waits for a debt, a dispute or a person. What one of the buyer's parties has done belongs to all
 * of them from now on, so that it follows a new e-mail and a new CPF.
 * @throws DomainError `debt-open` (details: `valorCentavos`, `dias`, `paymentUrl` where there is a page),
 *   `payment-disputed`, `purchase-held`, `deletion-open`; while the debt's charge is made `idempotency-in-progress`, `payment-unclear`,
 *   `payment-unavailable`.
 */
export async function requireMayBuy(needs: Needs, purchase: Purchase): Promise<void> {
  if ((await needs.deletions.findOpen(purchase.subject)) !== null) throw new DomainError('deletion-open');
  const parties = await partiesOf(needs, purchase);
  const marks = await needs.marks.findMarks(parties);
  const hold = holdOf(marks, needs.clock.now());
  // Only with a purchase that is allowed: a refused one must not tie this account's marks to somebody else's number.
  if (hold === null) return void (await needs.marks.linkParties(parties));
  if (hold.kind === 'debt') return refuseDebt(needs, purchase, hold, marks);
  if (hold.kind === 'dispute') throw new DomainError('payment-disputed');
  if (purchase.isFree !== true) await refuseHeld(needs, purchase);
}

async function refuseDebt(
  needs: Needs,
  purchase: Purchase,
  hold: Extract<Hold, { kind: 'debt' }>,
  marks: readonly StoredMark[],
): Promise<void> {
  const owed = new Set(hold.marks.map(({ id }) => id));
  const collected = await collectDebt(
    needs,
    marks.filter(({ id }) => owed.has(id)),
    purchase.customer,
  );
  // Paid a moment ago: what else there is decides.
  if (collected === 'paid') return requireMayBuy(needs, purchase);
  const { payUrl } = collected;
  throw new DomainError('debt-open', {
    sentence: payUrl === null ? `${debtSentence(hold)} ${message('debt.ask')}` : debtSentence(hold),
    details: {
      valorCentavos: String(hold.centavos),
      dias: String(hold.days),
      ...(payUrl === null ? {} : { paymentUrl: payUrl }),
    },
  });
}

/** Names what is owed, for how many days. */
export function debtSentence({
  centavos,
  days,
}: Pick<Extract<Hold, { kind: 'debt' }>, 'centavos' | 'days'>): string {
  const values = { valor: formatPrice(centavos), dias: days };
  return message(days === 1 ? 'debt.one-day' : 'debt.days', values);
}

/** Operators and the person are told once a day, however often the person tries. */
async function refuseHeld(needs: Needs, purchase: Purchase): Promise<never> {
  const { subject, subdomain, orderId, contact } = purchase;
  // The account alone: the operator who is asked finds them by it, and nobody else's number is tied to anything.
  await needs.marks.linkParties(
    await partiesOf(needs, purchase),
    await partiesOf(needs, { subject, orderId }),
  );
  const now = needs.clock.now();
  const reference = `${subject}/${businessDay(now)}`;
  await tellOperators(needs, 'purchase-held', {
    subdomain: subdomain ?? null,
    reference,
    who: subject,
    amountCentavos: null,
    ...(orderId === undefined ? {} : { orderId }),
  });
  const mail = mailOf(`purchase-held-${reference}`, 'purchase-held', {
    to: contact.email,
    name: contact.emailVerified ? contact.name : null,
  });
  await needs.billingWork.notice('purchase-held-told', reference, mail, now);
  throw new DomainError('purchase-held');
}
