/** Sends one mail, once. */
import { DomainError } from '#domain/errors.ts';
import type { Clock } from '#functions/platform/clock.ts';
import { findUnsentMail, MAIL_WORK, markMailRefused, markMailSent } from '#functions/platform/outbox.ts';
import {
  noteProviderWorks,
  noteTrouble,
  type ProviderState,
  readProvider,
} from '#functions/platform/provider-store.ts';
import { defineWork } from '#functions/platform/work/define-work.ts';
import { type Meaning, PAGE_AFTER_MS } from '#functions/vendors/delivery.ts';
import type { Mailer } from '#functions/vendors/mailer.ts';
import { type MailSender, oneLine, renderMail } from './layout.ts';
import { type MailFacts, type MailTemplates, prepareMail } from './templates.ts';

type Needs = MailFacts &
  MailSender & {
    readonly db: D1Database;
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
  const mail = await findUnsentMail(needs.db, id);
  if (mail === null) return;
  const { to, replyTo, content } = prepareMail(needs.mailTemplates, mail, needs);
  const now = needs.clock.now();
  if (to === null) return markMailSent(needs.db, id, now);
  const subject = oneLine(content.subject);
  const provider = await readProvider(needs.db, 'email');
  const meaning: Meaning =
    provider.resumeAt > now
      ? waitsAlready
      : await needs.mailer.send({
          to,
          subject,
          ...renderMail(content, needs),
          ...(replyTo ? { replyTo } : {}),
          idempotencyKey: id,
        });
  if (await settle(needs, id, meaning, provider)) return;
  // Once, and beside the mail, which is still tried: a notice that mail is down must not wait for mail.
  if (isFirstTry && content.isInternal === true) await needs.operatorsChat?.write(subject).catch(() => null);
  const code = 'code' in meaning ? meaning.code : meaning.kind;
  throw new DomainError('mail-unavailable', { message: `mail: ${code}` });
}

/** Another worker was told so: nothing is asked meanwhile, and nothing new is known. */
const waitsAlready: Meaning = { kind: 'unclear', code: 'rate' };

/** Carries out what an answer means. @returns False when the mail has to be tried again. */
async function settle(
  { db, clock }: Needs,
  id: string,
  meaning: Meaning,
  provider: ProviderState,
): Promise<boolean> {
  const now = clock.now();
  switch (meaning.kind) {
    case 'sent':
      if (provider.troubledSince !== null) await noteProviderWorks(db, 'email');
      await markMailSent(db, id, now);
      return true;
    // An earlier try was accepted: the provider keeps the keys of those only.
    case 'maybe-sent':
      await markMailSent(db, id, now);
      return true;
    case 'message-refused':
      // Any other refusal is a defect of ours, after which the mail must still go out.
      if (meaning.code !== 'address') return false;
      await markMailRefused(db, id, meaning.code, now);
      return true;
    case 'provider-waits': {
      const { code: reason, ms: pauseMs, pageAfterMs } = meaning;
      await noteTrouble(db, 'email', { reason, pauseMs, pageAfterMs }, now);
      return false;
    }
    case 'unclear':
      if (meaning.code === 'unreachable')
        await noteTrouble(db, 'email', { reason: meaning.code, pauseMs: 0, pageAfterMs: PAGE_AFTER_MS }, now);
      return false;
    default:
      return false;
  }
}
