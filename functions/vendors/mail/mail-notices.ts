/**
 * Resend's webhook: what became of mail after it was accepted (docs/alerts.md has the table).
 *
 * Signed by Standard Webhooks under Svix's header names (https://resend.com/docs/webhooks/verify-webhooks-requests).
 */
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import * as z from 'zod';
import { DomainError } from '#domain/errors.ts';
import type { MailNotice, MailNotices } from '#functions/vendors/mailer.ts';

/** Tag with a mail's reference. */
export const REFERENCE_TAG = 'reference';

/** A bounce that says something about the address; every other one is about that mail. */
const PERMANENT = 'Permanent';
/** Reasons of a failure that is the same for every mail. */
const ours = /quota|limit|domain|key|suspend|account/i;
/** Reasons that name the reader's side, such as a domain without a mail server, are about that mail. */
const readers = /recipient|mailbox|invalid_to/i;

const isOurs = (reason: string): boolean => ours.test(reason) && !readers.test(reason);

const Notice = z.object({
  type: z.enum([
    'email.bounced',
    'email.suppressed',
    'email.complained',
    'email.failed',
    'email.delivery_delayed',
    'email.delivered',
  ]),
  data: z.object({
    tags: z.object({ [REFERENCE_TAG]: z.string().optional() }).default({}),
    bounce: z.object({ type: z.string() }).optional(),
    failed: z.object({ reason: z.string() }).optional(),
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
      const notice = meaningOf(type, data);
      const reference = data.tags[REFERENCE_TAG] ?? null;
      return reference === null && notice.isOurs !== true ? null : { ...notice, reference };
    },
  };
}

function meaningOf(
  type: z.output<typeof Notice>['type'],
  { bounce, failed }: z.output<typeof Notice>['data'],
): Omit<MailNotice, 'reference'> {
  switch (type) {
    case 'email.bounced':
      return { what: bounce?.type === PERMANENT ? 'missing' : 'returned' };
    // The provider does not try an address again that returned an earlier mail.
    case 'email.suppressed':
      return { what: 'missing' };
    case 'email.complained':
      return { what: 'spam' };
    case 'email.failed':
      return { what: 'failed', isOurs: isOurs(failed?.reason ?? '') };
    case 'email.delivery_delayed':
      return { what: 'delayed' };
    case 'email.delivered':
      return { what: 'delivered' };
  }
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
