/**
 * What one environment takes, measured on a real Uptime Kuma: memory and processor of instance, companion and gateway at
 * the limits of each plan, with a day of checks and a year of statistics, and the time from start to ready. The chart's
 * requests and the time that "Acordar" promises are held against it.
 *
 * `MEASURE=requests UPTIME_KUMA=/folder npm run test:environment -- tests/environment/requests.test.ts`, about ten minutes
 * on a machine with nothing beside. With cgroup v1 and its own rights each process has its container's share of a core.
 */
import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { parse } from 'yaml';
import { projectRoot } from '#dev/project-root.ts';
import { PROBES_SECONDS, WAKE_SECONDS } from '#domain/tenants/sleep.ts';
import { monitor } from './monitor-form.ts';
import { type Environment, realInstance, startEnvironment } from './stage.ts';

const { helm, nginx } = inject('chartTools');
/** Monitors and shortest interval of each plan, in seconds. */
const SIZES = [
  ['free', 5, 600],
  ['essential', 30, 300],
  ['pro', 75, 180],
  ['enterprise', 150, 60],
] as const;
const WATCHED_MS = 180_000;
const TICKS_PER_SECOND = 100;
const DAY = 86_400;

const treeOf = (pid: number): number[] => [
  pid,
  ...readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean)
    .flatMap((child) => treeOf(Number(child))),
];

/** Resident MiB and processor seconds of processes and what they started. */
function usageOf(pids: readonly number[]) {
  const all = [...new Set(pids.flatMap(treeOf))];
  const resident = all.map((pid) =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0),
  );
  const ticks = all.map((pid) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return Number(fields[11]) + Number(fields[12]);
  });
  const sum = (values: readonly number[]) => values.reduce((total, each) => total + each, 0);
  return { mebibytes: sum(resident) / 1024, seconds: sum(ticks) / TICKS_PER_SECOND };
}

/** Holds a process at a share of a core, where this machine can. */
function holdAt(pid: number, name: string, milliCores: number): void {
  const group = `/sys/fs/cgroup/cpu/vigia-${name}-${process.pid}`;
  try {
    mkdirSync(group, { recursive: true });
    writeFileSync(join(group, 'cpu.cfs_quota_us'), String(milliCores * 100));
    writeFileSync(join(group, 'cgroup.procs'), String(pid));
  } catch {
    console.warn(`${name}: sem limite de processador nesta máquina`);
  }
}

const chart = parse(readFileSync(join(projectRoot, 'deploy/tenant-chart/values.yaml'), 'utf8'));
/** MiB that the chart asks for one of the pod's containers. */
const requestedBy = (plan: string, container: string): number =>
  Number.parseInt((container === 'instance' ? chart.plans[plan] : chart[container]).requests.memory, 10);

describe.skipIf(
  helm === null || nginx === null || realInstance === undefined || process.env['MEASURE'] !== 'requests',
)('what an environment takes', () => {
  const site = createServer((_, response) => response.end('<title>Loja</title>'));
  let address = '';
  const rows: Record<string, string | number>[] = [];
  beforeAll(async () => {
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    site.close();
    console.table(rows);
    for (const name of ['instance', 'companion'])
      try {
        rmdirSync(`/sys/fs/cgroup/cpu/vigia-${name}-${process.pid}`);
      } catch {}
  });

  async function addMonitors(environment: Environment, count: number, interval: number): Promise<void> {
    const socket = await environment.openSocket('dona');
    for (let index = 0; index < count; index += 1)
      await socket.emitWithAck('add', monitor(`Loja ${index}`, { url: `${address}/${index}`, interval }));
    socket.disconnect();
  }

  /** A day of checks and the statistics that the instance reads when it starts: a day, a month and a year. */
  function addHistory(environment: Environment, interval: number): void {
    using database = new DatabaseSync(join(environment.data, 'kuma.db'), { timeout: 5000 });
    const now = Math.floor(Date.now() / 1000);
    const numbers = (count: number) =>
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})`;
    const statistics = (table: string, count: number, step: number) =>
      database.exec(`INSERT OR IGNORE INTO ${table} (monitor_id, timestamp, ping, up, down)
        ${numbers(count)} SELECT monitor.id, ${now - (now % step)} - i * ${step}, 80, 1, 0 FROM monitor, n`);
    statistics('stat_minutely', 1440, 60);
    statistics('stat_hourly', 720, 3600);
    statistics('stat_daily', 365, DAY);
    database.exec(`INSERT INTO heartbeat (important, monitor_id, status, msg, time, ping, duration)
      ${numbers(Math.floor(DAY / interval))} SELECT 0, monitor.id, 1, '200 - OK',
      strftime('%Y-%m-%d %H:%M:%f', ${now} - i * ${interval}, 'unixepoch'), 80, ${interval} FROM monitor, n`);
  }

  /** Seconds from the start of both programs until the cluster would send visitors. */
  async function start(environment: Environment): Promise<number> {
    const began = performance.now();
    const instance = environment.startInstance();
    const companion = environment.startCompanion();
    const pid = environment.instanceProcess();
    if (pid !== null) holdAt(pid, 'instance', 500);
    const { companion: companionPid } = environment.processes();
    if (companionPid !== null) holdAt(companionPid, 'companion', 200);
    await Promise.all([instance, companion]);
    await vi.waitUntil(environment.isReady, { timeout: 180_000, interval: 100 });
    return (performance.now() - began) / 1000;
  }

  test.each(SIZES)(
    '%s: %i monitors, each %i s',
    async (plan, count, interval) => {
      const environment = await startEnvironment('real');
      try {
        await environment.startAll();
        await addMonitors(environment, count, interval);
        await Promise.all([environment.stopInstance('SIGTERM'), environment.stopCompanion('SIGTERM')]);
        addHistory(environment, interval);
        const starts: number[] = [];
        for (let turn = 0; turn < 3; turn += 1) {
          starts.push(await start(environment));
          if (turn < 2)
            await Promise.all([environment.stopInstance('SIGTERM'), environment.stopCompanion('SIGTERM')]);
        }
        const processes = {
          instance: [environment.instanceProcess() ?? 0],
          companion: [environment.processes().companion ?? 0],
          gateway: environment.processes().gateway.map(Number),
        };
        const usages = () => Object.entries(processes).map(([name, pids]) => [name, usageOf(pids)] as const);
        const before = new Map(usages());
        await wait(WATCHED_MS);
        const after = usages();
        rows.push({
          monitors: count,
          'start, s': starts.map((seconds) => seconds.toFixed(1)).join(' '),
          ...Object.fromEntries(
            after.flatMap(([name, { mebibytes, seconds }]) => [
              [`${name}, MiB`, Math.round(mebibytes)],
              [
                `${name}, millicores`,
                Math.round(((seconds - (before.get(name)?.seconds ?? 0)) / (WATCHED_MS / 1000)) * 1000),
              ],
            ]),
          ),
        });
        for (const [name, { mebibytes }] of after)
          expect(mebibytes).toBeLessThanOrEqual(requestedBy(plan, name));
        expect((Math.max(...starts) + PROBES_SECONDS) * 1.5).toBeLessThanOrEqual(WAKE_SECONDS);
      } finally {
        await environment.stop();
      }
    },
    900_000,
  );
});
