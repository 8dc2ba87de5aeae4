/**
 * Brings an environment back from a copy (docs/worst-day.md).
 *
 * Owns: when it is asked for, when it is done, and who is told. The work itself is the chart's: containers that run before
 * the instance (companion/copies.ts).
 */
import type { RestoredEnvironment } from '#domain/api-schemas/operation-environments.ts';
import { DomainError } from '#domain/errors.ts';
import type { Deps } from '#functions/compose.ts';
import { addresseeOf } from '#functions/orders/addressee.ts';
import { notifyStuckWork } from '#functions/orders/notify-stuck.ts';
import { findRestore } from '#functions/platform/environment-rows.ts';
import { mailOf } from '#functions/platform/outbox.ts';
import { defineWork, Unfinished } from '#functions/platform/work/define-work.ts';
import { applicationOf, wayBack } from '#functions/tenants/environment.ts';
import { findTenant } from '#functions/tenants/store.ts';
import type { RestoreOrder } from '#functions/vendors/cluster.ts';
import { askRestore, finishRestore, RESTORE_WORK } from './store.ts';

/** A pod takes this long to stop, fetch its copy and start. */
const RETRY_WITHIN_MS = 30_000;

/**
 * Asks for a restore, or tells how far the one with this id is: an operator's command repeats its call until it is done.
 * @throws DomainError `tenant-missing` for an order without an environment; `tenant-exists` with a sentence for one that is
 *   suspended, asleep or ended: its pod does not run, so nothing would fetch the copy; `idempotency-in-progress` while another
 *   restore of the environment is not finished.
 */
export async function restoreEnvironment(
  needs: Deps,
  orderId: string,
  order: RestoreOrder,
): Promise<RestoredEnvironment> {
  const tenant = await findTenant(needs.db, orderId);
  if (tenant === null) throw new DomainError('tenant-missing');
  if (tenant.state !== 'active')
    throw new DomainError('tenant-exists', {
      sentence: `O ambiente está parado: a cópia só é devolvida a um ambiente que funciona. ${wayBack(tenant)}`,
    });
  const isNew =
    (await findRestore(needs.db, orderId))?.id !== order.id &&
    (await askRestore(needs.db, orderId, order, needs.clock.now()));
  const restore = await findRestore(needs.db, orderId);
  if (restore?.id !== order.id)
    throw new DomainError('idempotency-in-progress', {
      sentence:
        'Outra devolução deste ambiente ainda está em andamento: "historico" mostra quando ela acaba.',
    });
  return {
    orderId,
    subdomain: tenant.subdomain,
    copy: restore.snapshot,
    isNew,
    isDone: restore.doneAt !== null,
  };
}

/** Follows a restore until the environment answers with it. */
export const restoreWork = defineWork<Deps>({
  kind: RESTORE_WORK,
  title: 'Volta de um ambiente de uma cópia',
  perRun: 10,
  isPerCluster: true,
  retryWithinMs: RETRY_WITHIN_MS,
  onStuck: notifyStuckWork('restore-stuck'),
  async run(needs, { key: orderId }) {
    const [tenant, restore] = await Promise.all([
      findTenant(needs.db, orderId),
      findRestore(needs.db, orderId),
    ]);
    if (tenant === null || restore === null || restore.doneAt !== null) return;
    const { subdomain } = tenant;
    await needs.cluster.ensureApplication(applicationOf(needs, tenant));
    const found = await needs.instances.readCopies(subdomain).catch(() => null);
    if (found?.restored !== restore.id || !(await needs.instances.isReady(subdomain)))
      throw new Unfinished('the environment is not back from its copy yet');
    const copiedAt = restore.snapshot === 'latest' ? found.at : null;
    const payload = { ...(await addresseeOf(needs, { orderId, subdomain })), copiedAt };
    const mail = mailOf(`environment-restored-${restore.id}`, 'environment-restored', payload);
    await finishRestore(needs.db, orderId, restore.id, mail, needs.clock.now());
  },
});
