/** What a tester does with a monitor of a local environment, as its owner in the panel, and what the companion makes of it. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Companions, createCompanions } from '#dev/stand-ins/tenants/companion.ts';
import { createEnvironments, type Environments } from '#dev/stand-ins/tenants/environment.ts';
import { liveOn } from '#dev/stand-ins/tenants/life.ts';
import { createPanel, type Panel } from '#dev/stand-ins/tenants/panel.ts';

const TENANT = 'padaria';
const workload = { name: 't-1', subdomain: TENANT, healthy: true, healthySinceMs: 0, values: {} };
let environments: Environments;
let companions: Companions;
let panel: Panel;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-30T12:00:00Z') });
  environments = createEnvironments({
    ...{ stateDir: null, secondsToBootstrap: 0, workloads: () => [workload], now: Date.now },
  });
  environments.setMonitors(TENANT, [{ kind: 'http', interval: 600 }, 'http']);
  companions = createCompanions(environments, null, Date.now);
  panel = createPanel(environments, companions);
});

afterEach(() => {
  companions.close();
  vi.useRealTimers();
});

const report = () => companions.of(TENANT).alerts.report();
/** What the page offers for each monitor. */
const offered = () => {
  const { monitors, fallen } = environments.find(TENANT);
  return monitors.map((each) => panel.actionsOf(TENANT, each, fallen).map(({ path }) => path));
};

test('our channel is taken off a monitor, put on it again, and deleted', async () => {
  expect(panel.hasChannel(TENANT)).toBe(false);
  expect(offered()[0]).toEqual(['cair', 'pausar', 'apagar']);
  await companions.of(TENANT).alerts.setUp({
    ...{ address: 'http://localhost:5233/report', token: 'secret' },
    ...{ restore: false, attach: [], first: null },
  });
  expect(offered()[0]).toEqual(['cair', 'pausar', 'desligar-avisos', 'apagar']);
  panel.act(TENANT, 1, 'desligar-avisos');
  expect(report().detached.map(({ id }) => id)).toEqual([1]);
  expect(offered()[0]).toEqual(['cair', 'pausar', 'ligar-avisos', 'apagar']);
  panel.act(TENANT, 1, 'ligar-avisos');
  expect(report().detached).toEqual([]);
  panel.deleteChannels(TENANT);
  expect(report().channel).toBe('deleted');
  expect(offered()[0]).toEqual(['cair', 'pausar', 'apagar']);
});

test('one that was let fall can stand again; a paused one is resumed; a deleted one is gone', () => {
  panel.act(TENANT, 1, 'cair');
  panel.act(TENANT, 1, 'pausar');
  expect(offered()[0]).toEqual(['voltar', 'retomar', 'apagar']);
  panel.act(TENANT, 1, 'voltar');
  panel.act(TENANT, 1, 'retomar');
  expect(offered()[0]).toEqual(['cair', 'pausar', 'apagar']);
  panel.act(TENANT, 1, 'cair');
  panel.act(TENANT, 1, 'apagar');
  expect(environments.find(TENANT)).toMatchObject({ monitors: [{ id: 2 }], fallen: [] });
});

test('who is resumed is checked at once, whatever the interval', async () => {
  panel.act(TENANT, 1, 'cair');
  const end = liveOn(environments, companions, Date.now);
  const lastAt = () => companions.of(TENANT).database.lastBeat(1)?.at;
  await vi.advanceTimersByTimeAsync(10_000);
  const first = lastAt();
  expect(first).toBe(Date.parse('2026-11-30T12:00:01Z'));
  panel.act(TENANT, 1, 'pausar');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(lastAt()).toBe(first);
  panel.act(TENANT, 1, 'retomar');
  await vi.advanceTimersByTimeAsync(1000);
  expect(lastAt()).toBe(Date.parse('2026-11-30T12:00:21Z'));
  end();
});
