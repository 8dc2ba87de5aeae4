/** What the local Telegram keeps: Ana's conversations, and updates that the bot's webhook has not accepted yet. */

import type { Pending } from '../webhook-queue.ts';
import { noRefusal, type RefusalSettings } from './answers.ts';

/** `absent`: never there, or left behind by an upgrade; `out`: blocked in a private chat, removed from a group. */
export type BotPlace = 'absent' | 'member' | 'out';

export interface ChatMessage {
  readonly id: number;
  /** `service`: "Ana added Vigia" and the like. */
  readonly from: 'ana' | 'bot' | 'service';
  readonly text: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** For the bot's messages: whether links in it get a preview. */
  readonly hasPreview?: boolean;
  /** Parts of a text that look different. */
  readonly entities?: readonly Entity[];
  /** For the bot's messages: buttons under it. */
  readonly buttons?: readonly Button[];
}

/** A part of a text, in Telegram's format; places are UTF-16 code units. */
export interface Entity {
  readonly type: 'bold' | 'code';
  readonly offset: number;
  readonly length: number;
}

export interface Button {
  readonly text: string;
  /** `callback_data`. */
  readonly data: string;
}

/** A press of a button, which the bot has to answer. */
export interface Press {
  readonly id: string;
  readonly chat: number;
  readonly at: number;
  /** What the bot answered; `null` while it has not. */
  answer: string | null;
}

export interface Chat {
  readonly id: number;
  readonly type: 'private' | 'group' | 'supergroup';
  readonly title: string;
  bot: BotPlace;
  /** The supergroup that a group became. */
  upgradedTo: number | null;
  readonly messages: ChatMessage[];
}

/** An update in Telegram's format, until the webhook answers 2xx. */
interface PendingUpdate extends Pending {
  readonly chat: number;
  readonly body: Readonly<Record<string, unknown>> & { readonly update_id: number };
}

export interface Webhook {
  readonly url: string;
  readonly secret: string;
  readonly allowedUpdates: readonly string[];
}

export interface TelegramState {
  readonly chats: Chat[];
  updates: PendingUpdate[];
  /** The one that `setWebhook` set; `null` for the one of the start options. */
  webhook: Webhook | null;
  lastError: { readonly at: number; readonly message: string } | null;
  /** How many messages are answered with 429, and the seconds these say. */
  pauses: number;
  retryAfter: number;
  /** Presses of buttons, the oldest first. */
  presses: Press[];
  /** What messages are refused with. */
  answers: RefusalSettings;
  lastId: number;
}

/** The person at the browser. */
export const ana = { id: 700_100, is_bot: false, first_name: 'Ana', language_code: 'pt-br' } as const;

export const bot = { id: 1, is_bot: true, first_name: 'Vigia', username: 'vigia_local_bot' } as const;

export const newState = (): TelegramState => ({
  chats: [
    { id: ana.id, type: 'private', title: bot.first_name, bot: 'absent', upgradedTo: null, messages: [] },
  ],
  updates: [],
  webhook: null,
  lastError: null,
  pauses: 0,
  retryAfter: 30,
  presses: [],
  answers: noRefusal(),
  lastId: 0,
});
