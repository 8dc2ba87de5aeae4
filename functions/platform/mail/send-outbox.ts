/** Sends what is due in the outbox; a message leaves once, and a failure only puts it off. */
import { DomainError } from '#domain/errors.ts';
import type { Deps } from '#functions/deps.ts';
import { prepareMail } from '#functions/mails.ts';
import type { OutboxMessage } from '#functions/platform/outbox.ts';
import { sideBySide } from '#functions/platform/side-by-side.ts';
import { oneLine, renderMail } from './layout.ts';

const BATCH = 20;
/** Longer than the mailer may take for a batch, a few side by side: a message in the queue must not be taken twice. */
const LEASE_MS = 120_000;
/** One run goes on for so long; the next comes a minute later. */
const BUDGET_MS = 40_000;
const FIRST_RETRY_MS = 5_000;
const LAST_RETRY_MS = 3_600_000;

/** Doubles from 5 s to one hour; `attempts` counts from 1. */
export function retryDelayMs(attempts: number): number {
  return Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** (attempts - 1));
}

type Needs = Pick<
  Deps,
  | 'outbox'
  | 'mailer'
  | 'catalog'
  | 'clock'
  | 'logger'
  | 'productName'
  | 'company'
  | 'supportEmail'
  | 'siteUrl'
  | 'tenantUrlTemplate'
>;

/** Batch after batch while there is time: a burst must not wait a minute for each handful. */
export async function sendOutbox(deps: Needs): Promise<void> {
  const until = deps.clock.now() + BUDGET_MS;
  for (;;) {
    const now = deps.clock.now();
    const messages = await deps.outbox.claimDue(now, now + LEASE_MS, BATCH);
    await sideBySide(messages, (message) => sendOrPutOff(deps, message));
    if (messages.length < BATCH || deps.clock.now() > until) return;
  }
}

async function sendOrPutOff(deps: Needs, message: OutboxMessage): Promise<void> {
  try {
    await sendOne(deps, message);
    await deps.outbox.markSent(message.id, deps.clock.now());
  } catch (error) {
    const reason = error instanceof DomainError ? error.code : 'internal';
    deps.logger.warn('outbox-postponed', { messageId: message.id, reason, error });
    await deps.outbox.postpone(message.id, deps.clock.now() + retryDelayMs(message.attempts), reason);
  }
}

async function sendOne(deps: Needs, message: OutboxMessage): Promise<void> {
  const { to, replyTo, content } = prepareMail(message.template, message.payload, deps);
  if (to === null) return;
  await deps.mailer.send({
    to,
    subject: oneLine(content.subject),
    ...renderMail(content, deps),
    ...(replyTo ? { replyTo } : {}),
    idempotencyKey: message.id,
  });
}
