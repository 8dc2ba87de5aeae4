/** A message ready to send. */
interface MailMessage {
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** Same key, same message: the provider must not send it twice. */
  readonly idempotencyKey: string;
  /** Where an answer goes, when not to the sender. */
  readonly replyTo?: string;
}

/** Sends mail. Throws `DomainError` `mail-unavailable` when the message was not taken; the outbox tries again. */
export interface Mailer {
  send(message: MailMessage): Promise<void>;
  /** Sends nothing. @throws DomainError `mail-unavailable` when the provider does not answer or refuses our key. */
  check(): Promise<void>;
}
