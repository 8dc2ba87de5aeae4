/**
 * Local environments check their monitors on a clock: up, unless a tester let them fall. A fall is confirmed by the
 * monitor's retries, here two seconds apart.
 */
import type { Companions } from './companion.ts';
import type { Environment, Environments } from './environment.ts';
import { DOWN, PENDING, type Status, UP } from './kuma-tables.ts';
import type { Monitor } from './monitors.ts';

/** Addresses that end so are down, as a page that does not exist is for a real instance. */
const DOWN_ADDRESS = /-fora-do-ar$/;
const TICK_MS = 1_000;
const RETRY_MS = 2_000;

/** Whether the instance checks it by itself. */
const isChecked = ({ active, kind, type }: Monitor): boolean =>
  active && kind !== 'pending' && !['group', 'push', 'manual'].includes(type);

/** When the next check follows; what a tester changed is seen at once. */
function pauseAfter(status: Status, isFallen: boolean, { interval }: Monitor): number {
  if (status === PENDING) return RETRY_MS;
  return (status === UP) === isFallen ? 0 : interval * 1000;
}

/** Starts the clock. @returns Stops it. */
export function liveOn(environments: Environments, companions: Companions, now: () => number): () => void {
  /** Failed tries since a monitor was last up, by environment and monitor. */
  const tries = new Map<string, number>();
  /** Those that ran at the last look: one that was just switched on is checked at once, as by the instance. */
  const running = new Set<string>();

  function checkOf(tenant: string, monitor: Monitor, isFallen: boolean) {
    const key = `${tenant}/${monitor.id}`;
    if (!isFallen) {
      tries.delete(key);
      return { status: UP as Status, message: '200 - OK', ping: 60 + ((monitor.id * 37) % 180) };
    }
    const failed = (tries.get(key) ?? 0) + 1;
    tries.set(key, failed);
    const status: Status = failed > monitor.maxretries ? DOWN : PENDING;
    return { status, message: 'connect ECONNREFUSED 203.0.113.10:443', ping: null };
  }

  function check({ tenant, monitors, fallen }: Environment): void {
    const { database } = companions.of(tenant);
    for (const monitor of monitors) {
      const key = `${tenant}/${monitor.id}`;
      if (!isChecked(monitor)) {
        running.delete(key);
        tries.delete(key);
        continue;
      }
      const isNew = !running.has(key);
      running.add(key);
      const isFallen = fallen.includes(monitor.id) || DOWN_ADDRESS.test(monitor.url ?? '');
      const last = database.lastBeat(monitor.id);
      if (!isNew && last !== null && now() - last.at < pauseAfter(last.status, isFallen, monitor)) continue;
      database.beat(monitor.id, checkOf(tenant, monitor, isFallen), now());
    }
  }

  async function tick(): Promise<void> {
    for (const environment of environments.all()) {
      if (environment.phase !== 'ready') continue;
      const { alerts, refresh } = companions.of(environment.tenant);
      refresh();
      check(environment);
      // The instance is the same process, so nothing it says can fail.
      await alerts.poll().catch(() => undefined);
    }
  }

  let isRunning = false;
  const timer = setInterval(() => {
    if (isRunning) return;
    isRunning = true;
    void tick().finally(() => {
      isRunning = false;
    });
  }, TICK_MS);
  timer.unref();
  return () => clearInterval(timer);
}
