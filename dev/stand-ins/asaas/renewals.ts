/**
 * What the vendor does each day: generates the next payments, charges them on their due date, and marks them overdue on
 * the day after.
 */
import { dateAt, daysBefore } from './dates.ts';
import type { Payment, Subscription } from './objects.ts';
import { isOpen, type Payments } from './payments.ts';
import type { AsaasStore } from './state.ts';

export interface RenewalsOptions {
  readonly store: AsaasStore;
  readonly now: () => number;
  readonly payments: Payments;
  readonly generatePayment: (subscription: Subscription) => Payment;
}

/** Ids of the changed payments, oldest due date first. */
export interface Advance {
  readonly created: readonly string[];
  readonly confirmed: readonly string[];
  readonly refused: readonly string[];
  readonly overdue: readonly string[];
}

/** How long before its due date a payment is generated (docs.asaas.com/docs/subscriptions). */
const GENERATED_DAYS_BEFORE = 40;

export function createRenewals({ store, now, payments, generatePayment }: RenewalsOptions) {
  const { state } = store;

  /** Generates every payment that must exist by `today`. */
  function generate(today: string): Payment[] {
    const made: Payment[] = [];
    for (const subscription of state.subscriptions) {
      if (subscription.deleted || subscription.status !== 'ACTIVE') continue;
      while (daysBefore(subscription.nextDueDate, GENERATED_DAYS_BEFORE) <= today)
        made.push(generatePayment(subscription));
    }
    return made;
  }

  /** A first payment is charged on the day of the sale; a payment due later is a renewal. */
  function isRenewal(payment: Payment): boolean {
    const subscription = state.subscriptions.find((each) => each.id === payment.subscription);
    return subscription !== undefined && payment.dueDate > subscription.dateCreated;
  }

  /** Charges the card of a payment; refuses when `declinesRenewals` is set. */
  function charge(payment: Payment): Payment {
    const isRefused = state.settings.declinesRenewals && isRenewal(payment);
    return isRefused ? payments.refusePayment(payment.id) : payments.confirm(payment.id);
  }

  const byDueDate = (list: readonly Payment[]) => list.toSorted((a, b) => a.dueDate.localeCompare(b.dueDate));
  const idsOf = (list: readonly Payment[]) => byDueDate(list).map(({ id }) => id);

  return {
    charge,

    /** Generates the payments that must exist by today, which the vendor does on its own. */
    generateAhead(): void {
      generate(dateAt(now()));
      store.save();
    },

    /**
     * Does the vendor's work up to now, in either mode of confirmation. A payment is charged once: the vendor documents
     * no retries of its own.
     */
    generateDue(): Advance {
      const today = dateAt(now());
      const made = generate(today);
      const due = byDueDate(state.payments.filter((each) => isOpen(each) && each.dueDate <= today));
      const charged = due.filter((each) => each.status === 'PENDING' && each.creditCard !== null).map(charge);
      const late = due.filter((each) => isOpen(each) && each.status !== 'OVERDUE' && each.dueDate < today);
      const refused = idsOf(charged.filter((each) => each.status === 'CREDIT_CARD_CAPTURE_REFUSED'));
      for (const { id } of late) payments.overduePayment(id);
      store.save();
      return {
        created: idsOf(made),
        confirmed: idsOf(charged.filter((each) => each.status === 'CONFIRMED')),
        refused,
        overdue: idsOf(late),
      };
    },

    /** Confirms due charges; does nothing in manual mode. */
    confirmDue(): void {
      if (state.settings.confirmMode !== 'automatic') return;
      for (const [id, at] of Object.entries(state.dueConfirmations)) {
        if (at <= now()) charge(payments.paymentOf(id));
      }
    },
  };
}
