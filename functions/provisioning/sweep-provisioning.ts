/**
 * Continues orders that are being provisioned and stopped making progress, after a crash at any point: the row decides, and a
 * dead run is started again from it.
 */
import type { Deps } from '#functions/compose.ts';
import { ensureWorkflow } from '#functions/orders/begin-provisioning.ts';
import type { Order } from '#functions/orders/order.ts';
import { nextAttempt, PROVISIONING_WORK } from '#functions/orders/run-rows.ts';
import { findOrder } from '#functions/orders/store.ts';
import { defineWork } from '#functions/platform/work/define-work.ts';

/** A run is looked after when its order was not touched for this many poll intervals. */
const SILENT_POLLS = 4;

/** Resumes the workflow run of an order that stopped making progress. */
export const provisioningWork = defineWork<Deps>({
  kind: PROVISIONING_WORK,
  title: 'Criação de um ambiente',
  perRun: 50,
  isUrgent: true,
  async run(needs, { key }) {
    const order = await findOrder(needs.db, key);
    if (order === null || order.status !== 'EM_ANDAMENTO' || order.releasedAt !== null) return undefined;
    const now = needs.clock.now();
    const silentMs = SILENT_POLLS * needs.provisionPollSeconds * 1000;
    if (now <= order.touchedAt + silentMs) return { againAt: order.touchedAt + silentMs + 1 };
    await revive(needs, order);
    return { againAt: now + silentMs };
  },
});

async function revive(needs: Deps, order: Order): Promise<void> {
  const state = await needs.provisioner.ensureRunning(order.id, order.attempt);
  if (state === 'running') return;
  const attempt = await nextAttempt(needs.db, order.id, order.attempt, needs.clock.now());
  if (attempt !== null) await ensureWorkflow(needs, order.id, attempt);
}
