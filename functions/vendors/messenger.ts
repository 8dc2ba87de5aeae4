/** The port to a messenger with chats, where a bot of the operator writes. */
import type { MarkedText } from '#domain/text/marked-text.ts';
import type { Meaning } from './delivery.ts';

/** What happened in a chat with the bot. */
export type ChatUpdate =
  /** With the code of the link that led there; `null` when the bot was found without one. */
  | {
      readonly what: 'start';
      readonly chat: string;
      readonly name: string;
      readonly code: string | null;
      /** With one person, and no group. */
      readonly isPrivate: boolean;
    }
  /** A button under one of our messages was pressed, perhaps an old one, or twice. It is to be answered. */
  | {
      readonly what: 'seen';
      readonly chat: string;
      readonly isPrivate: boolean;
      /** First name of who pressed it. */
      readonly by: string;
      /** Id of our message; `null` for a button that we do not know. */
      readonly message: string | null;
      /** By which the press is answered. */
      readonly callback: string;
    }
  /** `at`: milliseconds UTC; an older update may come again. */
  | { readonly what: 'gone'; readonly chat: string; readonly at: number }
  /** The bot is a member again, or was unblocked. */
  | { readonly what: 'back'; readonly chat: string; readonly at: number }
  | { readonly what: 'moved'; readonly chat: string; readonly to: string };

/** Under a message: who presses it says "Estou vendo". */
interface SeenButton {
  readonly label: string;
  /** Id of the message that it is under. */
  readonly message: string;
}

/** Every method but `send` and `answer` throws `DomainError` `messenger-unavailable` when nothing is known about the outcome. */
export interface Messenger {
  /** Writes into a chat. Never throws: every answer means something (delivery.ts). */
  send(chat: string, text: string | MarkedText, button?: SeenButton | null): Promise<Meaning>;
  /** Shows words to who pressed a button. False when they did not arrive; the press may be too old. */
  answer(callback: string, text: string): Promise<boolean>;
  /** Name of the bot in links. */
  readName(): Promise<string>;
  /** Tells the messenger where updates are sent, and what they carry as proof. */
  setWebhook(url: string, secret: string): Promise<void>;
  /** What an update means; `null` when nothing for us. */
  readUpdate(body: unknown): ChatUpdate | null;
}
