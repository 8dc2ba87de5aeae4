/**
 * The page on which a person pays a debt: one charge at the processor for all open debts together.
 *
 * Owns: that at most one payable charge exists, also after a lost response (docs/decisions/007), and what follows when
 * it is paid or refunded: what was paid for days that are already paid goes back. The charge's reference is computed from its debts: other debts need another charge, and the
 * old one is removed first.
 */
import { businessDay } from '#domain/billing/days.ts';
import { DomainError } from '#domain/errors.ts';
import type { Deps } from '#functions/compose.ts';
import { releaseDebts } from '#functions/debts/debt-store.ts';
import type { ClaimedPayment } from '#functions/orders/claimed-payment.ts';
import { answered, createOnce, isRefusal, requireClear } from '#functions/platform/create-once.ts';
import { appendEvent } from '#functions/platform/events.ts';
import { type Leased, requireLease, withLease } from '#functions/platform/lease.ts';
import type { PaymentSnapshot, SingleCharge } from '#functions/vendors/processor.ts';
import {
  acquireDebts,
  findOrderOfDebt,
  forgetDebtCharge,
  isPaidBy,
  type LeasedDebts,
  markDebtsUnclear,
  noteDebtCharge,
  readMarks,
  reopenDebts,
  settlePaidDebts,
} from './debt-store.ts';
import type { StoredMark } from './marks-store.ts';

type Needs = Pick<Deps, 'db' | 'processor' | 'partyHash' | 'clock' | 'siteUrl'>;

/** Prefix of a debt charge's reference; no order and no contract has it. */
const PREFIX = 'divida-';

const idsOf = (marks: readonly StoredMark[]): string[] => marks.map(({ id }) => id);

async function referenceOf({ partyHash }: Needs, ids: readonly string[]): Promise<string> {
  return `${PREFIX}${(await partyHash(`debt:${ids.toSorted().join(' ')}`)).slice(0, 32)}`;
}

/** The page of the debts' charge; `paid` when the processor reports it paid meanwhile. */
type Collected = 'paid' | { readonly payUrl: string | null };

/**
 * Finds or creates the charge of these debts.
 *
 * @param debts Open debts of one person.
 * @param customer The processor's customer to charge; looked up only when a charge has to be created.
 * @returns The page is `null` when there is no customer.
 * @throws DomainError `idempotency-in-progress`, `payment-unclear`, `payment-unavailable`.
 */
export async function collectDebt(
  needs: Needs,
  debts: readonly StoredMark[],
  customer: () => Promise<string | null>,
): Promise<Collected> {
  const reference = await referenceOf(needs, idsOf(debts));
  try {
    const row = await acquireDebts(needs.db, idsOf(debts), needs.clock.now());
    return await withLease(needs.db, releaseDebts, row, (leased) =>
      collectLeased(needs, leased, reference, customer),
    );
  } catch (error) {
    // The processor is down or another request holds the lease: the stored page still works.
    const payUrl = debts.every(({ chargeReference }) => chargeReference === reference) && debts[0]?.payUrl;
    if (error instanceof DomainError && payUrl) return { payUrl };
    throw error;
  }
}

async function collectLeased(
  needs: Needs,
  leased: Leased<LeasedDebts>,
  reference: string,
  customer: () => Promise<string | null>,
): Promise<Collected> {
  const lookUp = () => lookUpCharges(needs, leased, reference);
  const found = await lookUp();
  if (found !== null) return found;
  const customerId = await customer();
  if (customerId === null) return { payUrl: null };
  return createOnce<Collected, LeasedDebts>(needs, leased, {
    lookUp,
    prepare: async () => {
      const charge = chargeOf(needs, await readMarks(needs.db, leased.row.ids), reference);
      return async () => {
        const { paymentId: chargeId, payUrl } = await needs.processor.openCharge(customerId, charge, {
          from: 'page',
        });
        await noteDebtCharge(needs.db, reference, { chargeId, payUrl });
        return { payUrl };
      };
    },
    announce: async (unclearUntil) => {
      const now = needs.clock.now();
      leased.row = requireLease(
        await markDebtsUnclear(needs.db, leased.row, { reference, unclearUntil }, now),
      );
    },
    failed: async ({ error, wasSent }) => {
      if (wasSent && isRefusal(error)) await forgetDebtCharge(needs.db, reference);
    },
  });
}

function chargeOf({ clock, siteUrl }: Needs, debts: readonly StoredMark[], reference: string): SingleCharge {
  const days = debts.reduce((total, debt) => total + (debt.days ?? 0), 0);
  return {
    reference,
    amountCentavos: debts.reduce((total, { amountCentavos }) => total + (amountCentavos ?? 0), 0),
    dueDate: businessDay(clock.now()),
    description: `Uso sem pagamento: ${days} ${days === 1 ? 'dia' : 'dias'}`,
    returnUrl: `${siteUrl}/conta`,
  };
}

/**
 * Looks up the charges created for these debts before. A charge for exactly these debts is kept while it can be paid;
 * any other is removed before a new one is created.
 */
async function lookUpCharges(
  needs: Needs,
  leased: Leased<LeasedDebts>,
  reference: string,
): Promise<Collected | null> {
  const debts = await readMarks(needs.db, leased.row.ids);
  for (const earlier of new Set(debts.flatMap(({ chargeReference }) => chargeReference ?? []))) {
    const charge = await needs.processor.findCharge(earlier);
    if (charge === null) {
      for (const debt of debts) if (debt.chargeReference === earlier) requireClear(needs, debt);
    } else if (isPaid(charge)) {
      await settlePaidDebts(needs.db, earlier, charge.paymentId, needs.clock.now());
      return 'paid';
    } else if (isPayable(charge)) {
      if (earlier === reference) {
        await noteDebtCharge(needs.db, earlier, { chargeId: charge.paymentId, payUrl: charge.payUrl });
        return { payUrl: charge.payUrl };
      }
      await needs.processor.removeCharge(charge.paymentId);
    }
    await forgetDebtCharge(needs.db, earlier);
  }
  answered(leased, 0);
  return null;
}

const isPaid = ({ state }: PaymentSnapshot): boolean => state === 'confirmed' || state === 'disputed';
const isPayable = ({ state }: PaymentSnapshot): boolean =>
  state === 'pending' || state === 'overdue' || state === 'refused';

/**
 * Removes a debt's charge at the processor before the debt is released, so that the customer cannot pay a forgiven
 * debt.
 * @throws DomainError As `collectDebt`.
 */
export async function withdrawDebtCharge(needs: Needs, debts: readonly StoredMark[]): Promise<void> {
  if (debts.length === 0) return;
  const row = await acquireDebts(needs.db, idsOf(debts), needs.clock.now());
  await withLease(needs.db, releaseDebts, row, (leased) => lookUpCharges(needs, leased, ''));
}

type SettleNeeds = Pick<Deps, 'db' | 'processor' | 'clock'>;

/**
 * Applies the current state of a debt's charge: paid settles the debts, refunded or lost reopens them.
 * @returns `null` when this is not a debt's charge.
 */
export async function claimDebtPayment(
  needs: SettleNeeds,
  payment: PaymentSnapshot,
): Promise<ClaimedPayment | null> {
  const { reference } = payment;
  if (reference === null || !reference.startsWith(PREFIX)) return null;
  return { orderId: null, hasContract: false, isNew: await applyCharge(needs, reference, payment) };
}

/** True when anything changed. */
async function applyCharge(
  needs: SettleNeeds,
  reference: string,
  payment: PaymentSnapshot,
): Promise<boolean> {
  const { paymentId, state } = payment;
  if (state === 'confirmed') return settlePaid(needs, reference, payment);
  if (state === 'refunded') return (await reopenDebts(needs.db, reference, paymentId, needs.clock.now())) > 0;
  if (state === 'deleted') return (await forgetDebtCharge(needs.db, reference, paymentId)) > 0;
  return false;
}

async function settlePaid(
  needs: SettleNeeds,
  reference: string,
  { paymentId }: PaymentSnapshot,
): Promise<boolean> {
  const { db, processor, clock } = needs;
  if ((await settlePaidDebts(db, reference, paymentId, clock.now())) > 0) return true;
  if (await isPaidBy(db, reference, paymentId)) return false;
  // An operator released the debt, or another charge paid for these days.
  const orderId = await findOrderOfDebt(db, reference);
  await processor.refund(paymentId, 'Uso já pago');
  await appendEvent(needs, 'late-payment-refunded', {
    ...(orderId === null ? {} : { orderId }),
    detail: paymentId,
  });
  return true;
}
