/** The port to the mail provider. */
import type { Meaning } from './delivery.ts';

/** A message ready to send. */
export interface MailMessage {
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** Reply address, when it is not the sender's. */
  readonly replyTo?: string;
  /** Comes back with the notice that the mail returned; letters, digits, `_` and `-`. Without it there is no notice. */
  readonly reference?: string;
  /** Header fields of the mail. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** What became of a mail after it was accepted. */
export interface MailNotice {
  /**
   * `missing`: nothing arrives at the address. `returned`: this mail did not, and the next one may. `spam`: its reader
   * called it so. `failed`: the provider could not send it after all. `delayed`: not delivered yet. `delivered`: it was.
   */
  readonly what: 'missing' | 'returned' | 'spam' | 'failed' | 'delayed' | 'delivered';
  /** The mail's; `null` for one without, which only a failure of the provider itself is told about. */
  readonly reference: string | null;
  /** With `failed`: about our key, domain or quota, so it fails for everyone. */
  readonly isOurs?: boolean;
}

/** Reads what the provider tells of accepted mail. */
export interface MailNotices {
  /**
   * @returns `null` for a notice about anything else.
   * @throws DomainError `unauthenticated` when it is not the provider's, or is older than five minutes.
   */
  read(headers: Headers, body: string): MailNotice | null;
}

/** Mails of one request at most. */
export const BATCH_MAX = 100;

/** Sends mail. */
export interface Mailer {
  /**
   * Never throws: every answer means something (delivery.ts).
   * @param message Its key: the provider must send each one only once.
   */
  send(message: MailMessage & { readonly idempotencyKey: string }): Promise<Meaning>;
  /**
   * Sends up to `BATCH_MAX` mails with one request, under one key. Never throws.
   * @returns One meaning for each mail, in their order; or one for the request, which is then about all of them.
   */
  sendBatch(messages: readonly MailMessage[], idempotencyKey: string): Promise<Meaning | readonly Meaning[]>;
  /**
   * Takes an address off the provider's list of those that it does not try again.
   * @returns False when an operator has to do it there.
   */
  allowAgain(address: string): Promise<boolean>;
  /**
   * Checks the key, and the sender's domain where the key may read it, without sending.
   * @throws DomainError `mail-unavailable` when the provider does not answer or refuses our key.
   * @throws Unverified when the domain may not send.
   */
  check(): Promise<void>;
}
