/** Refunds charges: each once, retried until the processor has done it. */
import type { ReturnReason } from '#domain/contract/facts.ts';
import type { Deps } from '#functions/compose.ts';

type Needs = Pick<Deps, 'ledger' | 'billing' | 'clock' | 'logger'>;

/** Longer than the processor may take for one refund. */
const LEASE_MS = 600_000;

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
  const { facts } = await needs.ledger.read(orderId);
  for (const { paymentId, returned, state, amountCentavos } of facts.charges)
    if (returned !== null && returned !== 'forgiven' && state === 'confirmed' && amountCentavos > 0)
      await refundCharge(needs, paymentId, returned);
}

/** Refunds one charge. Safe to repeat: the processor refunds none twice. */
async function refundCharge(
  { billing, ledger }: Needs,
  paymentId: string,
  reason: ReturnReason,
): Promise<void> {
  await billing.refund(paymentId, reasons[reason]);
  await ledger.finishReturn(paymentId);
}

/** The scheduled job: makes refunds that a request or a crash left pending. */
export async function refundDue(needs: Needs, limit: number): Promise<void> {
  const now = needs.clock.now();
  for (const { paymentId, orderId, returned } of await needs.ledger.claimReturns(now, now + LEASE_MS, limit))
    await refundCharge(needs, paymentId, returned).catch((error: unknown) =>
      needs.logger.warn('refund-postponed', { orderId, paymentId, error }),
    );
}
