/** The mailer with the local inbox: each mail accepted once, refusals as from the provider, no secret in an error. */
import { expect, test } from 'vitest';
import { createMailStandIn } from '#dev/stand-ins/mail/index.ts';
import { createHttpMailer } from '#functions/vendors/mail/http-mailer.ts';

const API_KEY = 'contract-mail-key';

const message = {
  to: 'contato@padaria.example',
  subject: 'Seu ambiente está pronto',
  html: '<p>Olá, <a href="http://padaria.localhost">abra</a></p>',
  text: 'Olá: http://padaria.localhost',
  idempotencyKey: 'welcome/order-0001',
};

function openInbox(apiKey = API_KEY) {
  const clock = { now: Date.parse('2026-11-20T12:00:00Z') };
  const inbox = createMailStandIn({ port: 0, stateDir: null, apiKey: API_KEY, now: () => clock.now });
  const mailer = createHttpMailer({
    baseUrl: 'http://mail.test',
    apiKey,
    from: 'Vigia <avisos@vigia.example>',
    fetch: async (input, init) => inbox.app.request(input, init),
  });
  return { inbox, mailer, clock };
}

function post(
  inbox: ReturnType<typeof openInbox>['inbox'],
  body: unknown,
  headers: Record<string, string> = {},
) {
  return inbox.app.request('/emails', {
    method: 'POST',
    headers: { authorization: `Bearer ${API_KEY}`, ...headers },
    body: JSON.stringify(body),
  });
}

test('a message arrives as it was written', async () => {
  const { inbox, mailer, clock } = openInbox();
  await mailer.send(message);
  expect(inbox.state.messages).toEqual([
    {
      id: expect.any(String),
      receivedAt: clock.now,
      from: 'Vigia <avisos@vigia.example>',
      to: [message.to],
      subject: message.subject,
      html: message.html,
      text: message.text,
      idempotencyKey: message.idempotencyKey,
    },
  ]);
});

test('the same key sends once, even after a lost response', async () => {
  const { inbox, mailer } = openInbox();
  inbox.faults.loseAnswers = 1;
  await expect(mailer.send(message)).rejects.toMatchObject({ code: 'mail-unavailable', retryable: true });
  await mailer.send(message);
  await mailer.send(message);
  expect(inbox.state.messages).toHaveLength(1);
});

test('a key returns the same id for a day, and refuses another message', async () => {
  const { inbox, clock } = openInbox();
  const body = { from: 'a@vigia.example', to: 'b@padaria.example', subject: 's', text: 't' };
  const headers = { 'idempotency-key': 'k' };
  const first = await (await post(inbox, body, headers)).json();
  expect(await (await post(inbox, body, headers)).json()).toEqual(first);
  const other = await post(inbox, { ...body, text: 'u' }, headers);
  expect([other.status, await other.json()]).toEqual([
    409,
    expect.objectContaining({ name: 'invalid_idempotent_request' }),
  ]);
  clock.now += 24 * 60 * 60 * 1000;
  expect(await (await post(inbox, body, headers)).json()).not.toEqual(first);
  expect(inbox.state.messages).toHaveLength(2);
});

test.each([
  ['no key', {}, { authorization: '' }, 401, 'missing_api_key'],
  ['a wrong key', {}, { authorization: 'Bearer no' }, 403, 'invalid_api_key'],
  ['no subject', { subject: undefined }, {}, 422, 'missing_required_field'],
  ['neither HTML nor text', { text: undefined }, {}, 422, 'missing_required_field'],
  ['an invalid sender', { from: 'Vigia' }, {}, 422, 'validation_error'],
  ['an invalid recipient', { to: ['x'] }, {}, 422, 'validation_error'],
  ['a key that is too long', {}, { 'idempotency-key': 'k'.repeat(257) }, 400, 'invalid_idempotency_key'],
])('%s is refused in the provider’s format', async (_, change, headers, statusCode, name) => {
  const { inbox } = openInbox();
  const body = { from: 'a@vigia.example', to: 'b@padaria.example', subject: 's', text: 't', ...change };
  const answer = await post(inbox, body, headers);
  expect([answer.status, await answer.json()]).toEqual([
    statusCode,
    { statusCode, name, message: expect.any(String) },
  ]);
  expect(inbox.state.messages).toEqual([]);
});

test('a refusal is one error without key, address or text', async () => {
  const { mailer } = openInbox('wrong-key');
  const error = await mailer.send(message).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: 'mail-unavailable', message: 'mail: refused with 403' });
});

test('the key is checked without sending; a wrong key or an outage fails', async () => {
  const { inbox, mailer } = openInbox();
  await mailer.check();
  expect(inbox.state.messages).toEqual([]);
  await expect(openInbox('wrong-key').mailer.check()).rejects.toThrow('mail: refused with 403');
  inbox.faults.down = true;
  await expect(mailer.check()).rejects.toMatchObject({ code: 'mail-unavailable' });
});

test('the inbox sandboxes HTML and can be emptied', async () => {
  const { inbox, mailer } = openInbox();
  await mailer.send({ ...message, html: '<script>alert(1)</script>' });
  const id = inbox.state.messages[0]?.id;
  const page = await (await inbox.app.request(`/__stand-in/messages/${id}`)).text();
  expect(page).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
  expect(page).not.toContain('<script>');
  expect(await (await inbox.app.request('/')).text()).toContain(message.subject);
  await inbox.app.request('/__stand-in/messages', { method: 'DELETE' });
  expect(inbox.state.messages).toEqual([]);
});
