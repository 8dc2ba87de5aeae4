/** A message ready to send. */
interface MailMessage {
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** The provider must send each key only once. */
  readonly idempotencyKey: string;
  /** Reply address, when it is not the sender's. */
  readonly replyTo?: string;
  /** Comes back with the notice that the mail returned; letters, digits, `_` and `-`. Without it there is no notice. */
  readonly reference?: string;
  /** Header fields of the mail. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** What became of a mail after it was accepted. `missing`: its mailbox does not exist. */
export interface MailNotice {
  readonly what: 'missing' | 'spam';
  /** The mail's. */
  readonly reference: string;
}

/** Reads what the provider tells of returned mail. */
export interface MailNotices {
  /**
   * @returns `null` for a notice about anything else.
   * @throws DomainError `unauthenticated` when it is not the provider's, or is older than five minutes.
   */
  read(headers: Headers, body: string): MailNotice | null;
}

/** Sends mail. Throws `DomainError` `mail-unavailable` when the mail was not accepted; the caller retries. */
export interface Mailer {
  /** @returns `refused` for a mail that is never accepted, because of its address. */
  send(message: MailMessage): Promise<'sent' | 'refused'>;
  /**
   * Checks the key without sending.
   * @throws DomainError `mail-unavailable` when the provider does not answer or refuses our key.
   */
  check(): Promise<void>;
}
