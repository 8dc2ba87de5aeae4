/**
 * What each answer of Telegram to `sendMessage` means.
 *
 * Texts of errors are those of its server's source (tdlib/telegram-bot-api, Client.cpp, and the errors of the API below
 * it), read on 2026-11-28. Missing rights end no chat: for a day in October 2023 Telegram answered so to every channel.
 */
import * as z from 'zod';
import type { VendorAnswer } from '#functions/platform/vendor-http.ts';
import {
  type AnswerRow,
  HOUR_MS,
  type Meaning,
  rowOf,
  type SampleAnswer,
  stopped,
  unlisted,
} from '#functions/vendors/delivery.ts';

/** Seconds to wait when Telegram does not say how long. */
const PAUSE_SECONDS = 5;

const sample = (status: number, description: string, parameters?: object): SampleAnswer => ({
  status,
  body: { ok: false, error_code: status, description, ...(parameters && { parameters }) },
});

/** In this order: the first row that fits decides. A group that became a supergroup comes before all of them. */
export const chatAnswers: readonly AnswerRow[] = [
  {
    name: 'the chat is gone, or has removed us',
    statuses: [403],
    says: /bot was blocked by the user|user is deactivated|bot was kicked from|bot is not a member of|group chat was deleted|can't initiate conversation/i,
    samples: [
      sample(403, 'Forbidden: bot was blocked by the user'),
      sample(403, 'Forbidden: user is deactivated'),
      sample(403, 'Forbidden: bot was kicked from the supergroup chat'),
      sample(403, 'Forbidden: bot is not a member of the group chat'),
      sample(403, 'Forbidden: the group chat was deleted'),
      sample(403, "Forbidden: bot can't initiate conversation with a user"),
    ],
    meaning: { kind: 'recipient-ended', code: 'chat-gone' },
  },
  {
    name: 'there is no such chat',
    statuses: [400],
    says: /chat not found|PEER_ID_INVALID/i,
    samples: [sample(400, 'Bad Request: chat not found'), sample(400, 'Bad Request: PEER_ID_INVALID')],
    meaning: { kind: 'message-refused', code: 'chat-missing', endsAfter: { times: 2, overMs: HOUR_MS } },
  },
  {
    name: 'the bot may not write there now',
    statuses: [400, 403],
    says: /not enough rights|have no rights to send|need administrator rights|CHAT_WRITE_FORBIDDEN|CHAT_SEND_PLAIN_FORBIDDEN|CHAT_RESTRICTED|TOPIC_CLOSED/i,
    samples: [
      sample(400, 'Bad Request: not enough rights to send text messages to the chat'),
      sample(403, 'Forbidden: not enough rights to send text messages to the chat'),
      sample(400, 'Bad Request: have no rights to send a message'),
      sample(400, 'Bad Request: CHAT_WRITE_FORBIDDEN'),
      sample(400, 'Bad Request: CHAT_RESTRICTED'),
      sample(400, 'Bad Request: TOPIC_CLOSED'),
    ],
    meaning: {
      kind: 'recipient-waits',
      code: 'chat-rights',
      ms: 10 * 60_000,
      refusedAfterMs: 24 * HOUR_MS,
      isToldToOthers: true,
    },
  },
  {
    // We name no thread, so there is nothing to leave out in a second try.
    name: 'the thread is gone',
    statuses: [400],
    says: /thread not found|TOPIC_DELETED/i,
    samples: [
      sample(400, 'Bad Request: message thread not found'),
      sample(400, 'Bad Request: TOPIC_DELETED'),
    ],
    meaning: { kind: 'message-refused', code: 'thread' },
  },
  {
    name: 'the text is refused',
    statuses: [400, 413],
    samples: [
      sample(400, 'Bad Request: message is too long'),
      sample(400, 'Bad Request: message text is empty'),
      sample(400, "Bad Request: can't parse entities"),
      sample(400, 'Bad Request: BUTTON_DATA_INVALID'),
      sample(400, 'Bad Request: strings must be encoded in UTF-8'),
      sample(413, 'Request Entity Too Large'),
    ],
    meaning: { kind: 'message-refused', code: 'content' },
  },
  {
    name: 'too many messages',
    statuses: [429],
    samples: [sample(429, 'Too Many Requests: retry after 35', { retry_after: 35 })],
    meaning: { kind: 'recipient-paused', code: 'chat-pause', ms: PAUSE_SECONDS * 1000 },
  },
  {
    name: 'our token is refused',
    statuses: [401, 404],
    samples: [sample(401, 'Unauthorized'), sample(404, 'Not Found')],
    meaning: stopped('credentials'),
  },
  {
    name: 'the chat refuses us for another reason',
    statuses: [403],
    samples: [sample(403, 'Forbidden: something new')],
    meaning: { kind: 'recipient-waits', code: 'chat-refuses', ms: HOUR_MS, endsAfterWaits: 3 },
  },
  {
    name: 'Telegram fails',
    statuses: [408, 425, 500, 502, 503, 504],
    samples: [sample(502, 'Bad Gateway'), sample(500, 'Internal Server Error')],
    meaning: { kind: 'unclear', code: 'unreachable' },
  },
];

const Refusal = z.object({
  description: z.string().default(''),
  parameters: z
    .object({
      migrate_to_chat_id: z
        .union([z.int(), z.string().max(40)])
        .transform(String)
        .optional(),
      retry_after: z.int().nonnegative().optional(),
    })
    .default({}),
});

/** What an answer to `sendMessage` means. */
export function meaningOfChat(answer: VendorAnswer): Meaning {
  if (answer.outcome === 'ok') return { kind: 'sent' };
  if (answer.outcome !== 'refused') return { kind: 'unclear', code: 'unreachable' };
  const { status } = answer;
  const { description: text = '', parameters = {} } = Refusal.safeParse(answer.body).data ?? {};
  const { migrate_to_chat_id: chat, retry_after: seconds } = parameters;
  if (status === 400 && chat !== undefined) return { kind: 'moved', chat };
  const meaning = rowOf(chatAnswers, { status, error: '', text })?.meaning ?? unlisted(status);
  return meaning.kind === 'recipient-paused'
    ? { ...meaning, ms: (seconds ?? answer.retryAfterSeconds ?? PAUSE_SECONDS) * 1000 }
    : meaning;
}
