/** Webhooks: requirements 001's payload, signatures, order, the schedule of a day, and one dead webhook alone. */
import { Webhook } from 'standardwebhooks';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ReportedLevel } from '#domain/api-schemas/alert-report.ts';
import type { PostedAnswer } from '#domain/api-schemas/alerts.ts';
import { postWorkWith } from '#functions/alerts/post-events.ts';
import { alertWork } from '#functions/alerts/tell-recipient.ts';
import { rearmBreaker, tripBreaker } from '#functions/platform/provider-store.ts';
import { fallOf, downOf as levelDown, levelOf, reportAlso } from './alert-reports.ts';
import { answerWith, cameTo, newPosted, post } from './alerts-channels-support.ts';
import { act, GATHERED_MS, mailsTo, newWatched, readView } from './alerts-support.ts';
import type { Customer } from './plan-change-support.ts';
import { addresses, calmServices, clearWork, depsWith, runDue, sql, stateOf } from './support.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

beforeEach(calmServices);

/** A monitor that is down by a check of this moment. */
const downOf = (id: number, since: number, more: Partial<ReportedLevel> = {}): ReportedLevel =>
  levelDown(id, since, { checkedAt: Date.now(), ...more });

/** Of the newest posts to an address: event and number of the monitor. */
const eventsTo = async (url: string): Promise<unknown[]> =>
  (await cameTo(url)).slice(1).map(({ body }) => {
    const { event, monitor } = body as { event: string; monitor?: { id: number } };
    return monitor === undefined ? event : `${event} ${monitor.id}`;
  });

const stateOfRecipient = async (customer: Customer, id: string) => {
  const found = (await readView(customer)).recipients.find((each) => each.id === id);
  return [found?.state, found?.offReason];
};

describe('the body', () => {
  test('is that of requirements 001, with one member more', async () => {
    const customer = await newWatched();
    const { url } = await newPosted(customer, 'webhook');
    const since = Date.now() - 6 * MINUTE_MS;
    const monitor = { id: 3, name: 'Loja', address: 'loja.com.br', type: 'http', url: 'https://loja.com.br' };
    await reportAlso(customer, {
      levels: [downOf(3, since, { monitor, took: 10_000 })],
      location: 'São Paulo',
    });
    await post(SECOND_MS);
    await reportAlso(customer, {
      levels: [levelOf(3, { monitor, since: since + 6 * MINUTE_MS })],
      location: 'São Paulo',
      falls: [fallOf(3, since, since + 6 * MINUTE_MS, { monitor, uptime: 99.58 })],
    });
    await post(2 * SECOND_MS);
    const [, down, up] = (await cameTo(url)).map(({ body }) => body);
    const shown = { id: 3, name: 'Loja', url: 'https://loja.com.br', type: 'http' };
    expect(down).toEqual({
      ...{ event: 'monitor.down', monitor: shown, timestamp: new Date(since).toISOString() },
      ...{ location: 'São Paulo', responseTime: 10_000, sequence: 1 },
    });
    expect(up).toEqual({
      ...{ event: 'monitor.up', monitor: shown, timestamp: new Date(since + 6 * MINUTE_MS).toISOString() },
      ...{ location: 'São Paulo', downtime: 360, uptime: 99.58, sequence: 2 },
    });
    expect((await readView(customer)).messages.filter(({ kind }) => kind === 'webhook')).toHaveLength(2);
  });

  test('is signed as the official library checks it, for a day with both secrets', async () => {
    const customer = await newWatched();
    const { url, id, secret } = await newPosted(customer, 'webhook');
    const { secret: next } = (await (await act(customer, id, 'segredo')).json()) as PostedAnswer;
    expect(next).not.toBe(secret);
    // Whatever was due for it before is done.
    await clearWork(postWorkWith(() => Promise.resolve()));
    await act(customer, id, 'teste');
    const came = (await cameTo(url)).at(-1);
    for (const each of [secret, next])
      expect(new Webhook(each ?? '').verify(came?.text ?? '', came?.headers ?? {})).toMatchObject({
        event: 'test',
      });
    expect(() =>
      new Webhook(`whsec_${btoa('outro segredo qualquer, longo')}`).verify(
        came?.text ?? '',
        came?.headers ?? {},
      ),
    ).toThrow();
    expect(JSON.stringify(await readView(customer))).not.toContain('whsec_');
  });
});

describe('the schedule', () => {
  test('each try is the same event, eight times in a day, and the last ends it', async () => {
    const customer = await newWatched();
    const { url, id } = await newPosted(customer, 'webhook');
    await answerWith('webhook-erro', -1, url);
    await reportAlso(customer, { levels: [downOf(1, Date.now() - MINUTE_MS)] });
    const counts: number[] = [];
    for (const at of [
      0,
      6 * SECOND_MS,
      MINUTE_MS,
      6 * MINUTE_MS,
      31 * MINUTE_MS,
      3 * HOUR_MS,
      6 * HOUR_MS,
      11 * HOUR_MS,
    ]) {
      await post(at);
      counts.push((await eventsTo(url)).length);
    }
    expect(counts).toEqual([1, 2, 2, 3, 4, 5, 6, 7]);
    expect(await stateOfRecipient(customer, id)).toEqual(['on', null]);
    await post(24 * HOUR_MS + MINUTE_MS);
    expect(await stateOfRecipient(customer, id)).toEqual(['off', 'silent']);
    const ids = new Set((await cameTo(url)).slice(1).map(({ headers }) => headers['webhook-id']));
    expect(ids.size).toBe(1);
  });

  test('410 ends it at once', async () => {
    const customer = await newWatched();
    const { url, id } = await newPosted(customer, 'webhook');
    await answerWith('webhook-acabou', 1, url);
    await reportAlso(customer, { levels: [downOf(1, Date.now() - MINUTE_MS)] });
    await post(0);
    expect(await stateOfRecipient(customer, id)).toEqual(['off', 'missing']);
  });

  test('while no refusal is believed 410 settles that post, and the others go on', async () => {
    const customer = await newWatched();
    const { url, id } = await newPosted(customer, 'webhook');
    await tripBreaker(depsWith({}).db, 'webhook', Date.now());
    await answerWith('webhook-acabou', 1, url);
    const since = Date.now() - MINUTE_MS;
    await reportAlso(customer, { levels: [downOf(1, since), downOf(2, since)] });
    await post(0);
    await rearmBreaker(depsWith({}).db);
    expect(await eventsTo(url)).toEqual(['monitor.down 1', 'monitor.down 2']);
    expect(await stateOfRecipient(customer, id)).toEqual(['on', null]);
  });

  test('a redirect is not followed, and counts as a failure', async () => {
    const customer = await newWatched();
    const { url, id } = await newPosted(customer, 'webhook');
    await answerWith('webhook-desvio', 1, url);
    await reportAlso(customer, { levels: [downOf(1, Date.now() - MINUTE_MS)] });
    await post(0);
    expect(await cameTo('https://outro.example/')).toEqual([]);
    await post(6 * SECOND_MS);
    expect(await eventsTo(url)).toEqual(['monitor.down 1', 'monitor.down 1']);
    expect(await stateOfRecipient(customer, id)).toEqual(['on', null]);
  });

  test('a refused post holds up no other monitor', async () => {
    const customer = await newWatched();
    const { url } = await newPosted(customer, 'webhook');
    await answerWith('webhook-recusa', 1, url);
    const since = Date.now() - MINUTE_MS;
    await reportAlso(customer, {
      levels: [downOf(1, since), downOf(2, since)],
    });
    await post(0);
    expect(await eventsTo(url)).toEqual(['monitor.down 1', 'monitor.down 2']);
    await post(6 * SECOND_MS);
    expect((await eventsTo(url)).at(-1)).toBe('monitor.down 1');
  });

  test('what is accepted at its first try wakes everything that waited for a silent server', async () => {
    const customer = await newWatched();
    const { url, id } = await newPosted(customer, 'webhook');
    const since = Date.now() - MINUTE_MS;
    await answerWith('webhook-erro', -1, url);
    // The second one waits behind the first, and is never tried.
    await reportAlso(customer, { levels: [downOf(1, since), downOf(2, since)] });
    for (const at of [0, 6 * SECOND_MS, 6 * MINUTE_MS, 31 * MINUTE_MS]) await post(at);
    await answerWith('', 0);
    const before = (await eventsTo(url)).length;
    await act(customer, id, 'teste');
    await post(MINUTE_MS);
    const after = (await eventsTo(url)).slice(before);
    expect(after).toEqual(['test', 'monitor.down 1', 'monitor.down 2']);
  });

  test('a pause that a server asks for holds what happens meanwhile too, and is followed by one try', async () => {
    const customer = await newWatched();
    const { url } = await newPosted(customer, 'webhook');
    const since = Date.now() - MINUTE_MS;
    // Two minutes.
    await answerWith('webhook-pausa', 1, url);
    await reportAlso(customer, { levels: [downOf(1, since)] });
    await post(0);
    await reportAlso(customer, { levels: [downOf(2, since)] });
    await post(MINUTE_MS);
    expect(await eventsTo(url)).toEqual(['monitor.down 1']);
    await answerWith('webhook-erro', -1, url);
    await post(2 * MINUTE_MS + SECOND_MS);
    // One of them: it was not answered, and the other waits with it.
    expect(await eventsTo(url)).toHaveLength(2);
  });

  test('behind one that fails for five minutes the states of its monitor fold to the newest', async () => {
    const customer = await newWatched();
    const { url } = await newPosted(customer, 'webhook');
    const start = Date.now() - 30 * MINUTE_MS;
    await answerWith('webhook-erro', -1, url);
    await reportAlso(customer, { levels: [downOf(1, start)] });
    await post(0);
    await reportAlso(customer, { falls: [fallOf(1, start, start + MINUTE_MS)] });
    await post(MINUTE_MS);
    await reportAlso(customer, { levels: [downOf(1, start + 2 * MINUTE_MS)] });
    await post(2 * MINUTE_MS);
    await reportAlso(customer, { falls: [fallOf(1, start + 2 * MINUTE_MS, start + 3 * MINUTE_MS)] });
    await post(6 * MINUTE_MS);
    await answerWith('', 0);
    await post(31 * MINUTE_MS);
    const last = (await cameTo(url)).slice(-2).map(({ body }) => body as { event: string; sequence: number });
    expect(last.map(({ event, sequence }) => [event, sequence])).toEqual([
      ['monitor.down', 1],
      ['monitor.up', 4],
    ]);
    const folded = await sql(
      `SELECT id FROM alert_messages WHERE order_id = ? AND detail = 'folded'`,
      customer.orderId,
    );
    expect(folded).toHaveLength(2);
  });
});

test('a dead webhook takes one connection, and no lease of another recipient, who is told meanwhile', async () => {
  const customer = await newWatched();
  const { url, id } = await newPosted(customer, 'webhook');
  const since = Date.now() - MINUTE_MS;
  await reportAlso(customer, {
    levels: [1, 2, 3, 4].map((each) => downOf(each, since)),
  });
  let release: () => void = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let open = 0;
  let most = 0;
  const dead = {
    async post() {
      open += 1;
      most = Math.max(most, open);
      await held;
      open -= 1;
      return { outcome: 'failed', status: null, waitMs: null } as const;
    },
  };
  const deps = depsWith({ teamChannels: dead }, GATHERED_MS);
  await sql('UPDATE work SET due_at = 0, leased_until = 0 WHERE order_id = ?', customer.orderId);
  const runs = [1, 2, 3].map(() =>
    runDue(
      postWorkWith(() => Promise.resolve()),
      deps,
    ),
  );
  await expect.poll(() => open).toBe(1);
  const leased = await sql(
    `SELECT key FROM work WHERE leased_until > ? AND order_id = ?`,
    Date.now(),
    customer.orderId,
  );
  expect(leased).toEqual([{ key: id }]);
  await runDue(alertWork, deps);
  const told = (await mailsTo(customer.email)).map(({ subject }) => subject);
  expect(told).toContainEqual(expect.stringContaining('4 monitores fora do ar'));
  expect(open).toBe(1);
  release();
  await Promise.all(runs);
  expect(most).toBe(1);
  expect(await cameTo(url)).toHaveLength(1);
});

test('no signature, no secret and no address is in the state of another part', async () => {
  const customer = await newWatched();
  const { url, secret } = await newPosted(customer, 'webhook');
  const kept = await stateOf<object>(addresses.mailUrl);
  expect(JSON.stringify(kept)).not.toContain(url);
  expect(JSON.stringify(kept)).not.toContain(secret);
});
