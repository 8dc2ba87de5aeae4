/** The messenger with the local Telegram: every answer means one thing, no token in an error, updates until accepted. */
import { expect, test } from 'vitest';
import { createTelegramStandIn } from '#dev/stand-ins/telegram/index.ts';
import { ana, bot } from '#dev/stand-ins/telegram/state.ts';
import type { Fetch } from '#functions/platform/vendor-http.ts';
import { createTelegramMessenger } from '#functions/vendors/telegram/messenger.ts';

const TOKEN = '1:contract-token';
const SECRET = 'contract_secret-1';
const HOOK = 'https://vigia.test/api/webhooks/telegram';
const anaId = String(ana.id);

function openTelegram({ token = TOKEN } = {}) {
  const clock = { now: Date.parse('2026-11-20T12:00:00Z') };
  const delivered: { body: unknown; secret: string | null }[] = [];
  const hook = { status: 200 };
  const telegram = createTelegramStandIn({
    port: 0,
    token: TOKEN,
    webhook: null,
    now: () => clock.now,
    fetch: async (input, init) => {
      expect(input).toBe(HOOK);
      const headers = new Headers(init.headers);
      const secret = headers.get('x-telegram-bot-api-secret-token');
      delivered.push({ body: JSON.parse(String(init.body)), secret });
      return new Response(null, { status: hook.status });
    },
  });
  const messenger = createTelegramMessenger({
    baseUrl: 'http://bot.example',
    token,
    // As `fetch` fails: with the address in the error.
    fetch: (input, init) =>
      Promise.resolve(telegram.app.request(input, init)).catch(() => Promise.reject(new Error(input))),
  });
  const form = (path: string, fields: Record<string, string> = {}) =>
    telegram.app.request(path, { method: 'POST', body: new URLSearchParams(fields) });
  const chatOf = (id: string | number) => {
    const chat = telegram.chats.find(Number(id));
    if (chat === undefined) throw new Error(`no chat ${id}`);
    return chat;
  };
  /** What the client reads in everything that was delivered. */
  const read = () => delivered.map(({ body }) => messenger.readUpdate(body));
  return { telegram, messenger, clock, delivered, hook, form, chatOf, read };
}

/** A client whose every call gets this answer. */
const answering = (status: number, body: unknown) => {
  const asked: { url: string; json: unknown }[] = [];
  const fetch: Fetch = async (url, init) => {
    asked.push({ url, json: JSON.parse(String(init.body)) });
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status });
  };
  return {
    asked,
    messenger: createTelegramMessenger({ baseUrl: 'http://bot.example', token: TOKEN, fetch }),
  };
};
const refused = (code: number, description: string, parameters?: object) =>
  answering(code, { ok: false, error_code: code, description, ...(parameters && { parameters }) });

test('a text arrives as it was written, without previews of its links', async () => {
  const { messenger, chatOf, form } = openTelegram();
  await form(`/conversas/${ana.id}/iniciar`);
  const text = 'Fora do ar: Loja <b>&\n\nhttps://loja.example/_a_*b*';
  expect(await messenger.send(anaId, text)).toEqual({ outcome: 'sent' });
  expect(chatOf(anaId).messages.at(-1)).toMatchObject({ from: 'bot', text, hasPreview: false });
});

test.each([
  ['letters', 'a'.repeat(5000)],
  ['pairs of code units, one across the limit', `a${'😀'.repeat(3000)}`],
])('a text of too many %s is cut and accepted', async (_, text) => {
  const { messenger, chatOf, form } = openTelegram();
  await form(`/conversas/${ana.id}/iniciar`);
  expect(await messenger.send(anaId, text)).toEqual({ outcome: 'sent' });
  expect(chatOf(anaId).messages.at(-1)?.text).toMatch(/^a.*…$/u);
});

test('a chat that never began, was left or became another says so', async () => {
  const { messenger, telegram, form } = openTelegram();
  expect(await messenger.send(anaId, 'oi')).toEqual({ outcome: 'gone' });
  expect(await messenger.send('-99', 'oi')).toEqual({ outcome: 'gone' });
  await form(`/conversas/${ana.id}/iniciar`);
  await form(`/conversas/${ana.id}/retirar`);
  expect(await messenger.send(anaId, 'oi')).toEqual({ outcome: 'gone' });

  const group = telegram.chats.newGroup('Plantão');
  telegram.chats.start(group, 'code');
  expect(await messenger.send(String(group.id), 'oi')).toEqual({ outcome: 'sent' });
  const supergroup = telegram.chats.upgrade(group);
  const chat = String(supergroup.id);
  expect(await messenger.send(String(group.id), 'oi')).toEqual({ outcome: 'moved', chat });
  expect(await messenger.send(chat, 'oi')).toEqual({ outcome: 'sent' });
  telegram.chats.expel(supergroup);
  expect(await messenger.send(chat, 'oi')).toEqual({ outcome: 'gone' });
});

test('a pause lasts as long as Telegram says', async () => {
  const { messenger, form } = openTelegram();
  await form(`/conversas/${ana.id}/iniciar`);
  await form('/__stand-in/pauses', { pauses: '1', retryAfter: '35' });
  expect(await messenger.send(anaId, 'oi')).toEqual({ outcome: 'later', seconds: 35 });
  expect(await messenger.send(anaId, 'oi')).toEqual({ outcome: 'sent' });
});

// The texts are those of Telegram's server.
test.each([
  [403, 'Forbidden: bot was blocked by the user'],
  [403, 'Forbidden: bot was kicked from the supergroup chat'],
  [403, 'Forbidden: bot is not a member of the group chat'],
  [403, 'Forbidden: the group chat was deleted'],
  [403, 'Forbidden: user is deactivated'],
  [403, "Forbidden: bot can't initiate conversation with a user"],
  [400, 'Bad Request: chat not found'],
  [400, 'Bad Request: private chat not found'],
  [400, 'Bad Request: PEER_ID_INVALID'],
  [400, 'Bad Request: not enough rights to send text messages to the chat'],
  [400, 'Bad Request: CHAT_WRITE_FORBIDDEN'],
])('%i "%s" ends a chat', async (code, description) => {
  expect(await refused(code, description).messenger.send(anaId, 'oi')).toEqual({ outcome: 'gone' });
});

test.each([
  ['a wrong token', refused(401, 'Unauthorized'), 'telegram: refused with 401'],
  ['a path it does not know', refused(404, 'Not Found'), 'telegram: refused with 404'],
  ['a mistake of ours', refused(400, 'Bad Request: message text is empty'), 'telegram: refused with 400'],
  ['a page instead of JSON', answering(400, '<p>'), 'telegram: refused with 400'],
  ['an outage', refused(502, 'Bad Gateway'), 'telegram: unavailable with 502'],
])('%s ends no chat', async (_, { messenger }, sentence) => {
  const error = await messenger.send(anaId, 'oi').catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: 'messenger-unavailable', message: sentence, retryable: true });
});

test('a pause without its length is short', async () => {
  const later = { outcome: 'later', seconds: 5 };
  expect(await answering(429, '').messenger.send(anaId, 'oi')).toEqual(later);
});

test('the request has Telegram’s shape', async () => {
  const { asked, messenger } = answering(200, { ok: true, result: { message_id: 1 } });
  await messenger.send('-1001234567890', 'oi');
  await messenger.setWebhook(HOOK, SECRET);
  expect(asked).toEqual([
    {
      url: `http://bot.example/bot${TOKEN}/sendMessage`,
      json: { chat_id: '-1001234567890', text: 'oi', link_preview_options: { is_disabled: true } },
    },
    {
      url: `http://bot.example/bot${TOKEN}/setWebhook`,
      json: { url: HOOK, secret_token: SECRET, allowed_updates: ['message', 'my_chat_member'] },
    },
  ]);
});

test('no token, address or text is in an error', async () => {
  const { messenger, telegram } = openTelegram({ token: '1:another-token' });
  const calls = [
    () => messenger.send(anaId, 'um texto'),
    () => messenger.readName(),
    () => messenger.setWebhook(HOOK, SECRET),
  ];
  for (const faults of [{}, { down: true }, { down: false, loseAnswers: 9 }]) {
    Object.assign(telegram.faults, faults);
    for (const call of calls) {
      const error = await call().catch((reason: unknown) => reason);
      expect(error).toMatchObject({ code: 'messenger-unavailable', retryable: true });
      const { message, stack, cause } = error as Error;
      expect(`${message} ${stack} ${String(cause)}`).not.toMatch(
        /another-token|bot\.example|um texto|contract_/,
      );
    }
  }
});

test('the bot’s name is read', async () => {
  expect(await openTelegram().messenger.readName()).toBe(bot.username);
});

test('a code reaches us from a private chat and from a group, with the chat’s name', async () => {
  const { telegram, messenger, form, delivered, read } = openTelegram();
  await messenger.setWebhook(HOOK, SECRET);
  await form(`/conversas/${ana.id}/iniciar`, { codigo: 'AbC-_9' });
  await form('/conversas', { titulo: 'Plantão', codigo: 'grupo1' });
  await telegram.tick();
  const group = telegram.state.chats.at(-1);
  expect(read().filter((update) => update !== null)).toEqual([
    { what: 'start', chat: anaId, name: 'Ana', code: 'AbC-_9' },
    { what: 'start', chat: String(group?.id), name: 'Plantão', code: 'grupo1' },
  ]);
  expect(new Set(delivered.map(({ secret }) => secret))).toEqual(new Set([SECRET]));
});

test('a block, a removal and an upgrade reach us; what Ana writes beside commands does not', async () => {
  const { telegram, messenger, form, read } = openTelegram();
  await messenger.setWebhook(HOOK, SECRET);
  const group = telegram.chats.newGroup('Plantão');
  telegram.chats.start(group, '');
  telegram.chats.write(group, 'bom dia');
  const supergroup = telegram.chats.upgrade(group);
  telegram.chats.expel(supergroup);
  await form(`/conversas/${ana.id}/texto`, { texto: '/start' });
  await form(`/conversas/${ana.id}/texto`, { texto: 'oi, tudo bem?' });
  await form(`/conversas/${ana.id}/retirar`);
  await telegram.tick();
  expect(read().filter((update) => update !== null)).toEqual([
    { what: 'moved', chat: String(group.id), to: String(supergroup.id) },
    { what: 'gone', chat: String(supergroup.id) },
    { what: 'start', chat: anaId, name: 'Ana', code: null },
    { what: 'gone', chat: anaId },
  ]);
});

// From Telegram's documentation and from updates that bots' authors published.
test.each([
  [
    'a start in a private chat',
    {
      message: {
        message_id: 7,
        from: { id: 1, is_bot: false, first_name: 'João', last_name: 'Souza', language_code: 'pt-br' },
        chat: { id: 5_000_000_001, first_name: 'João', last_name: 'Souza', type: 'private' },
        date: 1_731_694_471,
        text: '/start abc_DEF-1',
        entities: [{ offset: 0, length: 6, type: 'bot_command' }],
      },
    },
    { what: 'start', chat: '5000000001', name: 'João Souza', code: 'abc_DEF-1' },
  ],
  [
    'a group that became a supergroup',
    {
      message: {
        message_id: 153,
        chat: { id: -4_518_810_793, title: 'Plantão', type: 'group', all_members_are_administrators: false },
        date: 1_731_694_471,
        migrate_to_chat_id: -1_002_471_352_452,
      },
    },
    { what: 'moved', chat: '-4518810793', to: '-1002471352452' },
  ],
  [
    'a bot that an administrator removed',
    {
      my_chat_member: {
        chat: { id: -1_002_471_352_452, title: 'Plantão', type: 'supergroup' },
        from: { id: 1, is_bot: false, first_name: 'João' },
        date: 1_731_694_471,
        old_chat_member: { user: bot, status: 'member' },
        new_chat_member: { user: bot, status: 'kicked', until_date: 0 },
      },
    },
    { what: 'gone', chat: '-1002471352452' },
  ],
  [
    'a bot that only lost a right',
    {
      my_chat_member: {
        chat: { id: -5, title: 'Plantão', type: 'supergroup' },
        new_chat_member: { user: bot, status: 'restricted', is_member: true },
      },
    },
    null,
  ],
  [
    'a start without a code',
    { message: { chat: { id: 1, type: 'private' }, text: '/start' } },
    { what: 'start', chat: '1', name: 'Telegram', code: null },
  ],
  ['another command', { message: { chat: { id: 1, type: 'private' }, text: '/started abc' } }, null],
  [
    'a code that is too long',
    { message: { chat: { id: 1, type: 'private' }, text: `/start ${'a'.repeat(65)}` } },
    null,
  ],
  ['an update of another kind', { callback_query: { id: '1' } }, null],
])('%s is read', (_, update, meaning) => {
  const { messenger } = openTelegram();
  expect(messenger.readUpdate({ update_id: 1, ...update })).toEqual(meaning);
});
