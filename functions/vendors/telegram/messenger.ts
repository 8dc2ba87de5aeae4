/**
 * The messenger on Telegram's Bot API (https://core.telegram.org/bots/api). What an answer means: chat-answers.ts.
 *
 * The token is part of every path, so no address may reach a log or an error. `sendMessage` has no key by which a repeat
 * is known: after a lost answer the caller decides.
 */
import * as z from 'zod';
import { DomainError } from '#domain/errors.ts';
import { wholeText } from '#domain/text/cut-text.ts';
import { CHAT_TEXT_MAX, type TextMark } from '#domain/text/marked-text.ts';
import { createVendorHttp, type Fetch, type VendorAnswer } from '#functions/platform/vendor-http.ts';
import type { ChatUpdate, Messenger } from '#functions/vendors/messenger.ts';
import { meaningOfChat } from './chat-answers.ts';

export interface TelegramOptions {
  /** `https://api.telegram.org`, or the local stand-in. */
  readonly baseUrl: string;
  /** The bot's token, as BotFather gives it. */
  readonly token: string;
  readonly fetch: Fetch;
  readonly timeoutMs?: number;
}

/** 429 is not among them: its body says how long to wait. */
const passingStatuses = new Set([408, 425]);

const chatId = z.union([z.int(), z.string().max(40)]).transform(String);

const Chat = z.object({
  id: chatId,
  type: z.string().optional(),
  title: z.string().optional(),
  first_name: z.string().optional(),
  last_name: z.string().optional(),
  username: z.string().optional(),
});

const Membership = z.object({
  chat: Chat,
  /** Seconds. */
  date: z.int(),
  new_chat_member: z.object({ status: z.string() }),
});
type Membership = z.output<typeof Membership>;

/** The parts of an update that mean something here. */
const Update = z.object({
  message: z
    .object({ chat: Chat, text: z.string().optional(), migrate_to_chat_id: chatId.optional() })
    .optional(),
  my_chat_member: Membership.optional(),
  callback_query: z
    .object({
      id: z.string(),
      from: z.object({ first_name: z.string() }),
      // Also of one that the bot cannot read any more.
      message: z.object({ chat: Chat }).optional(),
      data: z.string().optional(),
    })
    .optional(),
});

/** Data of a button: 1 to 64 bytes. */
const seenData = (message: string): string => `vendo:${message}`;
const SEEN_DATA = /^vendo:([\w-]{1,58})$/;
/** Characters of an answer to a press. */
const ANSWER_MAX = 200;

type Press = NonNullable<z.output<typeof Update>['callback_query']>;

const Me = z.object({ result: z.object({ username: z.string() }) });

const NAME_MAX = 100;

function nameOf({ title, first_name: first, last_name: last, username }: z.output<typeof Chat>): string {
  const person = [first, last].filter(Boolean).join(' ');
  return wholeText(title ?? (person === '' ? (username ?? 'Telegram') : person), NAME_MAX);
}

/** Marks in Telegram's format; none may go beyond the text. */
const entitiesOf = (marks: readonly TextMark[], end: number) =>
  marks.flatMap(({ what: type, from: offset, length }) =>
    offset + length > end ? [] : [{ type, offset, length }],
  );

const isPrivate = ({ type }: z.output<typeof Chat>): boolean => type === 'private';

/** A press of a button. One without its message cannot be ours: we write no inline messages. */
function pressOf({ id, from, message, data = '' }: Press): ChatUpdate | null {
  if (message === undefined) return null;
  const { chat } = message;
  return {
    ...{ what: 'seen', chat: chat.id, isPrivate: isPrivate(chat), callback: id },
    by: wholeText(from.first_name, NAME_MAX),
    message: SEEN_DATA.exec(data)?.[1] ?? null,
  };
}

/** What a change of the bot's own place in a chat means; `restricted` is a member or not, by a field of its own. */
function placeOf({ chat: { id: chat }, date, new_chat_member: place }: Membership): ChatUpdate | null {
  const at = date * 1000;
  if (['kicked', 'left'].includes(place.status)) return { what: 'gone', chat, at };
  const isThere = ['member', 'administrator', 'creator'].includes(place.status);
  return isThere ? { what: 'back', chat, at } : null;
}

export function createTelegramMessenger({
  baseUrl,
  token,
  fetch,
  timeoutMs = 10_000,
}: TelegramOptions): Messenger {
  const http = createVendorHttp({ baseUrl, fetch, timeoutMs, passingStatuses });
  const call = (method: string, json: object): Promise<VendorAnswer> =>
    http({ method: 'POST', path: `/bot${token}/${method}`, json });

  return {
    async send(chat, given, button = null) {
      const { text, marks } = typeof given === 'string' ? { text: given, marks: [] } : given;
      const whole = wholeText(text, CHAT_TEXT_MAX);
      const answer = await call('sendMessage', {
        chat_id: chat,
        text: whole,
        // Entities instead of markup: nothing to escape, so no text can break it.
        ...(marks.length > 0 && { entities: entitiesOf(marks, whole.length) }),
        link_preview_options: { is_disabled: true },
        ...(button && {
          reply_markup: {
            inline_keyboard: [[{ text: button.label, callback_data: seenData(button.message) }]],
          },
        }),
      });
      return meaningOfChat(answer);
    },

    async answer(callback, text) {
      const answer = await call('answerCallbackQuery', {
        callback_query_id: callback,
        text: wholeText(text, ANSWER_MAX),
      });
      return answer.outcome === 'ok';
    },

    async readName() {
      const answer = await call('getMe', {});
      const me = answer.outcome === 'ok' ? Me.safeParse(answer.body) : null;
      if (!me?.success) throw unavailable(answer);
      return me.data.result.username;
    },

    async setWebhook(url, secret) {
      const answer = await call('setWebhook', {
        url,
        secret_token: secret,
        allowed_updates: ['message', 'my_chat_member', 'callback_query'],
      });
      if (answer.outcome !== 'ok') throw unavailable(answer);
    },

    readUpdate(body): ChatUpdate | null {
      const read = Update.safeParse(body);
      if (!read.success) return null;
      const { message, my_chat_member: member, callback_query: press } = read.data;
      if (press !== undefined) return pressOf(press);
      if (member !== undefined) return placeOf(member);
      if (message?.migrate_to_chat_id !== undefined)
        return { what: 'moved', chat: message.chat.id, to: message.migrate_to_chat_id };
      // In a group the command names the bot: `/start@vigia_bot code`.
      const start = /^\/start(?:@\w+)?(?: +([\w-]{1,64}))?$/.exec(message?.text ?? '');
      if (message === undefined || start === null) return null;
      return {
        ...{ what: 'start', chat: message.chat.id, name: nameOf(message.chat), code: start[1] ?? null },
        isPrivate: isPrivate(message.chat),
      };
    },
  };
}

const unavailable = ({ outcome, status }: VendorAnswer): DomainError =>
  new DomainError('messenger-unavailable', { message: `telegram: ${outcome} with ${status ?? 'no answer'}` });
