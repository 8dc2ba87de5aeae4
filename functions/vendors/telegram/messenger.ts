/**
 * The messenger on Telegram's Bot API (https://core.telegram.org/bots/api; texts of errors from its server's source,
 * tdlib/telegram-bot-api, Client.cpp, read on 2026-11-27).
 *
 * The token is part of every path, so no address may reach a log or an error. `sendMessage` has no key by which a repeat
 * is known: after a lost answer the caller decides.
 */
import * as z from 'zod';
import { DomainError } from '#domain/errors.ts';
import { createVendorHttp, type Fetch, type VendorAnswer } from '#functions/platform/vendor-http.ts';
import type { ChatOutcome, ChatUpdate, Messenger } from '#functions/vendors/messenger.ts';

export interface TelegramOptions {
  /** `https://api.telegram.org`, or the local stand-in. */
  readonly baseUrl: string;
  /** The bot's token, as BotFather gives it. */
  readonly token: string;
  readonly fetch: Fetch;
  readonly timeoutMs?: number;
}

/** Characters of one message. */
const TEXT_MAX = 4096;
/** Seconds to wait when Telegram does not say how long. */
const PAUSE_SECONDS = 5;
/** 429 is not among them: its body says how long to wait. */
const passingStatuses = new Set([408, 425]);

const chatId = z.union([z.int(), z.string().max(40)]).transform(String);

const Refusal = z.object({
  error_code: z.int(),
  description: z.string().default(''),
  parameters: z
    .object({ migrate_to_chat_id: chatId.optional(), retry_after: z.int().optional() })
    .default({}),
});

const Chat = z.object({
  id: chatId,
  title: z.string().optional(),
  first_name: z.string().optional(),
  last_name: z.string().optional(),
  username: z.string().optional(),
});

/** The parts of an update that mean something here. */
const Update = z.object({
  message: z
    .object({ chat: Chat, text: z.string().optional(), migrate_to_chat_id: chatId.optional() })
    .optional(),
  my_chat_member: z.object({ chat: Chat, new_chat_member: z.object({ status: z.string() }) }).optional(),
});

const Me = z.object({ result: z.object({ username: z.string() }) });

/** 400 for a chat that does not exist, or in which the bot may not write. Everything else with 400 is our mistake. */
const goneTexts =
  /chat not found|PEER_ID_INVALID|rights to send|CHAT_WRITE_FORBIDDEN|CHAT_RESTRICTED|TOPIC_CLOSED/i;

/**
 * Refusals after which no message arrives in that chat until its members act. 403: blocked, kicked, not a member,
 * group or account deleted.
 */
const isGone = ({ error_code: code, description }: z.output<typeof Refusal>): boolean =>
  code === 403 || (code === 400 && goneTexts.test(description));

/** Shortened if necessary; never with half of a character, which Telegram refuses. */
const withinMax = (text: string): string =>
  text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : text;

function nameOf({ title, first_name: first, last_name: last, username }: z.output<typeof Chat>): string {
  const person = [first, last].filter(Boolean).join(' ');
  return (title ?? (person === '' ? (username ?? 'Telegram') : person)).slice(0, 100);
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
    async send(chat, text): Promise<ChatOutcome> {
      const answer = await call('sendMessage', {
        chat_id: chat,
        text: withinMax(text),
        link_preview_options: { is_disabled: true },
      });
      if (answer.outcome === 'ok') return { outcome: 'sent' };
      const { data: refusal } = Refusal.safeParse(answer.outcome === 'refused' ? answer.body : null);
      const { migrate_to_chat_id: to, retry_after: seconds } = refusal?.parameters ?? {};
      if (answer.status === 429) return { outcome: 'later', seconds: seconds ?? PAUSE_SECONDS };
      if (to !== undefined) return { outcome: 'moved', chat: to };
      if (refusal !== undefined && isGone(refusal)) return { outcome: 'gone' };
      throw unavailable(answer);
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
        allowed_updates: ['message', 'my_chat_member'],
      });
      if (answer.outcome !== 'ok') throw unavailable(answer);
    },

    readUpdate(body): ChatUpdate | null {
      const read = Update.safeParse(body);
      if (!read.success) return null;
      const { message, my_chat_member: member } = read.data;
      if (member !== undefined && ['kicked', 'left'].includes(member.new_chat_member.status))
        return { what: 'gone', chat: member.chat.id };
      if (message?.migrate_to_chat_id !== undefined)
        return { what: 'moved', chat: message.chat.id, to: message.migrate_to_chat_id };
      // In a group the command names the bot: `/start@vigia_bot code`.
      const start = /^\/start(?:@\w+)?(?: +([\w-]{1,64}))?$/.exec(message?.text ?? '');
      if (message === undefined || start === null) return null;
      return { what: 'start', chat: message.chat.id, name: nameOf(message.chat), code: start[1] ?? null };
    },
  };
}

const unavailable = ({ outcome, status }: VendorAnswer): DomainError =>
  new DomainError('messenger-unavailable', { message: `telegram: ${outcome} with ${status ?? 'no answer'}` });
