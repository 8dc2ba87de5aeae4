/** How the monitors stand now, the falls of ninety days, and "Estou vendo", for owner and members. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { ReportedLevel } from '#domain/api-schemas/alert-report.ts';
import { type Now, nowEndpoint, type Occurrences, occurrencesEndpoint } from '#domain/api-schemas/now.ts';
import { seenEndpoint } from '#domain/api-schemas/seen.ts';
import type { PicturedMonitor, StatusPicture } from '#domain/api-schemas/status-picture.ts';
import { DAY_MS } from '#domain/billing/days.ts';
import { DomainError } from '#domain/errors.ts';
import { readNow } from '#functions/now/read-now.ts';
import { requireParty } from '#functions/tenants/require-party.ts';
import { signUp } from '#tests/support/worker-accounts.ts';
import { Companion, CREATED, downOf, fallOf, levelOf } from './alert-reports.ts';
import { calmAlerts, newProven, newWatched, tell } from './alerts-support.ts';
import { join, tenantsUrl } from './people-support.ts';
import type { Customer } from './plan-change-support.ts';
import { call, codeOf, depsWith, sendJson, sql } from './support.ts';

beforeEach(calmAlerts);

const MINUTE_MS = 60_000;
const read = async ({ token }: Pick<Customer, 'token'>): Promise<Now> =>
  (await call(nowEndpoint, { token })).json();
const occurrencesOf = async ({ token }: Pick<Customer, 'token'>): Promise<Occurrences> =>
  (await call(occurrencesEndpoint, { token })).json();
const seenBy = async ({ token }: Pick<Customer, 'token'>, falls: readonly number[]): Promise<Now> =>
  (await call(seenEndpoint, { token, body: { falls } })).json();

const pictured = (id: number, more: Partial<PicturedMonitor> = {}): PicturedMonitor => ({
  ...{ id, createdAt: CREATED, name: `Site ${id}`, address: null, group: null, state: 'up', since: CREATED },
  ...{ reason: null, doubt: null, doubtSince: null, message: '', signAt: null, interval: 60 },
  ...{ checkedAt: Date.now(), beats: 'uuu', ping: 80 },
  ...more,
});

/** An environment that does not answer any more; what it reported before is known. */
async function newSilent(...levels: readonly ReportedLevel[]): Promise<Customer> {
  const customer = await newWatched();
  if (levels.length > 0) await new Companion(customer).report({ levels: [...levels] });
  await sendJson(`${tenantsUrl}/__stand-in/tenants/${customer.subdominio}/stop`, 'POST', {});
  return customer;
}

/** As the route, with what the companion answers. */
async function readWith(
  { subject }: Pick<Customer, 'subject'>,
  readStatus: () => Promise<StatusPicture>,
): Promise<Now> {
  const needs = depsWith({ instances: { readStatus } });
  return readNow(needs, await requireParty(needs, subject));
}

describe('the picture', () => {
  test('is the environment’s own answer', async () => {
    const customer = await newWatched();
    const now = await read(customer);
    expect(now).toMatchObject({ isCurrent: true, monitors: [], url: expect.stringContaining(now.tenant) });
  });

  test('counts before what was reported, and has the number of each open fall', async () => {
    const customer = await newWatched();
    const since = Date.now() - 5 * MINUTE_MS;
    await new Companion(customer).report({ levels: [downOf(1, since), levelOf(2)] });
    const at = Date.now();
    const now = await readWith(customer, async () => ({
      at,
      monitors: [
        pictured(1, { state: 'down', since, message: 'timeout', beats: 'ud', ping: null }),
        pictured(2, { state: 'down', since: at, message: 'HTTP 503' }),
      ],
    }));
    const [open] = await sql<{ seq: number }>(
      'SELECT seq FROM alert_falls WHERE order_id = ?',
      customer.orderId,
    );
    expect(now).toMatchObject({ isCurrent: true, heardAt: at, role: 'owner', state: 'active' });
    expect(now.monitors).toMatchObject([
      { id: 1, fall: open?.seq, seen: null, beats: 'ud', message: 'timeout', cause: 'não respondeu a tempo' },
      { id: 2, state: 'down', fall: null, seen: null },
    ]);
  });

  test('of another monitor under the same id has no fall of the one before', async () => {
    const customer = await newWatched();
    await new Companion(customer).report({ levels: [downOf(1, Date.now() - MINUTE_MS)] });
    const { monitors } = await readWith(customer, async () => ({
      at: Date.now(),
      monitors: [pictured(1, { createdAt: CREATED + 1, state: 'down' })],
    }));
    expect(monitors).toMatchObject([{ fall: null }]);
  });
});

describe('without an answer of the environment', () => {
  test('are the last known levels, none of them current, and when they were heard', async () => {
    const since = Date.now() - 5 * MINUTE_MS;
    const before = Date.now();
    const customer = await newSilent(
      downOf(1, since, { message: 'connect ECONNREFUSED' }),
      levelOf(2, { doubt: 'unchecked', doubtSince: since, checkedAt: since }),
      levelOf(3, { state: 'outside', reason: 'paused' }),
      levelOf(4, { state: 'outside', reason: 'deleted' }),
    );
    const now = await read(customer);
    expect(now).toMatchObject({ isCurrent: false, tenant: customer.subdominio, state: 'active' });
    expect(now.heardAt).toBeGreaterThanOrEqual(before);
    expect(now.monitors).toMatchObject([
      {
        ...{ id: 1, state: 'down', since, message: 'connect ECONNREFUSED', cause: 'recusou a conexão' },
        ...{ beats: '', fall: expect.any(Number) },
      },
      { id: 2, state: 'up', doubt: 'unchecked', doubtSince: since, fall: null },
      { id: 3, state: 'outside', reason: 'paused' },
    ]);
  });

  test('is never heard of before the first report', async () => {
    expect(await read(await newSilent())).toMatchObject({ isCurrent: false, heardAt: null, monitors: [] });
  });

  test('an environment that does not run is not asked, and nothing is said of its monitors', async () => {
    const customer = await newWatched();
    await new Companion(customer).report({ levels: [downOf(1, Date.now() - MINUTE_MS)] });
    await sql(`UPDATE tenants SET state = 'suspended' WHERE order_id = ?`, customer.orderId);
    const now = await readWith(customer, () => expect.unreachable());
    expect(now).toMatchObject({ state: 'suspended', isCurrent: false, monitors: [] });
    expect(now.heardAt).not.toBeNull();
  });

  test('a picture that cannot be read is none', async () => {
    const customer = await newWatched();
    await new Companion(customer).report({ levels: [levelOf(1)] });
    const now = await readWith(customer, () => Promise.reject(new DomainError('tenant-unavailable')));
    expect(now).toMatchObject({ isCurrent: false, monitors: [{ id: 1, state: 'up' }] });
  });
});

describe('who asks', () => {
  test('a member sees the same, but while the access is paused', async () => {
    const owner = await newSilent(downOf(1, Date.now() - MINUTE_MS));
    const member = await join(owner);
    expect(await read(member)).toMatchObject({
      role: 'member',
      tenant: owner.subdominio,
      monitors: [{ id: 1 }],
    });
    expect((await occurrencesOf(member)).occurrences).toHaveLength(1);
    await sql('UPDATE memberships SET paused_at = 1 WHERE subject = ?', member.subject);
    for (const path of [nowEndpoint, occurrencesEndpoint])
      expect(await codeOf(await call(path, { token: member.token }))).toEqual([403, 'member-paused']);
  });

  test('an account without an environment is told the way to one', async () => {
    const { token } = await signUp();
    for (const path of [nowEndpoint, occurrencesEndpoint])
      expect(await codeOf(await call(path, { token }))).toEqual([404, 'order-missing']);
  });

  test('another environment’s falls are neither shown nor looked after', async () => {
    const one = await newSilent(downOf(1, Date.now() - MINUTE_MS));
    const other = await newSilent(levelOf(1));
    const fall = (await read(one)).monitors[0]?.fall ?? 0;
    expect((await seenBy(other, [fall])).monitors).toMatchObject([{ fall: null }]);
    expect((await read(one)).monitors).toMatchObject([{ fall, seen: null }]);
    expect((await occurrencesOf(other)).occurrences).toEqual([]);
  });
});

describe('“Estou vendo”', () => {
  test('is said of the falls that are named, and the first one counts', async () => {
    const since = Date.now() - MINUTE_MS;
    const owner = await newSilent(downOf(1, since), downOf(2, since));
    const member = await join(owner);
    const [first, second] = (await read(owner)).monitors.map(({ fall }) => fall ?? 0);
    const after = await seenBy(member, [first ?? 0]);
    const seen = { by: member.name ?? member.email, at: expect.any(Number) };
    expect(after.monitors).toMatchObject([
      { fall: first, seen },
      { fall: second, seen: null },
    ]);
    await seenBy(owner, [first ?? 0, second ?? 0]);
    expect((await read(owner)).monitors[0]?.seen).toMatchObject({ by: seen.by });
    expect((await occurrencesOf(owner)).occurrences.map((each) => each.seen?.by ?? null)).toContain(seen.by);
  });

  test('needs falls', async () => {
    const { token } = await newWatched();
    expect(await codeOf(await call(seenEndpoint, { token, body: { falls: [] } }))).toEqual([
      422,
      'validation-failed',
    ]);
  });
});

describe('falls of ninety days', () => {
  test('have their times, why they ended and who was told when', async () => {
    const customer = await newWatched();
    const other = await newProven(customer);
    const since = Date.now() - 5 * MINUTE_MS;
    const companion = new Companion(customer);
    await companion.report({ levels: [levelOf(1, { checkedAt: Date.now(), interval: 2 * 86_400 })] });
    await companion.report({
      falls: [
        fallOf(2, since - 40 * DAY_MS, since - 40 * DAY_MS + MINUTE_MS, { gap: 'unseen' }),
        fallOf(2, since - 100 * DAY_MS, since - 100 * DAY_MS + MINUTE_MS),
      ],
    });
    await companion.report({
      levels: [downOf(1, since, { checkedAt: Date.now(), interval: 2 * 86_400 })],
    });
    await tell();
    const { occurrences, isComplete } = await occurrencesOf(customer);
    expect(isComplete).toBe(true);
    expect(occurrences).toMatchObject([
      {
        monitor: { id: 1, name: 'Site 1' },
        since,
        until: null,
        endedBy: null,
        message: 'timeout',
        seen: null,
      },
      { monitor: { id: 2 }, until: since - 40 * DAY_MS + MINUTE_MS, endedBy: 'up', gap: 'unseen' },
    ]);
    const told = occurrences[0]?.told ?? [];
    expect(told.map(({ recipient }) => recipient).toSorted()).toEqual(
      [customer.email, other.address].toSorted(),
    );
    for (const { at } of told) expect(at).toBeGreaterThan(since);
  });

  test('keep one that began before and lasts', async () => {
    const customer = await newWatched();
    const since = Date.now() - 120 * DAY_MS;
    await new Companion(customer).report({ levels: [downOf(1, since)] });
    expect((await occurrencesOf(customer)).occurrences).toMatchObject([{ since, until: null }]);
  });
});
