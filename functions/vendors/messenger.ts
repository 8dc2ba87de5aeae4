/** The port to a messenger with chats, where a bot of the operator writes. */

/** What became of a text. */
export type ChatOutcome =
  | { readonly outcome: 'sent' }
  /** Never accepted: the bot was blocked or removed, or the chat is gone. */
  | { readonly outcome: 'gone' }
  /** The chat has another number now. */
  | { readonly outcome: 'moved'; readonly chat: string }
  /** Too many at once; accepted after these seconds. */
  | { readonly outcome: 'later'; readonly seconds: number };

/** What happened in a chat with the bot. */
export type ChatUpdate =
  /** With the code of the link that led there; `null` when the bot was found without one. */
  | { readonly what: 'start'; readonly chat: string; readonly name: string; readonly code: string | null }
  | { readonly what: 'gone'; readonly chat: string }
  | { readonly what: 'moved'; readonly chat: string; readonly to: string };

/** Every method throws `DomainError` `messenger-unavailable` when nothing is known about the outcome. */
export interface Messenger {
  /** Writes plain text into a chat. A lost answer may mean that it arrived. */
  send(chat: string, text: string): Promise<ChatOutcome>;
  /** Name of the bot in links. */
  readName(): Promise<string>;
  /** Tells the messenger where updates are sent, and what they carry as proof. */
  setWebhook(url: string, secret: string): Promise<void>;
  /** What an update means; `null` when nothing for us. */
  readUpdate(body: unknown): ChatUpdate | null;
}
