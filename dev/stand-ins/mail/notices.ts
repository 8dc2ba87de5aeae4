/** What the provider's webhook is told of an accepted mail, in the vendor's format and signed as there. */
import { Webhook } from 'standardwebhooks';
import { type EndName, ends } from './answers.ts';
import type { StoredMail } from './state.ts';

/** Headers of a notice: https://docs.svix.com/receiving/verifying-payloads/how-manual */
export const signed = (secret: string, id: string, at: Date, text: string): Record<string, string> => ({
  'svix-id': id,
  'svix-timestamp': String(Math.floor(at.getTime() / 1000)),
  'svix-signature': new Webhook(secret).sign(id, at, text),
});

/** A notice, as in https://resend.com/docs/webhooks/emails; tags come back as one object. */
export function noticeOf(
  { id, from, to, subject, receivedAt, tags }: StoredMail,
  end: EndName,
  now: number,
): object {
  const { type, ...more } = ends[end];
  return {
    type,
    created_at: new Date(now).toISOString(),
    data: {
      email_id: id,
      created_at: new Date(receivedAt).toISOString(),
      from,
      to,
      subject,
      ...(tags.length > 0 && { tags: Object.fromEntries(tags.map(({ name, value }) => [name, value])) }),
      ...('bounce' in more
        ? { bounce: { ...more.bounce, message: "The recipient's email provider sent a bounce message." } }
        : more),
    },
  };
}
