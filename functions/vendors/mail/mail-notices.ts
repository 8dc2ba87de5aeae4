/**
 * Resend's webhook: mail that its receiver refused after it was accepted, or called spam.
 *
 * Signed by Standard Webhooks under Svix's header names (https://resend.com/docs/webhooks/verify-webhooks-requests).
 */
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import * as z from 'zod';
import { DomainError } from '#domain/errors.ts';
import type { MailNotice, MailNotices } from '#functions/vendors/mailer.ts';

/** Tag with a mail's reference. */
export const REFERENCE_TAG = 'reference';

/** `suppressed`: the provider does not try an address again that returned an earlier mail. */
const whatOf = {
  'email.bounced': 'missing',
  'email.suppressed': 'missing',
  'email.complained': 'spam',
} as const satisfies Record<string, MailNotice['what']>;

const Notice = z.object({
  type: z.enum(Object.keys(whatOf) as (keyof typeof whatOf)[]),
  data: z.object({
    tags: z.object({ [REFERENCE_TAG]: z.string() }),
    // A full mailbox may have room tomorrow.
    bounce: z.object({ type: z.string().refine((type) => type !== 'Transient') }).optional(),
  }),
});

/** @param secret `whsec_…`, as the provider shows it. */
export function createMailNotices(secret: string): MailNotices {
  const webhook = new Webhook(secret);
  return {
    read(headers, body) {
      const read = Notice.safeParse(verified(webhook, headers, body));
      if (!read.success) return null;
      const { type, data } = read.data;
      return { what: whatOf[type], reference: data.tags[REFERENCE_TAG] };
    },
  };
}

function verified(webhook: Webhook, headers: Headers, body: string): unknown {
  const named = ['id', 'timestamp', 'signature'].map((name) => [
    `webhook-${name}`,
    headers.get(`svix-${name}`) ?? '',
  ]);
  try {
    return webhook.verify(body, Object.fromEntries(named));
  } catch (error) {
    if (error instanceof WebhookVerificationError) throw new DomainError('unauthenticated');
    throw error;
  }
}
