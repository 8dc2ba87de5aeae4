/** Messages from the support form. */
import type { SupportRequest } from '#domain/contracts/support.ts';

export interface SupportMessage extends Pick<SupportRequest, 'nome' | 'email' | 'assunto' | 'mensagem'> {
  readonly id: string;
}

export interface SupportStore {
  /**
   * Keeps a message together with the mails it causes, in one transaction; one that is there already changes nothing.
   * An address is thanked a few times a day at most.
   */
  keep(message: SupportMessage, now: number): Promise<void>;
}
