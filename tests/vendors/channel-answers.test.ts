/** What every answer of Slack, Discord and Teams means, and what reaches a webhook: no redirect, no answer read. */
import { describe, expect, test } from 'vitest';
import { providerOf, refusals } from '#dev/stand-ins/channels/answers.ts';
import { complaintOf } from '#dev/stand-ins/channels/check-body.ts';
import { type TeamKind, teamKinds } from '#domain/alerts/codes.ts';
import { writeAlert } from '#domain/alerts/words.ts';
import { bodyOf } from '#functions/alerts/channel-body.ts';
import type { Meaning, SampleAnswer } from '#functions/vendors/delivery.ts';
import { channelAnswers } from '#functions/vendors/team-channels/channel-answers.ts';
import { createTeamChannels } from '#functions/vendors/team-channels/team-channels.ts';
import { NOW, sampleAlerts, withAround } from '#tests/support/sample-alerts.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const urls: Readonly<Record<TeamKind, string>> = {
  slack: 'https://hooks.slack.com/services/T/B/segredo',
  discord: 'https://discord.com/api/webhooks/1/segredo',
  teams: 'https://prod-1.brazilsouth.logic.azure.com/workflows/segredo?sig=segredo',
};

const channels = (answer: () => Response) =>
  createTeamChannels({ standInUrl: null, agent: 'Vigia', fetch: async () => answer() });

const responseOf = ({ status, body }: SampleAnswer, headers: Record<string, string> = {}): Response =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers });

const meaningOf = (
  kind: TeamKind,
  answer: SampleAnswer,
  headers?: Record<string, string>,
): Promise<Meaning> => channels(() => responseOf(answer, headers)).write(kind, urls[kind], {});

describe.each(teamKinds)('%s', (kind) => {
  const samples = channelAnswers[kind].flatMap(({ name, samples: all, meaning }) =>
    all.map((answer) => ({ name, answer, meaning, said: JSON.stringify(answer.body) })),
  );
  test.each(samples)('$name: $said', async ({ answer, meaning }) => {
    // How long a pause lasts is in the answer.
    const found = await meaningOf(kind, answer);
    expect({ ...found, ms: 0 }).toEqual({ ...meaning, ms: 0 });
  });

  test('an answer of no row is about one message, and may be our defect', async () => {
    expect(await meaningOf(kind, { status: 418, body: 'I am a teapot' })).toEqual({
      ...{ kind: 'message-refused', code: 'unlisted-418', mayBeOurs: true },
    });
  });

  test('no answer, and a redirect, leave the outcome open', async () => {
    const lost = createTeamChannels({
      ...{ standInUrl: null, agent: 'Vigia' },
      fetch: () => Promise.reject(new Error(urls[kind])),
    });
    // With a pause of its own it is no trouble of the provider: a flow of Teams has its customer's host.
    const open = { kind: 'unclear', code: 'unreachable', ...(kind === 'teams' ? { ms: MINUTE_MS } : {}) };
    expect(await lost.write(kind, urls[kind], {})).toEqual(open);
    expect(await meaningOf(kind, { status: 302, body: '' })).toEqual(open);
  });

  test.each(Object.entries(sampleAlerts))('the body of “%s” is one that it takes', (_, given) => {
    const written = writeAlert(withAround(given), 'America/Sao_Paulo', NOW);
    const places = { panel: 'https://padaria.vigia.example', siteUrl: 'https://vigia.example' };
    const body = bodyOf(kind, { written, ...places, seenUrl: 'https://vigia.example/avisos/vendo#x' });
    expect(complaintOf(providerOf(new URL(urls[kind]).hostname), body)).toBeNull();
    expect(JSON.stringify(body).length).toBeLessThan(28 * 1024);
  });
});

test('Discord says how long, in parts of a second, and of all channels where it says so', async () => {
  const paused = (more: object) => ({ status: 429, body: { message: '', retry_after: 0.75, ...more } });
  expect(await meaningOf('discord', paused({ global: false }))).toMatchObject({
    kind: 'recipient-paused',
    ms: 750,
  });
  expect(await meaningOf('discord', paused({ global: true }))).toMatchObject({
    kind: 'provider-waits',
    ms: 750,
  });
});

test('no channel waits longer than a day, whatever is asked for', async () => {
  const answer = { status: 429, body: { message: '', retry_after: 1e12, global: false } };
  expect(await meaningOf('discord', answer)).toMatchObject({ kind: 'recipient-paused', ms: 24 * HOUR_MS });
});

test('Slack says how long in a header', async () => {
  const answer = { status: 429, body: 'rate_limited' };
  expect(await meaningOf('slack', answer, { 'retry-after': '30' })).toMatchObject({ ms: 30_000 });
});

test('what ends a channel ends it only when it comes again, but for an archived one', async () => {
  expect(await meaningOf('slack', { status: 404, body: 'no_service' })).toMatchObject({
    ...{ kind: 'recipient-waits', endsAfterWaits: 2, endsAfterMs: HOUR_MS },
  });
  expect(await meaningOf('discord', { status: 404, body: { code: 10015 } })).toMatchObject({
    ...{ kind: 'recipient-waits', endsAfterWaits: 1, endsAfterMs: 10 * MINUTE_MS },
  });
  expect(await meaningOf('slack', { status: 410, body: 'channel_is_archived' })).toMatchObject({
    kind: 'recipient-ended',
  });
});

test('every refusal of the stand-in has a row', () => {
  for (const [name, { status, body }] of Object.entries(refusals)) {
    const kind = teamKinds.find((each) => name.startsWith(each));
    if (kind === undefined) continue;
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    expect(
      channelAnswers[kind].some((row) => row.statuses.includes(status)),
      `${name} ${text}`,
    ).toBe(true);
  }
});

describe('a webhook', () => {
  const posted = (response: () => Response) =>
    channels(response).post('https://loja.com.br/a', '{"event":"test"}', { 'webhook-id': 'x' });

  test.each([
    [200, { outcome: 'accepted' }],
    [204, { outcome: 'accepted' }],
    [410, { outcome: 'gone' }],
    [301, { outcome: 'failed', status: 301, waitMs: null }],
    [404, { outcome: 'failed', status: 404, waitMs: null }],
    [500, { outcome: 'failed', status: 500, waitMs: null }],
  ] as const)('%i', async (status, outcome) => {
    expect(await posted(() => new Response(null, { status }))).toEqual(outcome);
  });

  test.each([429, 503])('%i with Retry-After waits so long', async (status) => {
    const response = () => new Response('', { status, headers: { 'retry-after': '120' } });
    expect(await posted(response)).toEqual({ outcome: 'failed', status, waitMs: 120_000 });
  });

  test('gets the bytes that were signed, and nothing of it is read', async () => {
    let sent: RequestInit | undefined;
    let isRead = false;
    const body = new ReadableStream(
      {
        pull() {
          isRead = true;
          return new Promise(() => {});
        },
      },
      { highWaterMark: 0 },
    );
    const port = createTeamChannels({
      ...{ standInUrl: null, agent: 'Vigia' },
      fetch: async (_, init) => {
        sent = init;
        return new Response(body);
      },
    });
    expect(await port.post('https://loja.com.br/a?x=1', '{"b":1,"a":2}', {})).toEqual({
      outcome: 'accepted',
    });
    expect([sent?.body, sent?.redirect]).toEqual(['{"b":1,"a":2}', 'manual']);
    expect(isRead).toBe(false);
  });
});
