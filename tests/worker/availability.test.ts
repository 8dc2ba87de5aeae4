/** The probe's minutes, what is public of them, and incidents. */
import { beforeEach, expect, test } from 'vitest';
import site from '#content/site.json' with { type: 'json' };
import {
  type AvailabilityAnswer,
  availabilityEndpoint,
  incidentsFeedEndpoint,
  minutesPath,
} from '#domain/api-schemas/availability.ts';
import { operationPath } from '#domain/api-schemas/operations.ts';
import { MINUTE_MS, percentUp } from '#domain/availability/measured.ts';
import { message } from '#domain/messages.ts';
import { availabilityJobs } from '#functions/availability/probe.ts';
import { readAvailability, readMinutes } from '#functions/availability/read-availability.ts';
import { composeDeps, type Deps } from '#functions/compose.ts';
import { purge } from '#functions/privacy/retention-store.ts';
import type { AlertsReport } from '#functions/vendors/instances.ts';
import { operatorToken } from './operations-support.ts';
import { newTenant } from './quota-setup.ts';
import { addresses, call, calmServices, codeOf, env, noFaults, setFaults, sql } from './support.ts';

const START = Date.parse('2026-11-28T10:00-03:00');
const measured = composeDeps({ ...env, AVAILABILITY_TENANT: 'status', SIGN_IN_URL: addresses.tenantsUrl });
let minute = 0;

const deps = (changes: Partial<Deps> = {}): Deps => ({
  ...measured,
  clock: { now: () => START + minute * MINUTE_MS + 2_000 },
  ...changes,
});
/** One look in each of the next minutes. */
async function look(minutes: number, changes: Partial<Deps> = {}): Promise<void> {
  for (let left = minutes; left > 0; left -= 1) {
    await availabilityJobs['measure-availability'](deps(changes));
    minute += 1;
  }
}
const read = () => readAvailability(deps());
const stateIn = ({ partes }: Awaited<ReturnType<typeof read>>) =>
  Object.fromEntries(partes.map(({ id, estado }) => [id, estado]));

/** The companion's report about alerts, without an environment of a customer. */
function withAlerts(report: Partial<AlertsReport>): Partial<Deps> {
  const readAlerts = async () => ({ waiting: { events: 0, oldestAt: null }, ...report }) as AlertsReport;
  return { instances: { ...measured.instances, readAlerts } };
}

beforeEach(async () => {
  minute = 0;
  await calmServices();
  await setFaults(addresses.tenantsUrl, noFaults);
  for (const table of ['availability_minutes', 'availability_days', 'incident_texts', 'incidents'])
    await sql(`DELETE FROM ${table}`);
});

test('an hour without the cluster is told within two minutes and counts sixty', async () => {
  await look(5);
  expect(stateIn(await read())).toMatchObject({ plataforma: 'no-ar', entrada: 'no-ar', ambiente: 'no-ar' });
  await setFaults(addresses.tenantsUrl, { ...noFaults, down: true });
  await look(1);
  expect(stateIn(await read())).toEqual({
    plataforma: 'fora',
    entrada: 'fora',
    ambiente: 'fora',
    avisos: 'sem-medida',
  });
  await look(59);
  await setFaults(addresses.tenantsUrl, noFaults);
  await look(5);
  const answer = await read();
  expect(stateIn(answer)).toMatchObject({ plataforma: 'no-ar' });
  expect(answer.meses[0]).toMatchObject({ mes: '2026-11', noAr: 10, fora: 60, disponibilidade: 14.28 });
  expect(answer.partes[0]?.dias.at(-1)).toMatchObject({
    dia: '2026-11-28',
    barra: 'many',
    noAr: 10,
    fora: 60,
  });
});

test('minutes with the database off are without a measure, never up', async () => {
  await look(3);
  const off = () => {
    throw new Error('D1_ERROR: off');
  };
  const db = { batch: off, prepare: off } as unknown as D1Database;
  for (let left = 4; left > 0; left -= 1) {
    await expect(look(1, { db })).rejects.toThrow('off');
    minute += 1;
  }
  expect(stateIn(await read())['plataforma']).toBe('sem-medida');
  await look(3);
  const answer = await read();
  expect(answer.meses[0]).toMatchObject({ noAr: 6, fora: 0, disponibilidade: 100 });
  // The morning before the first look, and the four.
  expect(answer.partes[0]?.dias.at(-1)?.semMedida).toBe(600 + 4);
});

test('a second look in a minute changes nothing', async () => {
  await look(1);
  minute = 0;
  await setFaults(addresses.tenantsUrl, { ...noFaults, down: true });
  await look(1);
  expect((await read()).meses[0]).toMatchObject({ noAr: 1, fora: 0 });
});

test('without an environment of our own nothing is measured, and the answer says so', async () => {
  await look(2, { availabilityTenant: null });
  const response = await call(availabilityEndpoint);
  expect(response.headers.get('cache-control')).toBe('public, max-age=30');
  expect(await response.json<AvailabilityAnswer>()).toMatchObject({ mede: false, medidoEm: null, meses: [] });
});

test('without the address of the sign-in it is not looked at, and the platform is the environment', async () => {
  await look(1, { askSignIn: null });
  expect(stateIn(await read())).toMatchObject({ plataforma: 'no-ar', entrada: 'sem-medida' });
});

test.each<[string, Partial<AlertsReport>, string]>([
  ['no channel', { channel: 'none' }, 'sem-medida'],
  ['nothing waits', { channel: 'on' }, 'no-ar'],
  ['an event just happened', { channel: 'on', waiting: { events: 1, oldestAt: START - 60_000 } }, 'no-ar'],
  ['an event waits for long', { channel: 'on', waiting: { events: 1, oldestAt: START - 400_000 } }, 'fora'],
])('alerts with %s: not counted for the platform', async (_, report, state) => {
  await look(1, withAlerts(report));
  expect(stateIn(await read())).toMatchObject({ avisos: state, plataforma: 'no-ar' });
});

test('an alert that its provider has not taken for long is down', async () => {
  const { subdominio, orderId } = await newTenant();
  await sql(
    `INSERT INTO alert_messages (id, order_id, recipient_id, kind, recipient, subject, lines, created_at, state)
      VALUES (?1, ?1, 'x', 'email', 'x', 'x', '[]', ?2, 'waiting')`,
    ...[orderId, START - 400_000],
  );
  await look(1, { ...withAlerts({ channel: 'on' }), availabilityTenant: subdominio });
  expect(stateIn(await read())['avisos']).toBe('fora');
});

test('the CSV and the page agree, and the figures outlive the minutes', async () => {
  await look(30);
  await setFaults(addresses.tenantsUrl, { ...noFaults, down: true });
  await look(7);
  await setFaults(addresses.tenantsUrl, noFaults);
  await look(13);
  const before = await read();
  const platform = (await readMinutes(deps(), '2026-11')).split('\r\n').map((line) => line.split(';')[2]);
  const count = (word: string) => platform.filter((each) => each === word).length;
  const counts = { up: count('no ar'), down: count('fora do ar') };
  expect(counts).toEqual({ up: 43, down: 7 });
  expect(before.meses[0]).toMatchObject({ noAr: 43, fora: 7, disponibilidade: percentUp(counts) });
  await purge(measured.db, 'availability', START + 100 * 86_400_000, 1000);
  expect(await sql('SELECT COUNT(*) AS kept FROM availability_minutes')).toEqual([{ kept: 0 }]);
  expect((await read()).meses[0]).toEqual(before.meses[0]);
});

test('minutes of a month can be had while all of them are kept', async () => {
  const response = await call(minutesPath(new Date().toISOString().slice(0, 7)));
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(await response.text()).toMatch(/^\uFEFF?Dia;Hora;Plataforma/);
  expect(await codeOf(await call(minutesPath('2020-01')))).toEqual([404, 'not-found']);
  expect(await codeOf(await call(minutesPath('2099-01')))).toEqual([404, 'not-found']);
  expect(await codeOf(await call(minutesPath('janeiro')))).toEqual([422, 'validation-failed']);
});

test('an operator opens an incident, adds to it once, and ends it', async () => {
  const token = await operatorToken();
  const tell = (body: object) =>
    call(operationPath('incidente'), { token, body, headers: { 'X-Operador': 'Ana' } });
  expect(await codeOf(await tell({ id: 'entrada-lenta', texto: 'Sem título.' }))).toEqual([404, 'not-found']);
  await tell({ id: 'entrada-lenta', titulo: 'Entrada <lenta>', texto: 'Investigamos.' });
  await tell({ id: 'entrada-lenta', texto: 'Investigamos.' });
  await tell({ id: 'entrada-lenta', texto: 'Achamos a causa.' });
  await tell({ id: 'entrada-lenta', fim: true });
  const { incidentes } = await (await call(availabilityEndpoint)).json<AvailabilityAnswer>();
  expect(incidentes).toMatchObject([
    {
      id: 'entrada-lenta',
      titulo: 'Entrada <lenta>',
      textos: [{ texto: 'Achamos a causa.' }, { texto: 'Investigamos.' }],
    },
  ]);
  expect(incidentes[0]?.ate).toBeGreaterThanOrEqual(incidentes[0]?.desde ?? Number.POSITIVE_INFINITY);
  const feed = await call(incidentsFeedEndpoint);
  expect(feed.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
  const text = await feed.text();
  expect(text).toContain(`<title>${message('availability.feed', { name: site.name })}</title>`);
  expect(text).toMatch(/<title>Entrada &#60;lenta&#62;<\/title>.*#entrada-lenta/);
  expect(text).toContain(message('availability.ended'));
  expect(
    await sql("SELECT operator, detail FROM events WHERE kind = 'operator-command' ORDER BY id DESC LIMIT 1"),
  ).toEqual([{ operator: 'Ana', detail: 'incidente: feito' }]);
});
