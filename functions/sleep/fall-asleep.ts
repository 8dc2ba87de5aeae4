/**
 * Puts a free environment that watches nothing to sleep.
 *
 * Owns: the order of the steps. A last copy is kept where copies are on. Then the row says that it sleeps, so nothing of
 * ours begins there any more; then its panel is closed, and only then its monitors are read once more: what was switched on
 * meanwhile is found, and nothing can be switched on after. Whoever watches something is woken at once. Every step may be
 * repeated.
 */
import { runningOf } from '#domain/limits/monitors.ts';
import type { Deps } from '#functions/compose.ts';
import { applyStanding } from '#functions/ledger/apply-standing.ts';
import { beginCall } from '#functions/ledger/cluster-calls.ts';
import { noteWatching } from '#functions/limits/watching-store.ts';
import { readAdmitted } from '#functions/platform/environment-rows.ts';
import { Unfinished } from '#functions/platform/work/define-work.ts';
import type { Tenant } from '#functions/tenants/tenant.ts';
import { noteAsleep, noteCopyAsked, noteStopped, noteWoken, type SleepRow } from './store.ts';

/** A copy that is not kept by then does not hold up the sleep: the volume stays, and the nightly copies are there. */
const COPIED_WITHIN_MS = 2 * 3_600_000;
/** So long an environment may not answer while it is being put to sleep; then it is left awake. */
const ANSWERED_WITHIN_MS = 10 * 60_000;

/** @throws Unfinished while the last copy is not kept; DomainError `tenant-unavailable`. */
export async function fallAsleep(needs: Deps, tenant: Tenant, row: SleepRow): Promise<void> {
  await keepLastCopy(needs, tenant, row);
  const { db, clock } = needs;
  const { orderId } = tenant;
  const now = clock.now();
  const report = { events: [{ kind: 'environment-asleep', orderId }] };
  if (await noteAsleep(db, orderId, report, now)) await stop(needs, { ...tenant, stateSince: now });
}

async function keepLastCopy(needs: Deps, { orderId, subdomain }: Tenant, row: SleepRow): Promise<void> {
  const now = needs.clock.now();
  const { at } = await needs.instances.readCopies(subdomain);
  if (row.copyAskedAt === null) {
    // False where copies are off: then there is none to wait for.
    if (!(await needs.cluster.startCopy(orderId))) return;
    await noteCopyAsked(needs.db, orderId, at ?? 0, now);
    throw new Unfinished('the copy from before the sleep was asked for');
  }
  if ((at ?? 0) !== row.copiedBefore || now - row.copyAskedAt > COPIED_WITHIN_MS) return;
  throw new Unfinished('the copy from before the sleep is not kept yet');
}

/**
 * Closes the panel, reads the monitors once more, and writes the zero.
 * @param tenant One that sleeps in its row, and whose pod still runs.
 */
export async function stop(needs: Deps, tenant: Tenant): Promise<void> {
  const { db, instances, clock } = needs;
  const { orderId, subdomain } = tenant;
  try {
    const { revision } = await readAdmitted(db, orderId);
    // The companion alone gets the empty list: the application keeps the real one, which counts when the pod starts again.
    await instances.admit(subdomain, { revision, accounts: [] });
    const report = await instances.readLimits(subdomain);
    await noteWatching(db, orderId, report, clock.now());
    if (runningOf(report.monitors).length > 0) return await leaveAwake(needs, orderId, 'watches');
  } catch (error) {
    // A reading that failed does not say that nothing is watched.
    if (clock.now() - tenant.stateSince < ANSWERED_WITHIN_MS) throw error;
    return await leaveAwake(needs, orderId, 'no-answer');
  }
  const call = await beginCall(db, orderId, clock.now());
  await noteStopped(db, orderId);
  await applyStanding(needs, orderId, [call]);
}

const leaveAwake = async ({ db, clock }: Deps, orderId: string, why: string): Promise<void> => {
  const events = [{ kind: 'environment-woken', orderId, detail: why }];
  await noteWoken(db, orderId, { events }, clock.now());
};
