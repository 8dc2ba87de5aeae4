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
}

/** Sends mail. Throws `DomainError` `mail-unavailable` when the mail was not accepted; the outbox retries. */
export interface Mailer {
  send(message: MailMessage): Promise<void>;
  /**
   * Checks the key without sending.
   * @throws DomainError `mail-unavailable` when the provider does not answer or refuses our key.
   */
  check(): Promise<void>;
}
