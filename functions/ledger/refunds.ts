/** Refunds charges: each once, retried until the processor has done it. */
import type { ReturnReason } from '#domain/contract/facts.ts';
import type { Deps } from '#functions/compose.ts';
import { defineWork } from '#functions/platform/work/define-work.ts';
import { REFUND_WORK } from './fact-rows.ts';
import { findReturn, finishReturn, readLedger } from './store.ts';

type Needs = Pick<Deps, 'db' | 'processor'>;

/** Description of a part that goes back, because a lost dispute took the days under it. */
const PART_REASON = 'Dias não entregues';

/** The description that the processor stores with a refund. */
const reasons: Readonly<Record<ReturnReason, string>> = {
  withdrawal: 'Desistência em 7 dias',
  undelivered: 'Contratação não entregue',
  'called-off': 'Mudança de plano não concluída',
  operator: 'Devolução manual',
};

/**
 * Makes the pending refunds of one order.
 * @throws DomainError What the processor client throws; the job retries.
 */
export async function refundPending(needs: Needs, orderId: string): Promise<void> {
  const { facts } = await readLedger(needs.db, orderId);
  for (const charge of facts.charges) {
    const { returned, state, amountCentavos } = charge;
    if (returned !== null && returned !== 'forgiven' && state === 'confirmed' && amountCentavos > 0)
      await refundCharge(needs, { ...charge, returned });
  }
}

interface Return {
  readonly paymentId: string;
  /** `null` when only a part goes back. */
  readonly returned: ReturnReason | null;
  readonly returnedCentavos: number;
}

/** Refunds one charge or its part. Safe to repeat: the gateway refunds what is missing of the total. */
async function refundCharge(
  { processor, db }: Needs,
  { paymentId, returned, returnedCentavos }: Return,
): Promise<void> {
  if (returned === null) await processor.refund(paymentId, PART_REASON, returnedCentavos);
  else await processor.refund(paymentId, reasons[returned]);
  await finishReturn(db, paymentId);
}

/** Makes one refund; also of a part. */
export const refundWork = defineWork<Needs>({
  kind: REFUND_WORK,
  title: 'Devolução',
  perRun: 5,
  async run(needs, { key: paymentId }) {
    const due = await findReturn(needs.db, paymentId);
    if (due !== null) await refundCharge(needs, due);
  },
});

/**
 * Refunds every paid charge of a subscription; the processor refunds none twice.
 * @returns The refunded total in centavos.
 */
export async function refundAllCharges(
  { processor }: Pick<Needs, 'processor'>,
  subscriptionId: string,
  reason: string,
): Promise<number> {
  let centavos = 0;
  for (const payment of await processor.listSubscriptionPayments(subscriptionId)) {
    if (payment.state === 'confirmed') await processor.refund(payment.paymentId, reason);
    if (payment.state === 'confirmed' || payment.state === 'refunded') centavos += payment.amountCentavos;
  }
  return centavos;
}
