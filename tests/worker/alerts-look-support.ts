/** Monitors that another network may look at, the Internet that it sees, and environments by the dozen. */
import { expect } from 'vitest';
import { lookSoon } from '#functions/alerts/second-look.ts';
import type { Deps } from '#functions/compose.ts';
import { createOtherNetwork } from '#functions/vendors/other-network.ts';
import { depsWith, env, sql } from './support.ts';

/** Connections of one call of the Worker that may wait for headers; the database's are among them. */
const CONNECTIONS_MAX = 6;

/** What a site does; a status, with headers or without. */
type Site =
  | 'hangs'
  | 'breaks'
  | number
  | { readonly status: number; readonly headers: Record<string, string> };

/**
 * An Internet whose sites do what a test says, seen through the connections of one call of the Worker. Time passes only
 * by `passTime`: then every look that began has taken too long, also one that still waits for a connection.
 */
export function newInternet(siteOf: (url: URL) => Site = () => 200) {
  const asked: string[] = [];
  const clocks = new Set<AbortController>();
  // One is left to the database.
  let free = CONNECTIONS_MAX - 1;
  const queue: (() => void)[] = [];
  const seen = { waited: 0, most: 0 };

  const connection = (): Promise<void> => {
    if (free === 0) {
      seen.waited += 1;
      return new Promise((resolve) => void queue.push(resolve));
    }
    free -= 1;
    seen.most = Math.max(seen.most, CONNECTIONS_MAX - 1 - free);
    return Promise.resolve();
  };
  const release = (): void => {
    const next = queue.shift();
    if (next === undefined) free += 1;
    else next();
  };

  async function answer(address: string, signal: AbortSignal): Promise<Response> {
    await connection();
    try {
      signal.throwIfAborted();
      asked.push(address);
      const site = siteOf(new URL(address));
      if (site === 'breaks') throw new Error('Network connection lost.');
      if (site === 'hangs')
        return await new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error));
        });
      const { status, headers } = typeof site === 'number' ? { status: site, headers: {} } : site;
      return new Response(null, { status, headers });
    } finally {
      release();
    }
  }

  const network = createOtherNetwork({
    standInUrl: null,
    ours: ['https://vigia.com.br'],
    agent: 'Vigia',
    fetch: (address, { signal }) => answer(address, signal ?? new AbortController().signal),
    deadline: () => {
      const clock = new AbortController();
      clocks.add(clock);
      return clock.signal;
    },
  });
  return {
    /** Addresses, in the order in which they were asked for. */
    asked,
    /** How many requests had to wait for a connection, and how many there were at once at most. */
    seen,
    network,
    hangingNow: () => CONNECTIONS_MAX - 1 - free,
    passTime: () => {
      for (const clock of clocks) clock.abort(new DOMException('late', 'TimeoutError'));
      clocks.clear();
    },
  };
}

/** Counts as the platform does, by the limits of wrangler.jsonc, within one minute that never ends. */
export function newLimiter(limits: Readonly<Record<string, number>> = { look: 10, 'look-host': 30 }) {
  const counts = new Map<string, number>();
  return {
    allow: async (bucket: string, key: string) => {
      const count = (counts.get(`${bucket} ${key}`) ?? 0) + 1;
      counts.set(`${bucket} ${key}`, count);
      return count <= (limits[bucket] ?? 0);
    },
  };
}

/** The Worker's dependencies with this Internet. */
export const depsOn = (
  { network }: ReturnType<typeof newInternet>,
  limiter = newLimiter(),
  aheadMs = 0,
): Deps => depsWith({ otherNetwork: network, rateLimiter: limiter }, aheadMs);

const CREATED_AT = 1_700_000_000_000;
let monitors = 0;

interface Monitor {
  readonly orderId: string;
  readonly monitorId: number;
  readonly createdAt: number;
  readonly since: number;
}

interface MonitorRow {
  readonly look?: string | null;
  readonly state?: 'up' | 'down';
  readonly since?: number;
  /** The address that a look was answered for while it was up. */
  readonly looked?: string | null;
  readonly lookedAt?: number;
  readonly dueAt?: number;
}

/** A monitor as a report leaves it. */
export async function putMonitor(orderId: string, row: MonitorRow = {}): Promise<Monitor> {
  monitors += 1;
  const monitorId = monitors;
  const { look = `https://loja${monitorId}.com.br/`, state = 'down', since = Date.now() - 30_000 } = row;
  const { looked = null, lookedAt = Date.now() - 3_600_000, dueAt = 0 } = row;
  await sql(
    `INSERT INTO alert_levels (order_id, monitor_id, created_at, name, state, since, interval, look, looked, looked_at,
       look_due_at, changed_at) VALUES (?1, ?2, ?3, 'Loja', ?4, ?5, 60, ?6, ?7, ?8, ?9, ?5)`,
    ...[orderId, monitorId, CREATED_AT, state, since, look, looked, looked === null ? null : lookedAt, dueAt],
  );
  const monitor = { orderId, monitorId, createdAt: CREATED_AT, since };
  if (state === 'down') await putFall(monitor);
  return monitor;
}

/** A fall of a monitor, as a report begins it. */
export const putFall = ({ orderId, monitorId, createdAt, since }: Monitor, receivedAt = Date.now()) =>
  sql(
    `INSERT INTO alert_falls (order_id, monitor_id, created_at, name, since, message, received_at)
     VALUES (?, ?, ?, 'Loja', ?, '', ?)`,
    ...[orderId, monitorId, createdAt, since, receivedAt],
  );

/** Looks at these falls, and at what is up and due, after a report that came in just now. */
export const lookNow = (deps: Deps, orderId: string, falls: readonly Monitor[] = []): Promise<void> =>
  lookSoon(deps, orderId, falls, deps.clock.now());

/** Looks at these falls, which all are of one environment. */
export const lookAtFalls = (deps: Deps, falls: readonly Monitor[]): Promise<void> =>
  lookNow(deps, falls[0]?.orderId ?? '', falls);

/** What is kept of the looks at a monitor's falls. */
export const looksOf = async ({ orderId, monitorId }: Monitor): Promise<(string | null)[]> =>
  (
    await sql<{ look: string | null }>(
      'SELECT look FROM alert_falls WHERE order_id = ? AND monitor_id = ? ORDER BY seq',
      orderId,
      monitorId,
    )
  ).map(({ look }) => look);

/** What is known of the looks at a monitor while it is up. */
export async function knownOf({ orderId, monitorId }: Monitor) {
  const [row] = await sql<{ looked: string | null; looked_at: number | null; look_due_at: number }>(
    'SELECT looked, looked_at, look_due_at FROM alert_levels WHERE order_id = ? AND monitor_id = ?',
    orderId,
    monitorId,
  );
  if (row === undefined) throw new Error('There is no such monitor.');
  return row;
}

/** Lets a monitor come back. */
export async function comeBack({ orderId, monitorId }: Monitor, now = Date.now()): Promise<void> {
  await sql(
    `UPDATE alert_falls SET until = ?, ended_by = 'up' WHERE order_id = ? AND monitor_id = ? AND until IS NULL`,
    ...[now, orderId, monitorId],
  );
  await sql(
    `UPDATE alert_levels SET state = 'up', since = ?, changed_at = ? WHERE order_id = ? AND monitor_id = ?`,
    ...[now, now, orderId, monitorId],
  );
}

/** Orders of so many environments in a cluster, with nothing else. */
export async function newOrdersIn(cluster: string, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => crypto.randomUUID());
  await env.DB.batch(
    ids.flatMap((id) => [
      env.DB.prepare(
        `INSERT INTO orders (id, subject, subdomain, plan, cycle, amount_centavos, status, payment, cluster, run_at,
           reserved_until, chosen_at, created_at, updated_at)
         VALUES (?1, ?1, ?1, 'free', 'monthly', 0, 'CONCLUIDO', 'free', ?2, 0, 0, 0, 0, 0)`,
      ).bind(id, cluster),
      env.DB.prepare(
        `INSERT INTO tenants (subdomain, order_id, subject, plan, created_at) VALUES (?1, ?1, ?1, 'free', 0)`,
      ).bind(id),
    ]),
  );
  return ids;
}

/** One environment. */
export async function newEnvironment(): Promise<string> {
  const [id] = await newOrdersIn('', 1);
  expect(id).toBeDefined();
  return id ?? '';
}
