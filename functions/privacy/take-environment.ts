/** The owner's environment as a file to take along: its companion makes it, and it is passed on while it arrives. */
import type { EnvironmentCopyRequest } from '#domain/api-schemas/privacy.ts';
import { DomainError } from '#domain/errors.ts';
import { message } from '#domain/messages.ts';
import type { Deps } from '#functions/compose.ts';
import { appendEvent } from '#functions/platform/events.ts';
import { requireTenant } from '#functions/tenants/require-tenant.ts';
import type { ExportOutcome } from '#functions/vendors/instances.ts';
import { takeDataCopy, uncountDataCopy } from './data-copies.ts';

type Needs = Pick<Deps, 'db' | 'clock' | 'instances'>;
type File = Extract<ExportOutcome, { readonly outcome: 'file' }>;

/** Sentence for each reason why there is no file now. */
const sentences = {
  stopped: 'own-data.environment-stopped',
  asleep: 'own-data.environment-asleep',
  silent: 'own-data.environment-silent',
  busy: 'own-data.environment-busy',
  full: 'own-data.environment-full',
} as const;

const unavailable = (why: keyof typeof sentences, cause?: unknown): DomainError =>
  new DomainError('tenant-unavailable', { sentence: message(sentences[why]), cause });

/**
 * Opens the file. It counts as one of the day's copies, unless it could not be made.
 * @throws DomainError As `requireTenant`; `rate-limited`; `tenant-unavailable` with a sentence for an environment that is
 *   stopped, asleep, silent, already making one, or too full.
 */
export async function takeEnvironment(
  needs: Needs,
  subject: string,
  { format, secrets, history }: EnvironmentCopyRequest,
): Promise<File> {
  const { subdomain, orderId, state } = await requireTenant(needs, subject);
  // Its pod does not run.
  if (state !== 'active') throw unavailable(state === 'asleep' ? 'asleep' : 'stopped');
  await takeDataCopy(needs, subject, undefined);
  try {
    const options = { format, secrets, history };
    const opened = await needs.instances.exportData(subdomain, options).catch((cause: unknown) => {
      throw unavailable('silent', cause);
    });
    if (opened.outcome !== 'file') throw unavailable(opened.outcome);
    const detail = `${format}, ${secrets ? 'com' : 'sem'} segredos, ${history ? 'com' : 'sem'} histórico`;
    await appendEvent(needs, 'environment-taken', { orderId, detail });
    return opened;
  } catch (error) {
    await uncountDataCopy(needs, subject);
    throw error;
  }
}
