/** Sends the mails that are due. Each is sent once; a failure postpones it. */
import { codeOf } from '#domain/errors.ts';
import type { Clock } from '#functions/platform/clock.ts';
import type { Logger } from '#functions/platform/logger.ts';
import type { Outbox, OutboxMessage } from '#functions/platform/outbox.ts';
import { sideBySide } from '#functions/platform/side-by-side.ts';
import type { Mailer } from '#functions/vendors/mailer.ts';
import { type MailSender, oneLine, renderMail } from './layout.ts';
import { type MailFacts, type MailTemplates, prepareMail } from './templates.ts';

const BATCH = 20;
/** Longer than the mailer may take for a batch, so that no mail is claimed twice. */
const LEASE_MS = 120_000;
/** Time budget of one run; the next starts a minute later. */
const BUDGET_MS = 40_000;
const FIRST_RETRY_MS = 5_000;
const LAST_RETRY_MS = 3_600_000;

/** Doubles from 5 s to one hour; `attempts` counts from 1. */
const retryDelayMs = (attempts: number): number =>
  Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** (attempts - 1));

type Needs = MailFacts &
  MailSender & {
    readonly outbox: Outbox;
    readonly mailer: Mailer;
    readonly mailTemplates: MailTemplates;
    readonly clock: Clock;
    readonly logger: Logger;
  };

/** Sends batch after batch within the time budget, so that a burst does not take a minute per batch. */
export async function sendOutbox(needs: Needs): Promise<void> {
  const { outbox, clock } = needs;
  const until = clock.now() + BUDGET_MS;
  for (;;) {
    const now = clock.now();
    const messages = await outbox.claimDue(now, now + LEASE_MS, BATCH);
    await sideBySide(
      messages,
      (message) => sendOne(needs, message),
      (message, error) => putOff(needs, message, error),
    );
    if (messages.length < BATCH || clock.now() > until) return;
  }
}

async function sendOne(needs: Needs, { id, template, payload }: OutboxMessage): Promise<void> {
  const { to, replyTo, content } = prepareMail(needs.mailTemplates, { template, payload }, needs);
  if (to !== null) {
    await needs.mailer.send({
      to,
      subject: oneLine(content.subject),
      ...renderMail(content, needs),
      ...(replyTo ? { replyTo } : {}),
      idempotencyKey: id,
    });
  }
  await needs.outbox.markSent(id, needs.clock.now());
}

async function putOff(
  { outbox, clock, logger }: Needs,
  { id, attempts }: OutboxMessage,
  error: unknown,
): Promise<void> {
  const reason = codeOf(error);
  logger.warn('outbox-postponed', { messageId: id, reason, error });
  await outbox.postpone(id, clock.now() + retryDelayMs(attempts), reason);
}
