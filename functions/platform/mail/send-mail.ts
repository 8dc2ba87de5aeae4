/** Sends one mail, once. */
import { DomainError } from '#domain/errors.ts';
import type { Clock } from '#functions/platform/clock.ts';
import { MAIL_WORK, type Outbox } from '#functions/platform/outbox.ts';
import { defineWork } from '#functions/platform/work/define-work.ts';
import type { Mailer } from '#functions/vendors/mailer.ts';
import { type MailSender, oneLine, renderMail } from './layout.ts';
import { type MailFacts, type MailTemplates, prepareMail } from './templates.ts';

type Needs = MailFacts &
  MailSender & {
    readonly outbox: Outbox;
    readonly mailer: Mailer;
    readonly mailTemplates: MailTemplates;
    readonly clock: Clock;
    /** Where operators read notices while mail is down; `null` without a bot or a chat. */
    readonly operatorsChat: { write(text: string): Promise<unknown> } | null;
  };

/** The provider drops a mail whose id it has seen, so a mail that was sent and not marked arrives once. */
export const mailWork = defineWork<Needs>({
  kind: MAIL_WORK,
  title: 'E-mail',
  perRun: 20,
  isUrgent: true,
  isDrained: true,
  run: (needs, { key, attempts }) => sendMail(needs, key, attempts === 1),
});

async function sendMail(needs: Needs, id: string, isFirstTry: boolean): Promise<void> {
  const mail = await needs.outbox.findUnsent(id);
  if (mail === null) return;
  const { to, replyTo, content } = prepareMail(needs.mailTemplates, mail, needs);
  if (to !== null) {
    const subject = oneLine(content.subject);
    const outcome = await needs.mailer
      .send({
        to,
        subject,
        ...renderMail(content, needs),
        ...(replyTo ? { replyTo } : {}),
        idempotencyKey: id,
      })
      .catch(async (error: unknown) => {
        // Once, and beside the mail, which is still tried: a notice that mail is down must not wait for mail.
        if (isFirstTry && content.isInternal === true)
          await needs.operatorsChat?.write(subject).catch(() => null);
        throw error;
      });
    if (outcome === 'refused')
      throw new DomainError('mail-unavailable', { message: 'mail: the address is refused' });
  }
  await needs.outbox.markSent(id, needs.clock.now());
}
