/**
 * The mailer and its notices with the local inbox: each mail accepted once, refusals as from the provider, no secret in an
 * error, returned mail told once, signed, and again until it is accepted.
 */
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { createMailStandIn } from '#dev/stand-ins/mail/index.ts';
import { Unverified } from '#functions/vendors/dependency.ts';
import { createHttpMailer } from '#functions/vendors/mail/http-mailer.ts';
import { createMailNotices } from '#functions/vendors/mail/mail-notices.ts';

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
  const inbox = createMailStandIn({ port: 0, apiKey: API_KEY, now: () => clock.now });
  const mailer = createHttpMailer({
    baseUrl: 'http://mail.test',
    apiKey,
    from: 'Vigia <avisos@vigia.example>',
    fetch: async (input, init) => inbox.app.request(input, init),
  });
  return { inbox, mailer, clock };
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
      headers: {},
      idempotencyKey: message.idempotencyKey,
      tags: [],
    },
  ]);
});

test('header fields arrive, and a mail to an address that cannot exist is refused', async () => {
  const { inbox, mailer } = openInbox();
  const headers = { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
  expect(await mailer.send({ ...message, headers })).toEqual({ kind: 'sent' });
  expect(inbox.state.messages[0]?.headers).toEqual(headers);
  const other = { ...message, to: 'ninguem@recusado.example', idempotencyKey: 'other' };
  expect(await mailer.send(other)).toMatchObject({ kind: 'message-refused', code: 'address' });
});

test('the same key sends once, even after a lost response', async () => {
  const { inbox, mailer } = openInbox();
  inbox.faults.loseAnswers = 1;
  expect(await mailer.send(message)).toEqual({ kind: 'unclear', code: 'unreachable' });
  await mailer.send(message);
  await mailer.send(message);
  expect(inbox.state.messages).toHaveLength(1);
});

test('a refusal is one word without key, address or text', async () => {
  const { mailer } = openInbox('wrong-key');
  expect(JSON.stringify(await mailer.send(message))).not.toMatch(/wrong-key|padaria|pronto/);
});

test('half of a character is replaced before it leaves, and a subject is cut between characters', async () => {
  const { inbox, mailer } = openInbox();
  const half = '\ud83d';
  const family = '👨‍👩‍👧';
  await mailer.send({ ...message, subject: `Fora do ar: Loja ${half}`, html: `<p>${half}</p>`, text: half });
  await mailer.send({ ...message, subject: family.repeat(60), idempotencyKey: 'long' });
  const [one, other] = inbox.state.messages;
  expect([one?.subject, one?.html, one?.text]).toEqual([
    'Fora do ar: Loja \ufffd',
    '<p>\ufffd</p>',
    '\ufffd',
  ]);
  expect(other?.subject).toMatch(new RegExp(`^(?:${family})+…$`, 'u'));
  expect(other?.subject.length).toBeLessThanOrEqual(240);
});

test('the state of the sender’s domain is read where the key may', async () => {
  const { inbox, mailer } = openInbox();
  inbox.state.sender.access = 'full_access';
  await mailer.check();
  inbox.state.sender.domain = 'failed';
  await expect(mailer.check()).rejects.toBeInstanceOf(Unverified);
  expect(await mailer.send(message)).toMatchObject({ kind: 'provider-waits', code: 'sender-domain' });
  inbox.state.sender.access = 'sending_access';
  await mailer.check();
});

test('an address comes off the list of suppressed ones, where the key may', async () => {
  const { inbox, mailer } = openInbox();
  const to = 'ninguem@devolvido.example';
  await mailer.send({ ...message, to });
  await mailer.send({ ...message, to, idempotencyKey: 'again' });
  expect([inbox.state.messages.length, inbox.state.suppressed]).toEqual([1, [to]]);
  expect(await mailer.allowAgain(to)).toBe(false);
  inbox.state.sender.access = 'full_access';
  expect(await mailer.allowAgain(to)).toBe(true);
  // It was not on the list: nothing is left to do.
  expect(await mailer.allowAgain(to)).toBe(true);
  expect(inbox.state.suppressed).toEqual([]);
});

test('the key is checked without sending; a wrong key or an outage fails', async () => {
  const { inbox, mailer } = openInbox();
  await mailer.check();
  expect(inbox.state.messages).toEqual([]);
  await expect(openInbox('wrong-key').mailer.check()).rejects.toThrow('mail: refused with 400');
  inbox.faults.down = true;
  await expect(mailer.check()).rejects.toMatchObject({ code: 'mail-unavailable' });
});

describe('several mails in one request', () => {
  const { idempotencyKey: _, ...mail } = message;
  const mails = ['ana', 'bia', 'caio'].map((name) => ({
    ...mail,
    to: `${name}@padaria.example`,
    reference: `ref_${name}`,
  }));

  test('arrive as they were written, under one key', async () => {
    const { inbox, mailer } = openInbox();
    expect(await mailer.sendBatch(mails, 'batch')).toEqual([
      { kind: 'sent' },
      { kind: 'sent' },
      { kind: 'sent' },
    ]);
    expect(inbox.state.messages.map(({ to, tags, idempotencyKey }) => [to, tags, idempotencyKey])).toEqual(
      mails.map(({ to, reference }) => [[to], [{ name: 'reference', value: reference }], 'batch']),
    );
  });

  test('are accepted once, even after a lost response; other bytes under the key are refused', async () => {
    const { inbox, mailer } = openInbox();
    inbox.faults.loseAnswers = 1;
    expect(await mailer.sendBatch(mails, 'batch')).toEqual({ kind: 'unclear', code: 'unreachable' });
    expect(await mailer.sendBatch(mails, 'batch')).toHaveLength(3);
    expect(inbox.state.messages).toHaveLength(3);
    expect(await mailer.sendBatch(mails.slice(1), 'batch')).toEqual({ kind: 'maybe-sent', code: 'key-used' });
    expect(inbox.state.messages).toHaveLength(3);
  });

  test('that cannot exist are refused one by one', async () => {
    const { inbox, mailer } = openInbox();
    const [one, two, three] = mails;
    if (!one || !two || !three) throw new Error('three mails');
    const wrong = [one, { ...two, to: 'ninguem@recusado.example' }, { ...three, subject: '' }];
    expect(await mailer.sendBatch(wrong, 'batch')).toMatchObject([
      { kind: 'sent' },
      { kind: 'message-refused', code: 'address' },
      { kind: 'message-refused', code: 'content' },
    ]);
    expect(inbox.state.messages.map(({ to }) => to)).toEqual([[one.to]]);
  });

  test.each([
    ['chave-invalida', { kind: 'provider-waits', code: 'credentials' }],
    ['dominio', { kind: 'provider-waits', code: 'sender-domain' }],
    ['erro', { kind: 'unclear', code: 'unreachable' }],
    ['grande', { kind: 'message-refused', code: 'content' }],
    ['chave-em-uso', { kind: 'unclear', code: 'key-busy' }],
  ] as const)('answered %s mean one thing together', async (answer, meaning) => {
    const { inbox, mailer } = openInbox();
    Object.assign(inbox.state.answers, { answer, times: 1, to: 'bia' });
    expect(await mailer.sendBatch(mails, 'batch')).toMatchObject(meaning);
    expect(inbox.state.messages).toEqual([]);
    expect(await mailer.sendBatch(mails, 'batch')).toHaveLength(3);
  });

  test('more than a hundred are no request', async () => {
    const { inbox, mailer } = openInbox();
    const many = Array.from({ length: 101 }, () => ({ ...mail, to: 'a@b.example' }));
    expect(await mailer.sendBatch(many, 'batch')).toMatchObject({ kind: 'message-refused' });
    expect(inbox.state.messages).toEqual([]);
  });

  test('a domain that is told to be unverified in each of them stops the provider', async () => {
    const errors = [{ index: 0, message: 'The vigia.example domain is not verified.' }];
    const answered = createHttpMailer({
      baseUrl: 'http://mail.test',
      apiKey: API_KEY,
      from: 'Vigia <avisos@vigia.example>',
      fetch: async () => Response.json({ data: [], errors }),
    });
    expect(await answered.sendBatch(mails.slice(0, 1), 'batch')).toMatchObject([
      { kind: 'provider-waits', code: 'sender-domain' },
    ]);
  });
});

test('two requests a second are answered, the third is asked to wait, whatever is in them', async () => {
  const { inbox, mailer, clock } = openInbox();
  inbox.state.pace.requestsPerSecond = 2;
  const answers = [];
  for (const idempotencyKey of ['a', 'b', 'c'])
    answers.push(await mailer.send({ ...message, idempotencyKey }));
  expect(answers).toMatchObject([
    { kind: 'sent' },
    { kind: 'sent' },
    { kind: 'provider-waits', code: 'rate', ms: 1_000 },
  ]);
  clock.now += 1_000;
  expect(await mailer.send({ ...message, idempotencyKey: 'c' })).toEqual({ kind: 'sent' });
  expect(inbox.state.messages).toHaveLength(3);
});

describe('returned mail', () => {
  const SECRET = `whsec_${btoa('contract-webhook-secret')}`;
  const notices = createMailNotices(SECRET);

  /** An inbox with a webhook that keeps what arrives, and answers as it is told. */
  function openReturning() {
    const arrived: { headers: Headers; body: string }[] = [];
    const answer = { status: 200 };
    const clock = { now: Date.now() };
    const inbox = createMailStandIn({
      port: 0,
      apiKey: API_KEY,
      now: () => clock.now,
      webhook: { url: 'http://site.test/webhook', secret: SECRET },
      fetch: async (_, init) => {
        arrived.push({ headers: new Headers(init.headers), body: String(init.body) });
        return new Response(null, answer);
      },
    });
    const mailer = createHttpMailer({
      baseUrl: 'http://mail.test',
      apiKey: API_KEY,
      from: 'Vigia <avisos@vigia.example>',
      fetch: async (input, init) => inbox.app.request(input, init),
    });
    const read = () => arrived.map(({ headers, body }) => notices.read(headers, body));
    return { inbox, mailer, arrived, answer, clock, read };
  }

  test('is told with its reference, until the webhook accepts', async () => {
    const { inbox, mailer, answer, clock, read } = openReturning();
    answer.status = 500;
    await mailer.send({ ...message, to: 'ninguem@devolvido.example', reference: 'm-1' });
    await inbox.tick();
    answer.status = 200;
    clock.now += 1_000;
    await inbox.tick();
    await inbox.tick();
    expect(read()).toEqual([
      { what: 'missing', reference: 'm-1' },
      { what: 'missing', reference: 'm-1' },
    ]);
  });

  test('is told of spam too, and without a reference says nothing', async () => {
    const { inbox, mailer, read } = openReturning();
    await mailer.send({ ...message, reference: 'm-2' });
    await mailer.send({ ...message, idempotencyKey: 'other' });
    for (const { id } of inbox.state.messages)
      await inbox.app.request(`/__stand-in/messages/${id}/spam`, { method: 'POST' });
    await inbox.tick();
    expect(read()).toEqual([{ what: 'spam', reference: 'm-2' }, null]);
  });

  test.each([
    ['devolver', { what: 'missing' }],
    ['suprimir', { what: 'missing' }],
    ['cheia', { what: 'returned' }],
    ['indefinida', { what: 'returned' }],
    ['spam', { what: 'spam' }],
    ['falhou-cota', { what: 'failed', isOurs: true }],
    ['falhou', { what: 'failed', isOurs: false }],
    ['atrasar', { what: 'delayed' }],
    ['entregar', { what: 'delivered' }],
  ])('“%s” on the page of a mail is read', async (end, meaning) => {
    const { inbox, mailer, read } = openReturning();
    await mailer.send({ ...message, reference: 'm-3' });
    await inbox.app.request(`/__stand-in/messages/${inbox.state.messages[0]?.id}/${end}`, { method: 'POST' });
    await inbox.tick();
    expect(read()).toEqual([{ ...meaning, reference: 'm-3' }]);
  });

  test('a bounce of an unknown kind is about that mail, and other events say nothing', () => {
    const { headersOf } = signing();
    const data = { tags: { reference: 'm-3' } };
    const reading = (body: object) => notices.read(headersOf(JSON.stringify(body)), JSON.stringify(body));
    expect(reading({ type: 'email.bounced', data })).toEqual({ what: 'returned', reference: 'm-3' });
    expect(reading({ type: 'email.opened', data })).toBeNull();
    // It fails for every mail, also for those that nobody asks about.
    const failed = { failed: { reason: 'reached_daily_quota' } };
    expect(reading({ type: 'email.failed', data: failed })).toEqual({
      what: 'failed',
      isOurs: true,
      reference: null,
    });
  });

  test('another’s, a changed and an old notice are refused', () => {
    const body = JSON.stringify({ type: 'email.bounced', data: { tags: { reference: 'm-4' } } });
    const { headersOf } = signing();
    const refused = expect.objectContaining({ code: 'unauthenticated' });
    const reading = (headers: Headers, text = body) => {
      try {
        return notices.read(headers, text);
      } catch (error) {
        return error;
      }
    };
    expect(reading(headersOf(body, 0))).toMatchObject({ reference: 'm-4' });
    expect(reading(new Headers())).toEqual(refused);
    expect(reading(headersOf(body), body.replace('m-4', 'm-5'))).toEqual(refused);
    expect(reading(headersOf(body, -301_000))).toEqual(refused);
    expect(reading(signing(`whsec_${btoa('another-secret')}`).headersOf(body))).toEqual(refused);
  });

  /** Signs as the vendor does. */
  function signing(secret = SECRET) {
    const webhook = new Webhook(secret);
    return {
      headersOf(body: string, aheadMs = 0): Headers {
        const at = new Date(Date.now() + aheadMs);
        return new Headers({
          'svix-id': 'msg_1',
          'svix-timestamp': String(Math.floor(at.getTime() / 1000)),
          'svix-signature': webhook.sign('msg_1', at, body),
        });
      },
    };
  }
});
