/** The demonstration and the status page: made by a command, kept running like any environment, and nobody's customer. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { Orphans, OwnEnvironmentLine } from '#domain/api-schemas/operation-environments.ts';
import { OWN_PLAN } from '#domain/tenants/own-environments.ts';
import { readReadiness } from '#functions/operations/read-readiness.ts';
import { watchWork } from '#functions/operations/watch-environments.ts';
import { groups, operate, operated } from './operations-support.ts';
import {
  addresses,
  calmServices,
  depsAt,
  mailsSent,
  runDue,
  runJobs,
  sendJson,
  setDue,
  sql,
  stateOf,
  watchWorkflows,
} from './support.ts';

beforeEach(calmServices);

const MINUTE_MS = 60_000;
const make = (isSure = true) => operated<OwnEnvironmentLine[]>('demonstracao', { isSure });
const stepsOf = (lines: readonly OwnEnvironmentLine[]) =>
  lines.map(({ subdomain, step }) => [subdomain, step]);
const press = (action: string, subdomain = 'demo') =>
  sendJson(`${addresses.tenantsUrl}/__stand-in/tenants/${subdomain}/${action}`, 'POST', {});

/** Both made and filled. */
async function made() {
  await using workflows = await watchWorkflows();
  await make();
  await workflows.allDone();
  return make();
}
const orders = () =>
  sql<{ id: string; subdomain: string; subject: string; status: string; plan: string }>(
    "SELECT id, subdomain, subject, status, plan FROM orders WHERE subdomain IN ('demo', 'status') AND released_at IS NULL ORDER BY subdomain",
  );
const problems = async (later = 0) =>
  (await readReadiness(depsAt(later))).problems
    .map(({ text }) => text)
    .filter((text) => text.includes('demo'));

interface Stored {
  readonly subdomain: string;
  readonly metadata: { readonly name: string };
  readonly spec: { source: { helm: { valuesObject: Readonly<Record<string, unknown>> } } };
}
const applications = async () =>
  (await stateOf<{ applications: readonly Stored[] }>(addresses.argocdUrl)).applications.filter(
    ({ subdomain }) => subdomain === 'demo' || subdomain === 'status',
  );

describe('the command', () => {
  test('without --sim writes nothing, and says what is to do', async () => {
    const lines = await make(false);
    expect(stepsOf(lines)).toEqual([
      ['demo', 'missing'],
      ['status', 'missing'],
    ]);
    expect(await orders()).toEqual([]);
    expect(await problems()).toEqual(['demonstração e status por fazer ("demonstracao"): 2 (demo, status)']);
  });

  test('makes both, fills them, and a repeat changes nothing', async () => {
    const filled = await made();
    expect(filled).toMatchObject([
      { subdomain: 'demo', step: 'ready', refused: [] },
      { subdomain: 'status', step: 'ready', refused: [] },
    ]);
    expect(filled.every(({ made: count }) => count >= 4)).toBe(true);
    expect(await make()).toMatchObject([
      { step: 'ready', made: 0, changed: 0, removed: 0 },
      { step: 'ready', made: 0, changed: 0, removed: 0 },
    ]);
    expect(await orders()).toMatchObject([
      { subdomain: 'demo', subject: 'vigia:demo', status: 'CONCLUIDO', plan: 'free' },
      { subdomain: 'status', subject: 'vigia:status', status: 'CONCLUIDO', plan: 'free' },
    ]);
    expect(await problems()).toEqual([]);
  });

  test('gives each a pod that everybody reads, and no account, group or mail', async () => {
    await made();
    for (const { spec } of await applications())
      expect(spec.source.helm.valuesObject).toMatchObject({ readOnly: true, planId: OWN_PLAN });
    expect(await groups()).not.toContain('tenant:demo');
    expect(await groups()).not.toContain('tenant:status');
    await runJobs();
    expect(await sql("SELECT id FROM outbox WHERE payload LIKE '%demo%'")).toEqual([]);
    expect(await mailsSent('')).toEqual([]);
  });

  test('twice at once makes each of them once', async () => {
    await using workflows = await watchWorkflows();
    await Promise.all([make(), make()]);
    await workflows.allDone();
    expect(await orders()).toHaveLength(2);
    expect(await applications()).toHaveLength(2);
  });

  test('takes back what runs without a row, after the database was restored', async () => {
    await made();
    const names = (await applications()).map(({ metadata }) => metadata.name);
    for (const { id } of await orders()) await forget(id);
    expect(await problems()).toHaveLength(1);
    const refused = await operate('readotar', { application: names[0], isSure: true });
    expect(await refused.json()).toMatchObject({ error: expect.stringContaining('demonstracao') });
    expect(stepsOf(await made())).toEqual([
      ['demo', 'ready'],
      ['status', 'ready'],
    ]);
    expect((await applications()).map(({ metadata }) => metadata.name).toSorted()).toEqual(names.toSorted());
  });

  test('one whose application was deleted in the cluster gets it again', async () => {
    await made();
    const [{ id } = { id: '' }] = await orders();
    const { cluster } = depsAt(0);
    const wanted = { orderId: id, subdomain: 'demo', planId: OWN_PLAN, monitorsMax: 30, isReadOnly: true };
    await expect
      .poll(async () => {
        await cluster.removeApplication(wanted).catch(() => undefined);
        return (await applications()).map(({ subdomain }) => subdomain);
      })
      .toEqual(['status']);
    expect(stepsOf(await make(false))).toEqual([
      ['demo', 'silent'],
      ['status', 'ready'],
    ]);
    await expect
      .poll(async () => stepsOf(await make()))
      .toEqual([
        ['demo', 'ready'],
        ['status', 'ready'],
      ]);
  });

  test('says which does not answer, and fills the other', async () => {
    await made();
    await press('stop');
    expect(stepsOf(await make())).toEqual([
      ['demo', 'silent'],
      ['status', 'ready'],
    ]);
    await press('start');
    expect(stepsOf(await make())).toEqual([
      ['demo', 'ready'],
      ['status', 'ready'],
    ]);
  });
});

/** As a database from before it was made. */
async function forget(orderId: string): Promise<void> {
  for (const table of ['environment_states', 'tenants', 'volumes', 'provisioning_runs', 'work', 'events'])
    await sql(`DELETE FROM ${table} WHERE order_id = ?`, orderId);
  await sql('DELETE FROM orders WHERE id = ?', orderId);
}

test('has only the work that keeps it running', async () => {
  for (const { id } of await orders()) await forget(id);
  await made();
  const kinds = await sql<{ kind: string }>(
    "SELECT DISTINCT kind FROM work WHERE order_id IN (SELECT id FROM orders WHERE subdomain IN ('demo', 'status')) AND kind <> 'provisioning' ORDER BY kind",
  );
  expect(kinds.map(({ kind }) => kind)).toEqual(['admitted', 'tenant-removal', 'watch']);
});

test('its channel is never made, and no row of it counts monitors or days', async () => {
  await made();
  await runJobs(25 * 60 * MINUTE_MS);
  for (const table of ['alert_reporters', 'alert_channels', 'quota_readings', 'report_days'])
    expect([table, await sql(`SELECT * FROM ${table}`)]).toEqual([table, []]);
});

test('one that stops answering is in the readiness report after a quarter of an hour, until it is back', async () => {
  await made();
  const [{ id } = { id: '' }] = await orders();
  await press('stop');
  await setDue(watchWork, id);
  await runDue(watchWork, depsAt(0));
  expect(await problems(10 * MINUTE_MS)).toEqual([]);
  expect(await problems(20 * MINUTE_MS)).toEqual(['demonstração e status que não abrem sem login: 1 (demo)']);
  await press('start');
  await setDue(watchWork, id);
  await runDue(watchWork, depsAt(0));
  expect(await problems(20 * MINUTE_MS)).toEqual([]);
});

test('orphans know it: no account is missed, and its plan is its own', async () => {
  await made();
  const { rows, applications: found } = await operated<Orphans>('orfaos');
  expect(rows.filter(({ subdomain }) => subdomain === 'demo')).toEqual([]);
  expect(found.filter(({ subdomain }) => subdomain === 'demo')).toEqual([]);
});
