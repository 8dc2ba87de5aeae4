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
  };

/** The provider drops a mail whose id it has seen, so a mail that was sent and not marked arrives once. */
export const mailWork = defineWork<Needs>({
  kind: MAIL_WORK,
  title: 'E-mail',
  perRun: 20,
  isUrgent: true,
  isDrained: true,
  run: (needs, { key }) => sendMail(needs, key),
});

async function sendMail(needs: Needs, id: string): Promise<void> {
  const mail = await needs.outbox.findUnsent(id);
  if (mail === null) return;
  const { to, replyTo, content } = prepareMail(needs.mailTemplates, mail, needs);
  if (to !== null) {
    const outcome = await needs.mailer.send({
      to,
      subject: oneLine(content.subject),
      ...renderMail(content, needs),
      ...(replyTo ? { replyTo } : {}),
      idempotencyKey: id,
    });
    if (outcome === 'refused')
      throw new DomainError('mail-unavailable', { message: 'mail: the address is refused' });
  }
  await needs.outbox.markSent(id, needs.clock.now());
}
