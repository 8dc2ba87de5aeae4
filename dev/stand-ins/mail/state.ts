import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Pending } from '../webhook-queue.ts';

/** A mail as the stand-in keeps it. */
export interface StoredMail {
  id: string;
  /** Epoch ms. */
  receivedAt: number;
  from: string;
  to: string[];
  subject: string;
  html: string | null;
  text: string | null;
  /** Header fields that the sender added. */
  headers: Readonly<Record<string, string>>;
  idempotencyKey: string | null;
  readonly tags: readonly { readonly name: string; readonly value: string }[];
}

/** What became of a mail, until the webhook answers 2xx. */
export interface MailNotice extends Pending {
  /** The same in every try (`svix-id`). */
  readonly id: string;
}

/** A refusal as the vendor writes it. */
export interface Problem {
  readonly status: ContentfulStatusCode;
  readonly name: string;
  readonly message: string;
  /** Header of a 429. */
  readonly retryAfter?: number;
}
