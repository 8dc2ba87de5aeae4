/** All scheduled jobs: run by cron each minute in production, every few seconds locally. */
import { cardChangeJobs } from './card-change/jobs.ts';
import { orderJobs } from './checkout/jobs.ts';
import { endingJobs } from './ending/jobs.ts';
import { fiscalJobs } from './fiscal/jobs.ts';
import { ledgerJobs } from './ledger/jobs.ts';
import { limitsJobs } from './limits/jobs.ts';
import { paymentJobs } from './payments/jobs.ts';
import { peopleJobs } from './people/jobs.ts';
import { planChangeJobs } from './plan-change/jobs.ts';
import { sendOutbox } from './platform/mail/send-outbox.ts';
import { deletionJobs } from './privacy/deletion-jobs.ts';
import { privacyJobs } from './privacy/jobs.ts';
import { provisioningJobs } from './provisioning/jobs.ts';
import { quotaJobs } from './quota/jobs.ts';
import { renewalJobs } from './renewals/jobs.ts';
import { reportJobs } from './reports/jobs.ts';

/** Jobs by the name that the log uses for a failed one. */
const jobs = {
  ...provisioningJobs,
  ...planChangeJobs,
  ...cardChangeJobs,
  ...fiscalJobs,
  ...quotaJobs,
  ...limitsJobs,
  ...reportJobs,
  outbox: sendOutbox,
  ...ledgerJobs,
  ...renewalJobs,
  ...endingJobs,
  ...paymentJobs,
  ...orderJobs,
  ...peopleJobs,
  ...deletionJobs,
  ...privacyJobs,
};

/** What all jobs need together. */
type Needs = (typeof jobs)[keyof typeof jobs] extends (needs: infer Each) => unknown ? Each : never;

/** Runs every job; a failing or hanging job does not hold up the others. */
export async function runScheduled(needs: Needs): Promise<void> {
  // In parallel: mail must not wait for a payment processor that does not answer.
  await Promise.all(
    Object.entries(jobs).map(async ([job, run]) => {
      try {
        await run(needs);
      } catch (error) {
        needs.logger.error('job-failed', { job, error });
      }
    }),
  );
}
