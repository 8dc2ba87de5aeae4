/** A new revision for all environments: one, a share, all; it stops at the first failure, and goes back. */
import { beforeEach, expect, test } from 'vitest';
import { DomainError } from '#domain/errors.ts';
import { composeDeps } from '#functions/compose.ts';
import { restoreWork } from '#functions/copies/restore-environment.ts';
import { fleetWork } from '#functions/fleet/advance-run.ts';
import { commandFleet, commandTokens } from '#functions/fleet/command-run.ts';
import { applyStanding } from '#functions/ledger/apply-standing.ts';
import { beginCall } from '#functions/ledger/cluster-calls.ts';
import { mailTemplates } from '#functions/mails.ts';
import { prepareMail } from '#functions/platform/mail/templates.ts';
import { runWork } from '#functions/platform/work/run-work.ts';
import { applicationName } from '#functions/vendors/argocd/application.ts';
import { type Customer, newTenant } from './plan-change-support.ts';
import {
  addresses,
  calmServices,
  depsAt,
  depsWith,
  env,
  noFaults,
  sendJson,
  setFaults,
  sql,
  stateOf,
  variables,
} from './support.ts';

const tenantsUrl = `http://localhost:${addresses.tenantsPort}`;
const HOUR = 3_600_000;
let ahead = 0;

beforeEach(async () => {
  ahead = 0;
  await calmServices();
  // Most of these are about the walk; with copies each step takes a turn longer.
  await settings({ unhealthyRevisions: [], copies: false });
  await sql('DELETE FROM fleet_steps');
  await sql('DELETE FROM fleet_runs');
  await sql(`UPDATE tenants SET state = 'ended'`);
});

const settings = (change: object) => sendJson(`${addresses.argocdUrl}/__stand-in/settings`, 'PATCH', change);
const ask = (asked: object) => commandFleet(depsAt(ahead), { porVez: 20, ...asked } as never);
/** One run of the queue, half a minute later. */
async function tick(times = 1, stepMs = 31_000) {
  for (let turn = 0; turn < times; turn += 1) {
    ahead += stepMs;
    await runWork(depsAt(ahead), fleetWork);
  }
}
interface Application {
  readonly metadata: { readonly name: string };
  readonly spec: { readonly source: { readonly targetRevision: string } };
  readonly syncs: number;
}
async function applicationsOf(all: readonly Customer[]): Promise<readonly Application[]> {
  const { applications } = await stateOf<{ applications: readonly Application[] }>(addresses.argocdUrl);
  return all.map(({ orderId }) => {
    const found = applications.find(({ metadata }) => metadata.name === applicationName(orderId));
    if (found === undefined) throw new Error('no application');
    return found;
  });
}
const syncsOf = async (all: readonly Customer[]) => (await applicationsOf(all)).map(({ syncs }) => syncs);
const revisionsOf = async (all: readonly Customer[]) =>
  (await applicationsOf(all)).map(({ spec }) => spec.source.targetRevision);
const revisionOf = async (each: Customer) => (await revisionsOf([each]))[0];
const newTenants = (count: number): Promise<Customer[]> =>
  Promise.all(Array.from({ length: count }, () => newTenant()));

test('a new environment gets the setting’s revision, and keeps it', async () => {
  const owner = await newTenant();
  expect(await revisionOf(owner)).toBe('main');
  const [row] = await sql('SELECT chart_revision FROM orders WHERE id = ?', owner.orderId);
  expect(row).toEqual({ chart_revision: 'main' });
});

test('one first, then a share, then all; each restarts once', async () => {
  const all = await newTenants(12);
  const before = await syncsOf(all);
  await ask({ revisao: 'v2' });
  await tick();
  expect((await revisionsOf(all)).filter((each) => each === 'v2')).toHaveLength(1);
  await tick();
  // Turn 10 of 12.
  expect((await revisionsOf(all)).filter((each) => each === 'v2')).toHaveLength(2);
  await tick(3);
  expect(new Set(await revisionsOf(all))).toEqual(new Set(['v2']));
  const { corrida, revisoes } = await ask({});
  expect(corrida).toMatchObject({ situacao: 'done', prontos: 12, esperam: 0, ambientes: [] });
  expect(revisoes).toEqual([{ revisao: 'v2', ambientes: 12 }]);
  expect(await syncsOf(all)).toEqual(before.map((syncs) => syncs + 1));
});

test('a version that never gets healthy stops at its first environment, which goes back', async () => {
  const all = await newTenants(4);
  await settings({ unhealthyRevisions: ['bad'] });
  await ask({ revisao: 'bad' });
  await tick(2);
  expect((await revisionsOf(all)).filter((each) => each === 'bad')).toHaveLength(1);
  await tick(1, HOUR);
  await tick(3);
  expect(await revisionsOf(all)).toEqual(['main', 'main', 'main', 'main']);
  const { corrida } = await ask({});
  expect(corrida).toMatchObject({
    situacao: 'failed',
    prontos: 0,
    esperam: 3,
    ambientes: [{ passo: 'returned', motivo: 'o ambiente não ficou pronto' }],
  });
  const mails = await sql<{ template: string; payload: string }>(
    `SELECT template, payload FROM outbox WHERE payload LIKE '%"fleet-failed"%'`,
  );
  const read = mails.map((mail) => prepareMail(mailTemplates, mail, depsAt(0)).content.subject);
  expect(read).toEqual([expect.stringContaining('Versão nova parou em um ambiente')]);
});

test('a version that rewrites data and is not known goes back with the data from before', async () => {
  await settings({ copies: true });
  const all = await newTenants(3);
  await sendJson(`${tenantsUrl}/__stand-in/versions/v3/3.0.0`, 'POST', {});
  await ask({ revisao: 'v3' });
  await tick(3);
  // Put back by the queue's own work, which waits until the environment answers with the copy.
  for (let turn = 0; turn < 4; turn += 1) {
    await tick();
    await runWork(depsAt(ahead), restoreWork);
  }
  expect(await revisionsOf(all)).toEqual(['main', 'main', 'main']);
  const { corrida } = await ask({});
  expect(corrida).toMatchObject({
    situacao: 'failed',
    prontos: 0,
    esperam: 2,
    ambientes: [{ passo: 'returned', motivo: 'versão 3.0.0 não atendida' }],
  });
  const restored = await sql(
    'SELECT done_at FROM restores WHERE order_id IN (SELECT value FROM json_each(?))',
    JSON.stringify(all.map(({ orderId }) => orderId)),
  );
  expect(restored).toEqual([{ done_at: expect.any(Number) }]);
});

test('a copy that is not made stops the run before anything is changed', async () => {
  await settings({ copies: true });
  const all = await newTenants(2);
  const deps = depsWith({
    instances: { readCopies: async () => ({ at: null, snapshot: null, restored: null }) },
  });
  await ask({ revisao: 'v2' });
  for (const hours of [0, 1, 2]) {
    const clock = { now: () => Date.now() + hours * HOUR };
    await runWork({ ...deps, clock }, fleetWork);
  }
  ahead = 3 * HOUR;
  expect(await revisionsOf(all)).toEqual(['main', 'main']);
  expect((await ask({})).corrida).toMatchObject({
    situacao: 'failed',
    ambientes: [{ passo: 'returned', motivo: 'a cópia de antes não ficou pronta: nada foi mudado' }],
  });
});

test('a run killed at any call goes on, and every environment ends at one revision', async () => {
  await settings({ copies: true });
  const all = await newTenants(3);
  await ask({ revisao: 'v2' });
  const calls = ['startCopy', 'ensureApplication', 'readApplication'] as const;
  for (const name of calls) {
    ahead += 31_000;
    const dying = depsWith(
      { cluster: { [name]: () => Promise.reject(new DomainError('cluster-unavailable')) } },
      ahead,
    );
    await runWork(dying, fleetWork);
  }
  await tick(12, 11 * 60_000);
  expect(await revisionsOf(all)).toEqual(['v2', 'v2', 'v2']);
  expect((await ask({})).corrida).toMatchObject({ situacao: 'done', prontos: 3 });
});

test('without copies, a version that the companion does not know leaves its data', async () => {
  const all = await newTenants(3);
  await sendJson(`${tenantsUrl}/__stand-in/versions/v3/3.0.0`, 'POST', {});
  await ask({ revisao: 'v3', so: all[1]?.subdominio });
  await tick(2);
  expect(await revisionsOf(all)).toEqual(['main', 'main', 'main']);
  expect((await ask({})).corrida).toMatchObject({
    situacao: 'failed',
    esperam: 0,
    ambientes: [
      // Its data were rewritten by 3.0.0: without the copy from before it does not start.
      { subdominio: all[1]?.subdominio, passo: 'returning', motivo: 'versão 3.0.0 não atendida' },
    ],
  });
});

test('a cluster that does not answer is waited for, not a failure', async () => {
  const all = await newTenants(2);
  await setFaults(addresses.argocdUrl, { ...noFaults, down: true });
  await ask({ revisao: 'v2' });
  await tick(2, HOUR);
  expect((await ask({})).corrida).toMatchObject({ situacao: 'running', prontos: 0 });
  await setFaults(addresses.argocdUrl, noFaults);
  await tick(4, 11 * 60_000);
  expect(await revisionsOf(all)).toEqual(['v2', 'v2']);
  expect((await ask({})).corrida).toMatchObject({ situacao: 'done', prontos: 2 });
});

test('never more than so many at once', async () => {
  await newTenants(8);
  await ask({ revisao: 'v2', porVez: 2 });
  for (let turn = 0; turn < 8; turn += 1) {
    await tick();
    const [open] = await sql<{ count: number }>(
      `SELECT COUNT(*) AS count FROM fleet_steps WHERE state IN ('begun', 'returning')`,
    );
    expect(open?.count).toBeLessThanOrEqual(2);
  }
  expect((await ask({})).corrida).toMatchObject({ situacao: 'done', prontos: 8 });
});

test('paused it begins none, continued it ends, and turned around all go back', async () => {
  const all = await newTenants(3);
  await ask({ revisao: 'v2' });
  await tick();
  await ask({ acao: 'pausar' });
  await tick(3);
  expect((await revisionsOf(all)).filter((each) => each === 'v2')).toHaveLength(1);
  await ask({ acao: 'continuar' });
  await tick(4);
  expect(await revisionsOf(all)).toEqual(['v2', 'v2', 'v2']);
  await ask({ acao: 'voltar' });
  await tick(4);
  expect(await revisionsOf(all)).toEqual(['main', 'main', 'main']);
});

test('a change of plan meanwhile keeps the new revision, and a removed environment is left out', async () => {
  const [first, second] = (await newTenants(2)) as [Customer, Customer];
  await ask({ revisao: 'v2' });
  await tick();
  for (const { orderId } of [first, second]) {
    const call = await beginCall(depsAt(ahead).db, orderId, Date.now());
    await applyStanding(depsAt(ahead), orderId, [call]);
  }
  const waiting = (await revisionOf(first)) === 'v2' ? second : first;
  expect(await revisionOf(waiting)).toBe('main');
  await sql(`UPDATE tenants SET state = 'ended', state_since = 0 WHERE order_id = ?`, waiting.orderId);
  await tick(4);
  expect(await revisionOf(waiting)).toBe('main');
  expect((await ask({})).corrida).toMatchObject({ situacao: 'done', prontos: 1, removidos: 1 });
});

test('a second run waits for the first', async () => {
  await newTenants(2);
  await ask({ revisao: 'v2' });
  await expect(ask({ revisao: 'v4' })).rejects.toMatchObject({ code: 'idempotency-in-progress' });
  await tick();
  await ask({ acao: 'parar' });
  // The one that is begun is still watched, and may have to go back.
  await expect(ask({ revisao: 'v4' })).rejects.toMatchObject({ code: 'idempotency-in-progress' });
  await tick();
  expect((await ask({ revisao: 'v4' })).corrida).toMatchObject({ alvo: 'v4', situacao: 'running' });
});

test('new tokens reach every application, suspended ones too, and then the alerts', async () => {
  const [first, second] = (await newTenants(2)) as [Customer, Customer];
  await sql(`UPDATE tenants SET state = 'suspended' WHERE order_id = ?`, second.orderId);
  const secret = { ...variables, TENANT_COUNTER_SECRET: 'n'.repeat(40) };
  const previous = { TENANT_COUNTER_SECRET_PREVIOUS: variables.TENANT_COUNTER_SECRET };
  const rotating = (aheadMs: number) => ({
    ...composeDeps({ ...env, ...secret, ...previous } as never),
    clock: { now: () => Date.now() + aheadMs },
  });
  await commandTokens(rotating(0), { aplicar: true, porVez: 20 });
  for (let turn = 1; turn < 6; turn += 1) await runWork(rotating(turn * 31_000), fleetWork);
  expect((await ask({})).corrida).toMatchObject({ tipo: 'tokens', situacao: 'done', prontos: 2 });
  for (const { spec } of (await applicationsOf([first, second])) as never as {
    spec: { source: { helm: { valuesObject: { functions: { tokenSha256: string } } } } };
  }[])
    expect(spec.source.helm.valuesObject.functions.tokenSha256).toMatch(/^[0-9a-f]{64} [0-9a-f]{64}$/);
  // Both the Worker of before and the one of now read it.
  for (const deps of [depsAt(0), rotating(0)])
    expect(await deps.instances.readState(first.subdominio)).toMatchObject({ isTested: true });
  expect(await sql(`SELECT 1 FROM work WHERE kind = 'alerts' AND key = ?`, first.orderId)).toHaveLength(1);
});
