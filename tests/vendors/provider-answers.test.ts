/** What every answer of the mail provider and of Telegram means: a test a row, and what no row lists. */
import { describe, expect, test } from 'vitest';
import { problems } from '#dev/stand-ins/mail/answers.ts';
import { refusals } from '#dev/stand-ins/telegram/answers.ts';
import type { Fetch } from '#functions/platform/vendor-http.ts';
import type { AnswerRow, Meaning, SampleAnswer } from '#functions/vendors/delivery.ts';
import { createHttpMailer } from '#functions/vendors/mail/http-mailer.ts';
import { mailAnswers } from '#functions/vendors/mail/mail-answers.ts';
import { chatAnswers } from '#functions/vendors/telegram/chat-answers.ts';
import { createTelegramMessenger } from '#functions/vendors/telegram/messenger.ts';

const answering =
  ({ status, body }: SampleAnswer, headers: Record<string, string> = {}): Fetch =>
  async () =>
    new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers });

const mailed = (answer: SampleAnswer, headers?: Record<string, string>): Promise<Meaning> =>
  createHttpMailer({
    baseUrl: 'http://mail.test',
    apiKey: 'key',
    from: 'Vigia <avisos@vigia.example>',
    fetch: answering(answer, headers),
  }).send({ to: 'a@b.example', subject: 's', html: 'h', text: 't', idempotencyKey: 'k' });

const said = (answer: SampleAnswer): Promise<Meaning> =>
  createTelegramMessenger({ baseUrl: 'http://bot.test', token: '1:t', fetch: answering(answer) }).send(
    '1',
    't',
  );

/** Every sample of every row, with the row's name. */
const samplesOf = (rows: readonly AnswerRow[]) =>
  rows.flatMap(({ name, samples, meaning }) =>
    samples.map((answer) => ({ name, said: JSON.stringify(answer.body), answer, meaning })),
  );

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const resend = (status: number, name: string, message = ''): SampleAnswer => ({
  status,
  body: { statusCode: status, name, message },
});
const telegram = (status: number, description: string, parameters?: object): SampleAnswer => ({
  status,
  body: { ok: false, error_code: status, description, ...(parameters && { parameters }) },
});
const stops = (code: string, ms = MINUTE) => ({ kind: 'provider-waits', code, ms, pageAfterMs: 0 });
const refuses = (code: string, more = {}) => ({ kind: 'message-refused', code, ...more });

describe('mail', () => {
  test.each(samplesOf(mailAnswers))('$name: $said', async ({ answer, meaning }) => {
    const read = await mailed(answer);
    expect(read.kind === 'unclear' && meaning.kind === 'unclear' ? { ...meaning } : read).toEqual(meaning);
  });

  // Written apart from the table, so that a wrong row is found.
  test.each([
    [200, resend(200, ''), { kind: 'sent' }],
    [
      'a wrong address',
      resend(422, 'validation_error', 'Invalid `to` field.'),
      refuses('address', { endsAfter: { times: 3, overMs: HOUR } }),
    ],
    [
      'a wrong address under its own name',
      resend(422, 'invalid_to_address'),
      refuses('address', { endsAfter: { times: 3, overMs: HOUR } }),
    ],
    [
      'a wrong answer address',
      resend(422, 'validation_error', 'Invalid `reply_to` field.'),
      refuses('content', { mayBeOurs: true }),
    ],
    [
      'a wrong subject',
      resend(422, 'validation_error', 'Invalid `subject` field.'),
      refuses('content', { mayBeOurs: true }),
    ],
    ['too large', resend(413, 'x'), refuses('content', { mayBeOurs: true })],
    ['unwanted', resend(451, 'security_error'), refuses('content', { mayBeOurs: true })],
    ['a rotated key, sending', resend(401, 'validation_error', 'API key is invalid'), stops('credentials')],
    ['a rotated key, elsewhere', resend(400, 'validation_error', 'API key is invalid'), stops('credentials')],
    ['a suspended key', resend(403, 'suspended_api_key'), stops('credentials')],
    [
      'an unverified domain',
      resend(403, 'validation_error', 'The a.example domain is not verified.'),
      stops('sender-domain'),
    ],
    [
      'test mails only',
      resend(403, 'validation_error', 'You can only send testing emails to your own email address.'),
      stops('credentials'),
    ],
    ['a refused sender', resend(403, 'invalid_from_address'), stops('sender')],
    ['a wrong path', resend(404, 'not_found'), stops('endpoint')],
    ['a used up day', resend(429, 'daily_quota_exceeded'), stops('quota', 10 * MINUTE)],
    ['a used up month', resend(429, 'monthly_quota_exceeded'), stops('quota', 10 * MINUTE)],
    [
      'the same key at once',
      resend(409, 'concurrent_idempotent_requests'),
      { kind: 'unclear', code: 'key-busy', ms: 5_000 },
    ],
    [
      'the same key, other bytes',
      resend(409, 'invalid_idempotent_request'),
      { kind: 'maybe-sent', code: 'key-used' },
    ],
    ['a wrong key', resend(400, 'invalid_idempotency_key'), refuses('key-format', { isDefect: true })],
    ['an outage', resend(500, 'internal_server_error'), { kind: 'unclear', code: 'unreachable' }],
    ['something that nobody listed', resend(418, 'new_error'), refuses('unlisted-418', { mayBeOurs: true })],
    ['a page instead of JSON', { status: 403, body: '<p>' }, refuses('unlisted-403', { mayBeOurs: true })],
  ])('%s', async (_name, answer, meaning) => {
    expect(await mailed(answer)).toEqual(meaning);
  });

  test('a pause is as long as the answer says', async () => {
    const paused = (seconds: number) => ({
      kind: 'provider-waits',
      code: 'rate',
      ms: seconds * 1000,
      pageAfterMs: 5 * MINUTE,
    });
    const limited = resend(429, 'rate_limit_exceeded');
    expect(await mailed(limited, { 'retry-after': '7' })).toEqual(paused(7));
    expect(await mailed(limited)).toEqual(paused(5));
    // A day's ban of some address in between must not keep everybody's alerts for the whole of it.
    expect(await mailed(limited, { 'retry-after': '86400' })).toEqual(paused(600));
  });

  test('no answer means that nobody knows', async () => {
    const mailer = createHttpMailer({
      baseUrl: 'http://mail.test',
      apiKey: 'key',
      from: 'a@vigia.example',
      fetch: () => Promise.reject(new Error('reset')),
    });
    const message = { to: 'a@b.example', subject: 's', html: 'h', text: 't', idempotencyKey: 'k' };
    expect(await mailer.send(message)).toEqual({ kind: 'unclear', code: 'unreachable' });
  });

  test('every refusal that the local inbox can give is in the table', async () => {
    for (const [name, { status, name: error, message }] of Object.entries(problems)) {
      const meaning = await mailed(resend(status, error, message));
      const isUnlisted = meaning.kind === 'message-refused' && meaning.code.startsWith('unlisted');
      expect([name, isUnlisted]).toEqual([name, name === 'desconhecida']);
    }
  });
});

describe('a chat', () => {
  test.each(samplesOf(chatAnswers))('$name: $said', async ({ answer, meaning }) => {
    const read = await said(answer);
    expect(meaning.kind === 'recipient-paused' ? { ...read, ms: meaning.ms } : read).toEqual(meaning);
  });

  test.each([
    [
      'blocked',
      telegram(403, 'Forbidden: bot was blocked by the user'),
      { kind: 'recipient-ended', code: 'chat-gone' },
    ],
    [
      'kicked',
      telegram(403, 'Forbidden: bot was kicked from the channel chat'),
      { kind: 'recipient-ended', code: 'chat-gone' },
    ],
    [
      'missing',
      telegram(400, 'Bad Request: chat not found'),
      refuses('chat-missing', { endsAfter: { times: 2, overMs: HOUR } }),
    ],
    [
      'without rights',
      telegram(400, 'Bad Request: not enough rights to send text messages to the chat'),
      {
        ...{ kind: 'recipient-waits', code: 'chat-rights', ms: 10 * MINUTE },
        refusedAfterMs: 24 * HOUR,
        isToldToOthers: true,
      },
    ],
    [
      'without rights, as 403',
      telegram(403, 'Forbidden: not enough rights to send text messages to the chat'),
      {
        ...{ kind: 'recipient-waits', code: 'chat-rights', ms: 10 * MINUTE },
        refusedAfterMs: 24 * HOUR,
        isToldToOthers: true,
      },
    ],
    [
      'a closed topic',
      telegram(400, 'Bad Request: TOPIC_CLOSED'),
      {
        ...{ kind: 'recipient-waits', code: 'chat-rights', ms: 10 * MINUTE },
        refusedAfterMs: 24 * HOUR,
        isToldToOthers: true,
      },
    ],
    ['a topic that is gone', telegram(400, 'Bad Request: TOPIC_DELETED'), refuses('thread')],
    [
      'half of a character',
      telegram(400, 'Bad Request: strings must be encoded in UTF-8'),
      refuses('content'),
    ],
    ['any other 400', telegram(400, 'Bad Request: something new'), refuses('content')],
    ['a page with 413', { status: 413, body: '<p>' }, refuses('content')],
    [
      'another number',
      telegram(400, 'Bad Request: upgraded', { migrate_to_chat_id: -100_1 }),
      { kind: 'moved', chat: '-1001' },
    ],
    [
      'too many',
      telegram(429, 'Too Many Requests', { retry_after: 35 }),
      { kind: 'recipient-paused', code: 'chat-pause', ms: 35_000 },
    ],
    [
      'too many, without a time',
      { status: 429, body: '' },
      { kind: 'recipient-paused', code: 'chat-pause', ms: 5_000 },
    ],
    ['a wrong token', telegram(401, 'Unauthorized'), stops('credentials')],
    ['a path it does not know', telegram(404, 'Not Found'), stops('credentials')],
    [
      'another 403',
      telegram(403, 'Forbidden: new'),
      { kind: 'recipient-waits', code: 'chat-refuses', ms: HOUR, endsAfterWaits: 3 },
    ],
    ['an outage', telegram(502, 'Bad Gateway'), { kind: 'unclear', code: 'unreachable' }],
    ['something that nobody listed', telegram(418, 'new'), refuses('unlisted-418', { mayBeOurs: true })],
  ])('%s', async (_name, answer, meaning) => {
    expect(await said(answer)).toEqual(meaning);
  });

  test('every refusal that the local Telegram can give is in the table', async () => {
    for (const [name, [status, text]] of Object.entries(refusals)) {
      const meaning = await said(telegram(status, text));
      const isUnlisted = meaning.kind === 'message-refused' && meaning.code.startsWith('unlisted');
      expect([name, isUnlisted]).toEqual([name, name === 'outro-4xx']);
    }
  });
});

test('no answer that is not listed ends a recipient or stops a provider at once', async () => {
  for (let status = 400; status < 500; status += 1)
    for (const read of [await mailed(resend(status, 'unknown')), await said(telegram(status, 'unknown'))]) {
      expect(read.kind).not.toBe('recipient-ended');
      if (![401, 404, 405].includes(status) && read.kind === 'provider-waits') expect(read.code).toBe('rate');
    }
});
