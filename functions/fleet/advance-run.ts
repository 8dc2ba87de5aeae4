/**
 * Goes on with a run: watches the environments that are begun, begins the next ones, and stops at the first that fails.
 *
 * Every step is recorded before it is taken and may be repeated. A cluster that does not answer is no failure of a
 * version: the environment waits for it. One that fails goes back to the revision it had, with the data of the copy made
 * just before; no other is touched.
 */
import { codeOf } from '#domain/errors.ts';
import type { Deps } from '#functions/compose.ts';
import { restoreStatements } from '#functions/copies/store.ts';
import { rewriteApplication } from '#functions/ledger/apply-standing.ts';
import { forEachConcurrently } from '#functions/platform/concurrently.ts';
import { operatorMail } from '#functions/platform/notify-operators.ts';
import { defineWork, Unfinished } from '#functions/platform/work/define-work.ts';
import { ENVIRONMENT_WORK } from '#functions/platform/work/environment-work.ts';
import { addWork } from '#functions/platform/work/work-store.ts';
import { findTenant } from '#functions/tenants/store.ts';
import { COPIED_WITHIN_MS, type Step } from './run.ts';
import {
  beginStep,
  beginStepCopy,
  changeRun,
  endStep,
  FLEET_WORK,
  failStep,
  failStepCopy,
  findRun,
  listNextSteps,
  listOpenSteps,
  noteCopyAsked,
  noteStepWritten,
} from './store.ts';

const LOOK_EVERY_MS = 30_000;
/** The chart gives a new version 30 minutes to rewrite its database; the rest is for Argo CD and the image. */
const HEALTHY_WITHIN_MS = 40 * 60_000;

export const fleetWork = defineWork<Deps>({
  kind: FLEET_WORK,
  title: 'Versão ou token de todos os ambientes',
  perRun: 1,
  retryWithinMs: LOOK_EVERY_MS,
  run: (needs, { key }) => advanceRun(needs, key),
});

/** @returns When to look again; nothing when the run is over, or waits for an operator. */
async function advanceRun(needs: Deps, runId: string): Promise<{ againAt: number } | undefined> {
  const { db, clock } = needs;
  const open = await listOpenSteps(db, runId);
  await forEachConcurrently(
    open,
    (step) => watch(needs, step),
    (step, error) => note(needs, step, error),
  );
  const run = await findRun(db, runId);
  if (run?.state === 'running') {
    const next = await listNextSteps(db, runId, run.atOnce);
    if (open.length + next.length === 0) {
      await changeRun(db, runId, ['running'], 'done', clock.now());
      return undefined;
    }
    await forEachConcurrently(
      next,
      (step) => begin(needs, step),
      (step, error) => note(needs, step, error),
    );
  } else if (open.length === 0) return undefined;
  return { againAt: clock.now() + LOOK_EVERY_MS };
}

const note = ({ logger }: Deps, { orderId, state }: Step, error: unknown): void =>
  logger.warn('fleet-step-waits', { orderId, state, error });

/** A version that rewrites its data has no way back but a copy. Tokens change no data. */
async function begin(needs: Deps, step: Step): Promise<void> {
  if (step.target === null) return beginWriting(needs, step, null);
  if (await beginStepCopy(needs.db, step, needs.clock.now()))
    await copy(needs, { ...step, state: 'copying' });
}

async function copy(needs: Deps, step: Step): Promise<void> {
  // Without its pod an environment tells nothing about a copy, and changes no data either.
  if ((await findTenant(needs.db, step.orderId))?.state !== 'active') return beginWriting(needs, step, null);
  const { at } = await needs.instances.readCopies(step.subdomain);
  if (!(await needs.cluster.startCopy(step.orderId))) return beginWriting(needs, step, null);
  await noteCopyAsked(needs.db, step, at ?? 0, needs.clock.now());
}

async function watchCopy(needs: Deps, step: Step): Promise<void> {
  const now = needs.clock.now();
  const isLate = now - (step.writtenAt ?? 0) > COPIED_WITHIN_MS;
  try {
    if (step.copiedBefore === null) return await copy(needs, step);
    const { at, snapshot } = await needs.instances.readCopies(step.subdomain);
    if ((at ?? 0) !== step.copiedBefore) return await beginWriting(needs, step, snapshot);
  } catch (error) {
    if (!isLate || codeOf(error) === 'cluster-unavailable') throw error;
  }
  if (!isLate) return;
  const reason = 'a cópia de antes não ficou pronta: nada foi mudado';
  await failStepCopy(needs.db, step, reason, failureMail(needs, step, reason), now);
}

async function beginWriting(needs: Deps, step: Step, snapshot: string | null): Promise<void> {
  if (await beginStep(needs.db, step, snapshot))
    await write(needs, { ...step, state: 'begun', snapshot, writtenAt: null });
}

/** Writes the application with what the row says now. */
async function write(needs: Deps, step: Step): Promise<void> {
  const { db, clock } = needs;
  if ((await rewriteApplication(needs, step.orderId)) === null) {
    if ((await findTenant(db, step.orderId))?.state === 'active')
      throw new Unfinished('the standing is not known yet');
    await endStep(db, step, 'skipped');
    return;
  }
  await noteStepWritten(db, step, clock.now());
}

async function watch(needs: Deps, step: Step): Promise<void> {
  const { db, clock } = needs;
  const tenant = await findTenant(db, step.orderId);
  if (tenant === null || tenant.state === 'ended') {
    await endStep(db, step, 'skipped');
    return;
  }
  if (step.state === 'copying') return watchCopy(needs, step);
  if (step.writtenAt === null) return write(needs, step);
  const isGoing = step.state === 'begun';
  // Nothing runs in a suspended one or a sleeper: it has the revision with its zero, and proves it when it runs again.
  const reason = tenant.state === 'active' ? await problemOf(needs, step) : null;
  if (reason === null) {
    await endStep(db, step, isGoing ? 'done' : 'returned');
    // Its token for alerts comes from the same secret.
    if (step.target === null)
      await addWork(
        db,
        { kind: ENVIRONMENT_WORK.setUpAlerts, key: step.orderId, orderId: step.orderId },
        clock.now(),
      );
    return;
  }
  const isLate = clock.now() - step.writtenAt > HEALTHY_WITHIN_MS;
  if (isGoing && (reason.isFinal || isLate)) await fail(needs, step, reason.words);
}

const failureMail = ({ clock }: Deps, step: Step, problem: string) =>
  operatorMail(`operator-fleet-${step.runId}-${step.orderId}-${clock.now()}`, {
    kind: 'fleet-failed',
    subdominio: step.subdomain,
    reference: step.orderId,
    problem,
  });

async function fail(needs: Deps, step: Step, reason: string): Promise<void> {
  const { db, clock } = needs;
  const now = clock.now();
  const { orderId, snapshot } = step;
  const restore =
    snapshot === null ? [] : restoreStatements(db, orderId, { id: needs.newId(), snapshot }, now);
  await failStep(db, step, reason, failureMail(needs, step, reason), restore, now);
  await write(needs, { ...step, state: 'returning' });
}

interface Problem {
  readonly words: string;
  /** True when waiting does not help. */
  readonly isFinal: boolean;
}

/**
 * Why an environment is not yet healthy and readable; `null` when it is.
 * @throws DomainError `cluster-unavailable` while the cluster does not answer.
 */
async function problemOf(needs: Deps, { orderId, subdomain, state, ...step }: Step): Promise<Problem | null> {
  const wanted = state === 'begun' ? step.target : step.before;
  const application = await needs.cluster.readApplication(orderId);
  const isCompared = wanted === null || application?.chartRevision === wanted;
  if (application?.syncFailed && isCompared)
    return { words: 'o Argo CD não conseguiu aplicar o chart', isFinal: true };
  if (!(isCompared && application?.synced && application.healthy))
    return { words: 'o ambiente não ficou pronto', isFinal: false };
  try {
    const { version, isServed } = await needs.instances.readState(subdomain);
    if (!isServed) return { words: `versão ${version} não atendida`, isFinal: true };
    await needs.instances.readLimits(subdomain);
  } catch {
    return { words: 'o companheiro não responde', isFinal: false };
  }
  return (await needs.instances.isReady(subdomain))
    ? null
    : { words: 'a instância não responde', isFinal: false };
}
