/** The owner's environment as a file: who gets it, what each refusal says, and that it is counted and recorded. */
import { describe, expect } from 'vitest';
import { environmentCopyEndpoint } from '#domain/api-schemas/privacy.ts';
import { message } from '#domain/messages.ts';
import { COPIES_PER_DAY } from '#functions/privacy/data-copies.ts';
import { takeEnvironment } from '#functions/privacy/take-environment.ts';
import type { ExportOutcome } from '#functions/vendors/instances.ts';
import { signUp, tokenFor } from '#tests/support/worker-accounts.ts';
import { test } from './fixtures.ts';
import { newPair, tenantsUrl } from './people-support.ts';
import { type Customer, newTenant } from './plan-change-support.ts';
import { call, codeOf, depsAt, noFaults, setFaults, sql } from './support.ts';
import { putState } from './tenant-rows.ts';

const all = { formato: 'db', segredos: true, historico: true } as const;
const take = ({ token }: { readonly token: string }, body: object = all) =>
  call(environmentCopyEndpoint, { token, body });
const refusalOf = async (response: Response) => {
  const { error, code } = (await response.json()) as { error: string; code: string };
  return [response.status, code, error];
};
const eventsOf = ({ orderId }: Customer) =>
  sql("SELECT detail FROM events WHERE order_id = ? AND kind = 'environment-taken'", orderId);
const countedOf = ({ subject }: Customer) => sql('SELECT copies FROM data_copies WHERE subject = ?', subject);

test('the owner gets both files, and each is counted and recorded', async ({ paidTenant: owner }) => {
  const database = await take(owner);
  expect(Object.fromEntries(database.headers)).toMatchObject({
    'content-type': 'application/vnd.sqlite3',
    'cache-control': 'no-store',
  });
  expect((await database.text()).startsWith('SQLite format 3')).toBe(true);
  const json = await take(owner, { formato: 'json', segredos: false, historico: false });
  expect(await json.json()).toMatchObject({ version: '2.5.3', notificationList: [], monitorList: [] });
  expect(await eventsOf(owner)).toEqual([
    { detail: 'db, com segredos, com histórico' },
    { detail: 'json, sem segredos, sem histórico' },
  ]);
  expect(await countedOf(owner)).toEqual([{ copies: 2 }]);
});

test('a day has no more files than it has copies', async ({ paidTenant: owner }) => {
  for (let copy = 0; copy < COPIES_PER_DAY; copy += 1) await (await take(owner)).arrayBuffer();
  expect(await refusalOf(await take(owner))).toEqual([
    429,
    'rate-limited',
    message('own-data.copies-over', { count: COPIES_PER_DAY }),
  ]);
});

describe('is refused, and nothing is counted', () => {
  test('with an old sign-in, and without one', async ({ paidTenant: owner }) => {
    const token = await tokenFor(owner.email, { auth_time: Math.floor(Date.now() / 1000) - 3600 });
    expect(await codeOf(await take({ token }))).toEqual([409, 'sign-in-stale']);
    expect((await call(environmentCopyEndpoint, { body: all })).status).toBe(401);
    expect(await countedOf(owner)).toEqual([]);
  });

  test('to a member, and to an account without an environment', async () => {
    const { owner, member } = await newPair();
    expect(await codeOf(await take(member))).toEqual([403, 'owner-only']);
    expect(await codeOf(await take(await signUp()))).toEqual([404, 'order-missing']);
    expect(await eventsOf(owner)).toEqual([]);
  });

  test.each(['suspended', 'ended'] as const)('while it is %s: the support has the files', async (state) => {
    const owner = await newTenant('pro');
    await putState(owner.subdominio, state);
    expect(await refusalOf(await take(owner))).toEqual([
      503,
      'tenant-unavailable',
      message('own-data.environment-stopped'),
    ]);
    expect(await countedOf(owner)).toEqual([]);
  });

  test('when it does not answer', async ({ paidTenant: owner }) => {
    await setFaults(tenantsUrl, { ...noFaults, down: true });
    expect(await refusalOf(await take(owner))).toEqual([
      503,
      'tenant-unavailable',
      message('own-data.environment-silent'),
    ]);
    expect([await countedOf(owner), await eventsOf(owner)]).toEqual([[], []]);
  });

  test.each([
    ['busy', message('own-data.environment-busy')],
    ['full', message('own-data.environment-full')],
  ] as const)('when its companion is %s', async (outcome, sentence) => {
    const owner = await newTenant('pro');
    const deps = depsAt(0);
    const exportData = (): Promise<ExportOutcome> => Promise.resolve({ outcome });
    const needs = { ...deps, instances: { ...deps.instances, exportData } };
    await expect(takeEnvironment(needs, owner.subject, all)).rejects.toMatchObject({
      code: 'tenant-unavailable',
      sentence,
    });
    expect(await countedOf(owner)).toEqual([]);
  });

  test.each([{}, { ...all, formato: 'csv' }, { ...all, segredos: 'sim' }, { ...all, mais: 1 }])(
    'with the options %j',
    async (body) => {
      expect((await take(await newTenant('pro'), body)).status).toBe(422);
    },
  );
});
