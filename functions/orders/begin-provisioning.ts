/** Starts the provisioning of a free or paid order. */

import type { Deps } from '#functions/compose.ts';
import { countPaid } from '#functions/platform/new-environments.ts';
import type { Order, PaymentReferences } from './order.ts';
import { receivedMail } from './received-mail.ts';
import { markBegun } from './run-rows.ts';

type Needs = Pick<
  Deps,
  'capacities' | 'db' | 'provisioner' | 'clock' | 'partyHash' | 'environmentLimits' | 'logger'
>;

/**
 * Moves an order from AGUARDANDO to EM_ANDAMENTO and starts its workflow. Safe to call any number of times: one caller
 * makes the change. If the workflow cannot be started, the sweep starts it later.
 */
export async function beginProvisioning(
  needs: Needs,
  order: Order,
  payment: 'free' | 'confirmed',
  references: PaymentReferences | null = null,
): Promise<void> {
  const now = needs.clock.now();
  const began = await markBegun(needs, order.id, payment, references, now, [
    receivedMail(order, references?.subscriptionId),
  ]);
  if (!began) return;
  // Free ones were already counted by the daily limit.
  if (payment !== 'free') await countPaid(needs);
  await ensureWorkflow(needs, order.id, order.attempt);
}

/** Starts or resumes a run; a failure is left to the sweep. */
export async function ensureWorkflow(needs: Needs, orderId: string, attempt: number): Promise<void> {
  try {
    await needs.provisioner.ensureRunning(orderId, attempt);
  } catch (error) {
    needs.logger.warn('workflow-not-started', { orderId, attempt, error });
  }
}
