/** The Bot API at `/bot<token>/<method>`: `getMe`, `setWebhook`, `getWebhookInfo` and `sendMessage`. */
import { type Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { refusals } from './answers.ts';
import type { Chats } from './chats.ts';
import { bot, type Chat, type Entity, type TelegramState, type Webhook } from './state.ts';
import { botMessageObject } from './wire.ts';

export interface ApiOptions {
  readonly state: TelegramState;
  readonly chats: Chats;
  readonly token: string;
  readonly target: () => Webhook | null;
}

type Parameters = Readonly<Record<string, unknown>>;

/** A refusal in Telegram's format. */
class Refusal extends Error {
  readonly status: ContentfulStatusCode;
  readonly parameters: Readonly<Record<string, number>> | undefined;

  constructor(status: ContentfulStatusCode, description: string, parameters?: Refusal['parameters']) {
    super(description);
    this.status = status;
    this.parameters = parameters;
  }
}

const TEXT_MAX = 4096;
const SECRET_MAX = 256;
const everyType = ['message', 'my_chat_member'];

export function apiRoutes({ state, chats, token, target }: ApiOptions): Hono {
  const methods: Readonly<Record<string, (given: Parameters) => unknown>> = {
    getme: () => ({
      ...bot,
      can_join_groups: true,
      can_read_all_group_messages: false,
      supports_inline_queries: false,
    }),
    setwebhook(given) {
      state.webhook = webhookOf(given, state.webhook);
      return true;
    },
    getwebhookinfo() {
      const webhook = target();
      return {
        url: webhook?.url ?? '',
        has_custom_certificate: false,
        pending_update_count: state.updates.length,
        ...(state.lastError && {
          last_error_date: Math.floor(state.lastError.at / 1000),
          last_error_message: state.lastError.message,
        }),
        ...(webhook && { max_connections: 40, allowed_updates: webhook.allowedUpdates }),
      };
    },
    sendmessage(given) {
      const text = textOf(given);
      const chat = writableChat(chats, String(given['chat_id'] ?? ''));
      const hasPreview = !(given['link_preview_options'] as Parameters | undefined)?.['is_disabled'];
      const { id, at } = chats.say(chat, 'bot', text, { hasPreview, entities: entitiesOf(given, text) });
      return botMessageObject(chat, id, at, text);
    },
  };

  const answer = async (c: Context) => {
    const [, key, name] = /^\/bot([^/]+)\/(\w+)$/.exec(c.req.path) ?? [];
    if (key !== token) throw new Refusal(401, 'Unauthorized');
    const method = methods[name?.toLowerCase() ?? ''];
    if (method === undefined) throw new Refusal(404, 'Not Found');
    if (method === methods['sendmessage'] && state.pauses > 0) {
      state.pauses -= 1;
      const { retryAfter } = state;
      throw new Refusal(429, `Too Many Requests: retry after ${retryAfter}`, { retry_after: retryAfter });
    }
    const given = await parametersOf(c);
    if (method === methods['sendmessage']) refuseAsAsked(state, String(given['chat_id'] ?? ''));
    return c.json({ ok: true, result: method(given) });
  };

  return new Hono()
    .onError((error, c) => {
      if (!(error instanceof Refusal)) throw error;
      const { status, message: description, parameters } = error;
      if (parameters?.['retry_after']) c.header('retry-after', String(parameters['retry_after']));
      return c.json(
        { ok: false, error_code: status, description, ...(parameters && { parameters }) },
        status,
      );
    })
    .all('/:bot{bot[^/]+}/:method', answer);
}

/** Refuses with what was asked for, and counts it. */
function refuseAsAsked({ answers }: TelegramState, chat: string): void {
  const { refusal, times, chat: only } = answers;
  if (refusal === '' || times <= 0 || (only !== '' && only !== chat)) return;
  answers.times = times - 1;
  const [status, description] = refusals[refusal];
  throw new Refusal(status, description);
}

/** From the query, a form or JSON. */
async function parametersOf(c: Context): Promise<Parameters> {
  const isJson = c.req.header('content-type')?.startsWith('application/json') ?? false;
  const body = c.req.method === 'GET' ? {} : isJson ? await c.req.json() : await c.req.parseBody();
  return { ...c.req.query(), ...body };
}

function webhookOf(given: Parameters, before: Webhook | null): Webhook | null {
  const url = String(given['url'] ?? '');
  if (url === '') return null;
  // The real one requires HTTPS.
  if (!URL.canParse(url)) throw new Refusal(400, 'Bad Request: invalid webhook URL specified');
  const secret = String(given['secret_token'] ?? '');
  if (secret.length > SECRET_MAX) throw new Refusal(400, 'Bad Request: secret token is too long');
  if (!/^[\w-]*$/.test(secret))
    throw new Refusal(400, 'Bad Request: secret token contains unallowed characters');
  const types = given['allowed_updates'];
  const allowedUpdates = typeof types === 'string' ? JSON.parse(types) : types;
  return { url, secret, allowedUpdates: allowedUpdates ?? before?.allowedUpdates ?? everyType };
}

function textOf({ text }: Parameters): string {
  if (typeof text !== 'string' || text.trim() === '')
    throw new Refusal(400, 'Bad Request: message text is empty');
  if (!text.isWellFormed()) throw new Refusal(400, 'Bad Request: strings must be encoded in UTF-8');
  if ([...text].length > TEXT_MAX) throw new Refusal(400, 'Bad Request: message is too long');
  return text.trim();
}

/** Parts of the text, refused in the words of TDLib (td/telegram/MessageEntity.cpp). */
function entitiesOf({ entities = [] }: Parameters, text: string): Entity[] {
  if (!Array.isArray(entities))
    throw new Refusal(400, "Bad Request: can't parse entities: expected an Array");
  return entities.map((given: Entity) => {
    const { type, offset, length } = given;
    if (!['bold', 'code'].includes(type))
      throw new Refusal(400, "Bad Request: can't parse MessageEntity: unsupported type specified");
    if (!Number.isInteger(offset) || !Number.isInteger(length) || offset < 0 || length <= 0)
      throw new Refusal(400, "Bad Request: can't parse MessageEntity: wrong place");
    if (offset + length > text.length)
      throw new Refusal(
        400,
        `Bad Request: entity beginning at UTF-16 offset ${offset} ends after the end of the text at UTF-16 offset ${offset + length}`,
      );
    if ([offset, offset + length].some((place) => isInsideSymbol(text, place)))
      throw new Refusal(
        400,
        `Bad Request: entity beginning at UTF-16 offset ${offset} ends in a middle of a UTF-16 symbol`,
      );
    return { type, offset, length };
  });
}

const isInsideSymbol = (text: string, place: number): boolean => /[\uDC00-\uDFFF]/.test(text.charAt(place));

/** The chat, if the bot may write in it. */
function writableChat(chats: Chats, id: string): Chat {
  if (id === '') throw new Refusal(400, 'Bad Request: chat_id is empty');
  const chat = chats.find(Number(id));
  if (chat === undefined || (chat.type === 'private' && chat.bot === 'absent'))
    throw new Refusal(400, 'Bad Request: chat not found');
  if (chat.upgradedTo !== null)
    throw new Refusal(400, 'Bad Request: group chat was upgraded to a supergroup chat', {
      migrate_to_chat_id: chat.upgradedTo,
    });
  if (chat.bot === 'member') return chat;
  if (chat.type === 'private') throw new Refusal(403, 'Forbidden: bot was blocked by the user');
  const what = chat.bot === 'out' ? 'was kicked from' : 'is not a member of';
  throw new Refusal(403, `Forbidden: bot ${what} the ${chat.type} chat`);
}
