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
test('a text arrives as it was written, without previews of its links', async () => {
  const { messenger, chatOf, form } = openTelegram();
  await form(`/conversas/${ana.id}/iniciar`);
  const text = 'Fora do ar: Loja <b>&\n\nhttps://loja.example/_a_*b*';
  expect(await messenger.send(anaId, text)).toEqual({ kind: 'sent' });
  expect(chatOf(anaId).messages.at(-1)).toMatchObject({ from: 'bot', text, hasPreview: false });
});

test('marks arrive as parts of the text, and none that a cut text has lost', async () => {
  const { messenger, chatOf, form } = openTelegram();
  await form(`/conversas/${ana.id}/iniciar`);
  const marks = [
    { what: 'bold', from: 0, length: 5 },
    { what: 'code', from: 4090, length: 10 },
  ] as const;
  const text = `🔴 *a<${'b'.repeat(5000)}`;
  expect(await messenger.send(anaId, { text, marks })).toEqual({ kind: 'sent' });
  expect(chatOf(anaId).messages.at(-1)?.entities).toEqual([{ type: 'bold', offset: 0, length: 5 }]);
});

test.each([
  ['a type that does not exist', { type: 'loud', offset: 0, length: 2 }],
  ['a part beyond the text', { type: 'bold', offset: 0, length: 9 }],
  ['half of a character', { type: 'bold', offset: 1, length: 2 }],
])('the local Telegram refuses %s, as the real one does', async (_, entity) => {
  const { telegram, form } = openTelegram();
  await form(`/conversas/${ana.id}/iniciar`);
  const answer = await telegram.app.request(`/bot${TOKEN}/sendMessage`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ chat_id: anaId, text: '🔴 Loja', entities: [entity] }),
  });
  expect(answer.status).toBe(400);
  expect(JSON.stringify(await answer.json())).toMatch(/entit/i);
});

test.each([
  ['letters', 'a'.repeat(5000)],
  ['pairs of code units, one across the limit', `a${'😀'.repeat(3000)}`],
])('a text of too many %s is cut and accepted', async (_, text) => {
  const { messenger, chatOf, form } = openTelegram();
  await form(`/conversas/${ana.id}/iniciar`);
  expect(await messenger.send(anaId, text)).toEqual({ kind: 'sent' });
  expect(chatOf(anaId).messages.at(-1)?.text).toMatch(/^a.*…$/u);
});

test('a chat that never began, was left or became another says so', async () => {
  const { messenger, telegram, form } = openTelegram();
  const missing = { kind: 'message-refused', code: 'chat-missing' };
  expect(await messenger.send(anaId, 'oi')).toMatchObject(missing);
  expect(await messenger.send('-99', 'oi')).toMatchObject(missing);
  await form(`/conversas/${ana.id}/iniciar`);
  await form(`/conversas/${ana.id}/retirar`);
  expect(await messenger.send(anaId, 'oi')).toEqual({ kind: 'recipient-ended', code: 'chat-gone' });

  const group = telegram.chats.newGroup('Plantão');
  telegram.chats.start(group, 'code');
  expect(await messenger.send(String(group.id), 'oi')).toEqual({ kind: 'sent' });
  const supergroup = telegram.chats.upgrade(group);
  const chat = String(supergroup.id);
  expect(await messenger.send(String(group.id), 'oi')).toEqual({ kind: 'moved', chat });
  expect(await messenger.send(chat, 'oi')).toEqual({ kind: 'sent' });
  telegram.chats.expel(supergroup);
  expect(await messenger.send(chat, 'oi')).toEqual({ kind: 'recipient-ended', code: 'chat-gone' });
});

test('a pause lasts as long as Telegram says', async () => {
  const { messenger, form } = openTelegram();
  await form(`/conversas/${ana.id}/iniciar`);
  await form('/__stand-in/pauses', { pauses: '1', retryAfter: '35' });
  expect(await messenger.send(anaId, 'oi')).toEqual({
    kind: 'recipient-paused',
    code: 'chat-pause',
    ms: 35_000,
  });
  expect(await messenger.send(anaId, 'oi')).toEqual({ kind: 'sent' });
});

test('half of a character is replaced, and names are cut between characters', async () => {
  const { messenger, chatOf, form } = openTelegram();
  await form(`/conversas/${ana.id}/iniciar`);
  expect(await messenger.send(anaId, 'Loja \ud83d caiu')).toEqual({ kind: 'sent' });
  expect(chatOf(anaId).messages.at(-1)?.text).toBe('Loja \ufffd caiu');
  const chat = { id: -5, type: 'group', title: `${'a'.repeat(98)}👨‍👩‍👧` };
  expect(messenger.readUpdate({ update_id: 1, message: { chat, text: '/start abc' } })).toMatchObject({
    name: `${'a'.repeat(98)}…`,
  });
});

test('a refusal that was asked for is given so often, in that chat', async () => {
  const { messenger, form } = openTelegram();
  await form(`/conversas/${ana.id}/iniciar`);
  await form('/__stand-in/answers', { refusal: 'sem-direito', times: '1', chat: anaId });
  expect(await messenger.send('-99', 'oi')).toMatchObject({ code: 'chat-missing' });
  expect(await messenger.send(anaId, 'oi')).toMatchObject({ code: 'chat-rights' });
  expect(await messenger.send(anaId, 'oi')).toEqual({ kind: 'sent' });
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
      json: {
        url: HOOK,
        secret_token: SECRET,
        allowed_updates: ['message', 'my_chat_member', 'callback_query'],
      },
    },
  ]);
});

const MESSAGE = '0b8f7d1e-6a2c-4c55-9a36-1d9f5f0f2a11';
const button = { label: 'Estou vendo', message: MESSAGE };

test('a button that is pressed in a chat reaches us, and its answer whoever pressed it', async () => {
  const { telegram, messenger, chatOf, form, read } = openTelegram();
  await messenger.setWebhook(HOOK, SECRET);
  await form(`/conversas/${ana.id}/iniciar`);
  expect(await messenger.send(anaId, 'Fora do ar: Loja', button)).toEqual({ kind: 'sent' });
  const told = chatOf(anaId).messages.at(-1);
  expect(told?.buttons).toEqual([{ text: 'Estou vendo', data: `vendo:${MESSAGE}` }]);
  await form(`/conversas/${ana.id}/aperta`, { mensagem: String(told?.id), botao: `vendo:${MESSAGE}` });
  await telegram.tick();
  const [press] = telegram.state.presses;
  expect(read().at(-1)).toEqual({
    ...{ what: 'seen', chat: anaId, isPrivate: true, by: 'Ana', message: MESSAGE },
    callback: press?.id,
  });
  expect(await messenger.answer(press?.id ?? '', 'Anotado.')).toBe(true);
  expect(press?.answer).toBe('Anotado.');
});

test('an answer to a press that is unknown or too old changes nothing, and one that is too long is cut', async () => {
  const { telegram, messenger, clock, form, chatOf } = openTelegram();
  await form(`/conversas/${ana.id}/iniciar`);
  await messenger.send(anaId, 'oi', button);
  await form(`/conversas/${ana.id}/aperta`, {
    mensagem: String(chatOf(anaId).messages.at(-1)?.id),
    botao: `vendo:${MESSAGE}`,
  });
  const [press] = telegram.state.presses;
  expect(await messenger.answer('0', 'oi')).toBe(false);
  expect(await messenger.answer(press?.id ?? '', 'a'.repeat(300))).toBe(true);
  expect(press?.answer).toHaveLength(200);
  clock.now += 60_000;
  expect(await messenger.answer(press?.id ?? '', 'tarde')).toBe(false);
});

test('a button whose data is longer than 64 bytes is refused', async () => {
  const { messenger, form } = openTelegram();
  await form(`/conversas/${ana.id}/iniciar`);
  const refused = { kind: 'message-refused', code: 'content' };
  expect(await messenger.send(anaId, 'oi', { ...button, message: 'a'.repeat(59) })).toMatchObject(refused);
});

test('no token, address or text is in an error', async () => {
  const { messenger, telegram } = openTelegram({ token: '1:another-token' });
  const calls = [() => messenger.readName(), () => messenger.setWebhook(HOOK, SECRET)];
  for (const faults of [{}, { down: true }, { down: false, loseAnswers: 9 }]) {
    Object.assign(telegram.faults, faults);
    for (const call of calls) {
      const error = await call().catch((reason: unknown) => reason);
      expect(error).toMatchObject({ code: 'messenger-unavailable', retryable: true });
      const { message, stack, cause } = error as Error;
      expect(`${message} ${stack} ${String(cause)}`).not.toMatch(/another-token|bot\.example|contract_/);
    }
    const meaning = JSON.stringify(await messenger.send(anaId, 'um texto'));
    expect(meaning).not.toMatch(/another-token|bot\.example|um texto/);
  }
});

test('the bot’s name is read', async () => {
  expect(await openTelegram().messenger.readName()).toBe(bot.username);
});

test('a code reaches us from a private chat and from a group, with the chat’s name', async () => {
  const { telegram, messenger, form, delivered, read, clock } = openTelegram();
  await messenger.setWebhook(HOOK, SECRET);
  await form(`/conversas/${ana.id}/iniciar`, { codigo: 'AbC-_9' });
  await form('/conversas', { titulo: 'Plantão', codigo: 'grupo1' });
  await telegram.tick();
  const group = telegram.state.chats.at(-1);
  expect(read().filter((update) => update !== null)).toEqual([
    { what: 'start', chat: anaId, name: 'Ana', code: 'AbC-_9', isPrivate: true },
    { what: 'back', chat: String(group?.id), at: clock.now },
    { what: 'start', chat: String(group?.id), name: 'Plantão', code: 'grupo1', isPrivate: false },
  ]);
  expect(new Set(delivered.map(({ secret }) => secret))).toEqual(new Set([SECRET]));
});

test('a block, a removal and an upgrade reach us; what Ana writes beside commands does not', async () => {
  const { telegram, messenger, form, read, clock } = openTelegram();
  const at = clock.now;
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
    { what: 'back', chat: String(group.id), at },
    { what: 'back', chat: String(supergroup.id), at },
    { what: 'moved', chat: String(group.id), to: String(supergroup.id) },
    { what: 'gone', chat: String(supergroup.id), at },
    { what: 'start', chat: anaId, name: 'Ana', code: null, isPrivate: true },
    { what: 'gone', chat: anaId, at },
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
    { what: 'start', chat: '5000000001', name: 'João Souza', code: 'abc_DEF-1', isPrivate: true },
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
    { what: 'gone', chat: '-1002471352452', at: 1_731_694_471_000 },
  ],
  [
    'a bot that only lost a right',
    {
      my_chat_member: {
        chat: { id: -5, title: 'Plantão', type: 'supergroup' },
        date: 1_731_694_471,
        new_chat_member: { user: bot, status: 'restricted', is_member: true },
      },
    },
    null,
  ],
  [
    'a press of a button under a message that the bot cannot read any more',
    {
      callback_query: {
        id: '4382bfdwdsb323b2d9',
        from: { id: 1, is_bot: false, first_name: 'João' },
        message: {
          chat: { id: -1_002_471_352_452, title: 'Plantão', type: 'supergroup' },
          message_id: 9,
          date: 0,
        },
        chat_instance: '-3',
        data: `vendo:${MESSAGE}`,
      },
    },
    {
      ...{ what: 'seen', chat: '-1002471352452', isPrivate: false, by: 'João', message: MESSAGE },
      callback: '4382bfdwdsb323b2d9',
    },
  ],
  [
    'a press of a button that is not ours',
    {
      callback_query: {
        id: '5',
        from: { id: 1, first_name: 'João' },
        message: { chat: { id: 1, type: 'private' } },
        data: 'outro',
      },
    },
    { what: 'seen', chat: '1', isPrivate: true, by: 'João', message: null, callback: '5' },
  ],
  ['a press in an inline message', { callback_query: { id: '5', from: { id: 1, first_name: 'J' } } }, null],
  [
    'a start without a code',
    { message: { chat: { id: 1, type: 'private' }, text: '/start' } },
    { what: 'start', chat: '1', name: 'Telegram', code: null, isPrivate: true },
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
