/** Checks whether a person may buy, before anything is reserved or charged. */
import { businessDay } from '#domain/billing/days.ts';
import { type Hold, holdOf } from '#domain/contract/holds.ts';
import { DomainError } from '#domain/errors.ts';
import { message } from '#domain/messages.ts';
import { formatPrice } from '#domain/plans/catalog.ts';
import type { Deps } from '#functions/compose.ts';
import { findOpenDeletion } from '#functions/platform/deletions.ts';
import { noteNotice } from '#functions/platform/notice-store.ts';
import { notifyOperators } from '#functions/platform/notify-operators.ts';
import { mailOf } from '#functions/platform/outbox.ts';
import type { Identity } from '#functions/vendors/identity.ts';
import { collectDebt } from './collect-debt.ts';
import { findMarks, linkMarks, linkParties, type StoredMark } from './marks-store.ts';
import { type Buyer, partiesOf } from './parties.ts';

/** The buyer and the purchase. */
export interface Purchase extends Buyer {
  readonly subject: string;
  /** The environment that the purchase is for, if any. */
  readonly subdomain?: string | undefined;
  /** Where to send the mail about a held purchase. */
  readonly contact: Pick<Identity, 'email' | 'emailVerified' | 'name'>;
  /** True for a free plan, which earlier withdrawals do not block. */
  readonly isFree?: boolean;
  /**
   * Finds the processor's customer for the debt's charge; called only when a charge has to be created. `null` when
   * there is none.
   */
  readonly customer: () => Promise<string | null>;
}

/**
 * Refuses a purchase while a debt, a dispute or a manual review is open. An allowed purchase links the buyer's parties,
 * so that debts, disputes and trust follow a new e-mail or CPF.
 * @throws DomainError `debt-open` (details: `valorCentavos`, `dias`, `paymentUrl` where there is a page),
 *   `payment-disputed`, `purchase-held`, `deletion-open`; while the debt's charge is made `idempotency-in-progress`,
 *   `payment-unclear`, `payment-unavailable`.
 */
export async function requireMayBuy(needs: Deps, purchase: Purchase): Promise<void> {
  if ((await findOpenDeletion(needs.db, purchase.subject)) !== null) throw new DomainError('deletion-open');
  const parties = await partiesOf(needs, purchase);
  const marks = await findMarks(needs.db, parties);
  const hold = holdOf(marks, needs.clock.now());
  // Only for an allowed purchase: a refused one must not tie this account's marks to another person's CPF.
  if (hold === null) return void (await linkParties(needs.db, parties));
  if (hold.kind === 'debt') return refuseDebt(needs, purchase, hold, marks);
  if (hold.kind === 'dispute') throw new DomainError('payment-disputed');
  if (purchase.isFree !== true) await refuseHeld(needs, purchase, hold);
}

async function refuseDebt(
  needs: Deps,
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
  // Just paid: check again for other holds.
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

/** The sentence with the debt's amount and number of days. */
export function debtSentence({
  centavos,
  days,
}: Pick<Extract<Hold, { kind: 'debt' }>, 'centavos' | 'days'>): string {
  const values = { valor: formatPrice(centavos), dias: days };
  return message(days === 1 ? 'debt.one-day' : 'debt.days', values);
}

/** Refuses, and notifies operators and customer once a day, however often the customer tries. */
async function refuseHeld(needs: Deps, purchase: Purchase, { marks }: Hold): Promise<never> {
  const { subject, subdomain, orderId, contact } = purchase;
  // Link only the account: operators find the hold through it, and no other person's CPF is linked.
  await linkMarks(
    needs.db,
    marks.map(({ id }) => id),
    await partiesOf(needs, { subject, orderId }),
  );
  const now = needs.clock.now();
  const reference = `${subject}/${businessDay(now)}`;
  await notifyOperators(needs, 'purchase-held', {
    subdomain: subdomain ?? null,
    reference,
    who: subject,
    orderId: orderId ?? null,
  });
  const mail = mailOf(`purchase-held-${reference}`, 'purchase-held', {
    to: contact.email,
    name: contact.emailVerified ? contact.name : null,
  });
  await noteNotice(needs.db, 'purchase-held-told', reference, { mails: [mail] }, now);
  throw new DomainError('purchase-held');
}
