/**
 * Delivers the list of admitted accounts to an environment: to its companion, which applies it at once, and to its
 * application, for a companion that restarts without its data.
 *
 * Owns: both deliveries, each recorded when done. After a crash at any step the newest list is sent again; the companion never replaces a list by an older one.
 */
import type { Deps } from '#functions/compose.ts';
import { rewriteApplication } from '#functions/ledger/apply-standing.ts';
import { readAdmitted } from '#functions/platform/environment-rows.ts';
import { defineWork, Unfinished } from '#functions/platform/work/define-work.ts';
import { ENVIRONMENT_WORK } from '#functions/platform/work/environment-work.ts';
import {
  findOwedList,
  noteListApplied,
  noteListSent,
  type PendingList,
} from '#functions/tenants/admitted.ts';

/** Twenty a minute and cluster. Nothing is sent to an environment that is off; it is asked for when it runs again. */
export const admittedWork = defineWork<Deps>({
  kind: ENVIRONMENT_WORK.admitted,
  title: 'Lista de quem entra',
  perRun: 20,
  isUrgent: true,
  isPerCluster: true,
  async run(needs, { key: orderId }) {
    const owed = await findOwedList(needs.db, orderId);
    if (owed === null) return;
    // In parallel: a companion that is down gets the list through its application.
    const outcomes = await Promise.allSettled([
      owed.isSent ? undefined : sendToCompanion(needs, owed),
      owed.isApplied ? undefined : writeToApplication(needs, owed),
    ]);
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  },
});

async function sendToCompanion(needs: Deps, { orderId, subdomain }: PendingList): Promise<void> {
  const list = await readAdmitted(needs.db, orderId);
  await needs.instances.admit(subdomain, list);
  await noteListSent(needs.db, orderId, list.revision);
}

async function writeToApplication(needs: Deps, { orderId }: PendingList): Promise<void> {
  const { revision } = await readAdmitted(needs.db, orderId);
  if ((await rewriteApplication(needs, orderId)) === null)
    throw new Unfinished('the standing is not known yet');
  await noteListApplied(needs.db, orderId, revision);
}
