/** The scheduled run: by cron each minute in production, every few seconds locally. */
import { alertTimeJobs } from './availability/measure-alerts.ts';
import { availabilityJobs } from './availability/probe.ts';
import { orderJobs } from './checkout/jobs.ts';
import type { Deps } from './compose.ts';
import { runWork } from './platform/work/run-work.ts';
import { privacyJobs } from './privacy/jobs.ts';
import { onboardingJobs } from './support/onboarding.ts';
import { workKinds } from './work.ts';

/** Jobs by the name that the log uses for a failed one. */
const jobs: Readonly<Record<string, (deps: Deps) => Promise<unknown>>> = {
  ...availabilityJobs,
  ...alertTimeJobs,
  ...orderJobs,
  ...privacyJobs,
  ...onboardingJobs,
  ...Object.fromEntries(workKinds.map((kind) => [kind.kind, (deps: Deps) => runWork(deps, kind)])),
};

/** Runs every job; a failing or hanging job does not hold up the others. */
export async function runScheduled(deps: Deps): Promise<void> {
  // In parallel: mail must not wait for a payment processor that does not answer.
  await Promise.all(
    Object.entries(jobs).map(async ([job, run]) => {
      try {
        await run(deps);
      } catch (error) {
        deps.logger.error('job-failed', { job, error });
      }
    }),
  );
}
