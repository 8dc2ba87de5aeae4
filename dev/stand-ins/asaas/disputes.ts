/**
 * A cardholder's dispute, from the bank's claim to its end.
 *
 * Sequence (docs.asaas.com/docs/fluxos-de-webhook): PAYMENT_CHARGEBACK_REQUESTED; PAYMENT_CHARGEBACK_DISPUTE when the
 * shop presents documents; then, if won, PAYMENT_AWAITING_CHARGEBACK_REVERSAL and PAYMENT_CONFIRMED a second time, or,
 * if lost (also without documents), PAYMENT_REFUNDED. A payment has the `chargeback` object of the reference
 * ("Recuperar um único chargeback"). Which of its states belongs to which step is undocumented; here it is `DONE` when
 * lost without documents, `DISPUTE_LOST` when lost after them, `REVERSED` when won.
 */
import { randomUUID } from 'node:crypto';
import { dateAt } from './dates.ts';
import type { Chargeback, Payment } from './objects.ts';
import type { Payments } from './payments.ts';

/** Time for the shop to present documents; the vendor shows the last day on each dispute. */
const DOCUMENT_DAYS = 10;
const DAY_MS = 24 * 3_600_000;

export function createDisputes({
  payments,
  now,
}: {
  readonly payments: Payments;
  readonly now: () => number;
}) {
  const { paymentOf, move } = payments;

  function chargebackOf(payment: Payment): Chargeback {
    return {
      id: randomUUID(),
      payment: payment.id,
      customerAccount: payment.customer,
      status: 'REQUESTED',
      reason: 'ABSENT_CARD_FRAUD',
      disputeStartDate: dateAt(now()),
      value: payment.value,
      paymentDate: payment.confirmedDate,
      creditCard: payment.creditCard && {
        number: payment.creditCard.creditCardNumber,
        brand: payment.creditCard.creditCardBrand,
      },
      disputeStatus: null,
      deadlineToSendDisputeDocuments: dateAt(now() + DOCUMENT_DAYS * DAY_MS),
    };
  }

  /** The payment's chargeback with a change. */
  function changed(payment: Payment, change: Partial<Chargeback>): Chargeback {
    return { ...(payment.chargeback ?? chargebackOf(payment)), ...change };
  }

  /** The cardholder asks the bank for the money back. */
  function requestChargeback(id: string): Payment {
    const payment = paymentOf(id);
    const change = { status: 'CHARGEBACK_REQUESTED', chargeback: chargebackOf(payment) } as const;
    return move(payment, ['CONFIRMED'], change, 'PAYMENT_CHARGEBACK_REQUESTED');
  }

  /** Opens the dispute if there is none, so that one action is enough. */
  function claimed(id: string): Payment {
    const payment = paymentOf(id);
    return payment.status === 'CONFIRMED' ? requestChargeback(id) : payment;
  }

  /** The shop presents its documents. */
  function dispute(id: string): Payment {
    const payment = claimed(id);
    const chargeback = changed(payment, { status: 'IN_DISPUTE', disputeStatus: 'REQUESTED' });
    const change = { status: 'CHARGEBACK_DISPUTE', chargeback } as const;
    return move(payment, ['CHARGEBACK_REQUESTED'], change, 'PAYMENT_CHARGEBACK_DISPUTE');
  }

  /** The bank agrees with the shop and returns the money. */
  function awaitReversal(id: string): Payment {
    const payment = paymentOf(id);
    const chargeback = changed(payment, { disputeStatus: 'ACCEPTED' });
    const change = { status: 'AWAITING_CHARGEBACK_REVERSAL', chargeback } as const;
    const from = ['CHARGEBACK_REQUESTED', 'CHARGEBACK_DISPUTE'] as const;
    return move(payment, from, change, 'PAYMENT_AWAITING_CHARGEBACK_REVERSAL');
  }

  return {
    requestChargeback,
    dispute,
    awaitReversal,

    /** The shop has the money again. */
    winDispute(id: string): Payment {
      const payment = paymentOf(id);
      if (payment.status !== 'AWAITING_CHARGEBACK_REVERSAL') awaitReversal(id);
      const change = { status: 'CONFIRMED', chargeback: changed(payment, { status: 'REVERSED' }) } as const;
      return move(payment, ['AWAITING_CHARGEBACK_REVERSAL'], change, 'PAYMENT_CONFIRMED');
    },

    /** The cardholder keeps the money. */
    loseDispute(id: string): Payment {
      const payment = claimed(id);
      const end =
        payment.status === 'CHARGEBACK_DISPUTE'
          ? ({ status: 'DISPUTE_LOST', disputeStatus: 'REJECTED' } as const)
          : ({ status: 'DONE' } as const);
      const change = { status: 'REFUNDED', chargeback: changed(payment, end) } as const;
      return move(payment, ['CHARGEBACK_REQUESTED', 'CHARGEBACK_DISPUTE'], change, 'PAYMENT_REFUNDED');
    },
  };
}
