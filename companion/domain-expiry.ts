/**
 * Watches when the domains of monitors expire, instead of the instance, which asks registries without a time-out before
 * it writes a check, so that one that hangs would hold up the alert of a fall.
 *
 * Runs in a turn of its own: one question at a time, and nothing else waits for it. A domain is asked once a day while its
 * end is near or not known, else once a week: ends move away, not nearer. What the instance itself asked today, for a
 * monitor whose switch a customer turned on, is taken from its table; so each domain is told once.
 */
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod/mini';
import type { ReportedEvent } from '#domain/api-schemas/alert-report.ts';
import { DAY_MS } from '#domain/billing/days.ts';
import { momentOf } from './alert-events.ts';
import { type Reader, reading } from './database.ts';
import { daysUntil, EXPIRING_COLUMNS, type ExpiringMonitor, expiryEvent, utcDay } from './expiry-events.ts';
import { type Log, reasonOf } from './log.ts';
import type { Rdap } from './rdap.ts';
import { createRecordFile, type Kept, parsedOrNull } from './record-file.ts';

const LOOK_EVERY_MS = 60_000;
const HOUR_MS = 60 * 60_000;
/** New domains of a whole fleet, as after a new version, do not all ask at once. */
const SPREAD_MS = 10 * 60_000;
/** Beyond the first warning by this, a domain is asked each day. */
const NEAR_DAYS = 14;
const USUAL_WARNINGS = [7, 14, 21];
const FAILURES_MAX = 10;

/** Where the instance's own watch finds a host, by type: `TYPES_WITH_DOMAIN_EXPIRY_SUPPORT_VIA_FIELD` of 2.5.3. */
const hostColumns: Readonly<Record<string, 'url' | 'hostname' | 'grpcUrl'>> = {
  http: 'url',
  keyword: 'url',
  'json-query': 'url',
  'real-browser': 'url',
  'websocket-upgrade': 'url',
  'grpc-keyword': 'grpcUrl',
  port: 'hostname',
  ping: 'hostname',
  dns: 'hostname',
  smtp: 'hostname',
  snmp: 'hostname',
  gamedig: 'hostname',
  steam: 'hostname',
  mqtt: 'hostname',
  radius: 'hostname',
  'tailscale-ping': 'hostname',
  'sip-options': 'hostname',
};

/** What is used of tldts, which the instance's image contains with its list of public suffixes. */
export type ParseHost = (text: string) => {
  readonly domain: string | null;
  readonly isIcann: boolean | null;
};

const WatchedDomain = z.object({
  /** `null` as long as nobody said it. */
  expiry: z.nullable(z.number()),
  askAt: z.number(),
  /** Questions without an answer since the last one. */
  failures: z.int(),
  /** The last warning that was told, and of which end. */
  told: z.nullable(z.object({ day: z.string(), warning: z.int() })),
});
type WatchedDomain = z.output<typeof WatchedDomain>;
const DomainRecord = z.record(z.string(), WatchedDomain);
export type DomainRecord = z.output<typeof DomainRecord>;

/** The record of domains, in a file that survives restarts. */
export const createDomainRecord = (path: string, log?: Log): Kept<DomainRecord> =>
  createRecordFile(path, DomainRecord, () => ({}), log);

interface MonitorRow extends ExpiringMonitor {
  readonly type: string;
  readonly grpcUrl: string | null;
}

/** Running monitors with the channel, none in a group that is switched off. */
const MONITORS = `WITH RECURSIVE off (id) AS (SELECT id FROM monitor WHERE active = 0
    UNION SELECT m.id FROM off JOIN monitor m ON m.parent = off.id)
  SELECT ${EXPIRING_COLUMNS}, m.type, m.grpc_url AS grpcUrl
  FROM monitor m JOIN monitor_notification n ON n.monitor_id = m.id AND n.notification_id = ?
  WHERE m.id NOT IN (SELECT id FROM off) GROUP BY m.id ORDER BY m.id`;

const Warnings = z.array(z.int().check(z.nonnegative())).check(z.minLength(1));

/** The days before an end at which the customer wants to know it. */
function readWarnings({ get }: Reader): readonly number[] {
  const row = get<{ value: string | null }>("SELECT value FROM setting WHERE key = 'domainExpiryNotifyDays'");
  const { data = USUAL_WARNINGS } = Warnings.safeParse(parsedOrNull(row?.value ?? ''));
  return data.toSorted((a, b) => a - b);
}

/** Domains that the instance asked itself, with the moments of the question and of the end. */
const readOwnAnswers = ({ all }: Reader) =>
  all<{ domain: string; expiry: string; asked: string }>(
    `SELECT domain, expiry, last_check AS asked FROM domain_expiry
     WHERE expiry IS NOT NULL AND last_check IS NOT NULL ORDER BY id`,
  ).map(({ domain, expiry, asked }) => ({ domain, expiry: momentOf(expiry), asked: momentOf(asked) }));

/**
 * @param options `channel` gives the id of our channel, `null` while there is none. `tell` keeps events until they are
 *   accepted; only then is it recorded that they were told. `random` spreads questions.
 */
export function createDomainWatch({
  database,
  record: file,
  rdap,
  parseHost,
  channel,
  tell,
  now,
  random = Math.random,
  log,
}: {
  database: string;
  record: Kept<DomainRecord>;
  rdap: Rdap;
  parseHost: ParseHost;
  channel: () => number | null;
  tell: (events: readonly ReportedEvent[]) => void;
  now: () => number;
  random?: () => number;
  log: Log;
}) {
  /** Registries that asked for a pause, by address. */
  const pausedUntil = new Map<string, number>();

  /** A monitor's registrable domain; `null` for an address, an inner name, or what no registry sells. */
  function domainOf(row: MonitorRow): string | null {
    const column = hostColumns[row.type];
    const host = column === undefined ? null : row[column];
    if (!host) return null;
    const { domain, isIcann } = parseHost(host);
    return isIcann === true ? domain : null;
  }

  /** The first monitor of each domain, which tells of it, and the domain of each monitor. */
  function readState(id: number) {
    return reading(database, (reader) => {
      const monitors = new Map<string, ExpiringMonitor>();
      const hosts = new Map<number, string>();
      for (const row of reader.all<MonitorRow>(MONITORS, id)) {
        const domain = domainOf(row);
        if (domain !== null) hosts.set(row.monitor, domain);
        if (domain !== null && !monitors.has(domain)) monitors.set(domain, row);
      }
      return { monitors, hosts, warnings: readWarnings(reader), own: readOwnAnswers(reader) };
    });
  }
  type State = ReturnType<typeof readState>;

  /** When to ask again after an answer. */
  function nextAsk(expiry: number | null, warnings: readonly number[]): number {
    const isFar = expiry !== null && daysUntil(expiry, now()) > (warnings.at(-1) ?? 0) + NEAR_DAYS;
    return now() + (isFar ? 7 : 1) * DAY_MS + random() * HOUR_MS;
  }

  /** What is watched now, with what the instance itself knows. */
  function watchedNow(before: DomainRecord, { monitors, own }: State): DomainRecord {
    const watched = Object.fromEntries(
      [...monitors.keys()].map((domain): [string, WatchedDomain] => [
        domain,
        before[domain] ?? { expiry: null, askAt: now() + random() * SPREAD_MS, failures: 0, told: null },
      ]),
    );
    for (const { domain, expiry, asked } of own) {
      const entry = watched[domain];
      if (entry === undefined || Number.isNaN(expiry) || asked < now() - DAY_MS || asked > now()) continue;
      // It asks again when its day is over, and so do we when it has not.
      watched[domain] = { ...entry, expiry, failures: 0, askAt: asked + DAY_MS + HOUR_MS };
    }
    return watched;
  }

  async function ask(
    domain: string,
    entry: WatchedDomain,
    warnings: readonly number[],
  ): Promise<WatchedDomain> {
    const server = await rdap.serverOf(domain);
    if (server === null) return { ...entry, askAt: nextAsk(null, warnings) };
    const pausedTill = pausedUntil.get(server) ?? 0;
    if (pausedTill > now()) return { ...entry, askAt: pausedTill + random() * SPREAD_MS };
    const answer = await rdap.expiryOf(server, domain);
    if (answer.kind === 'later') {
      log({ event: 'domain-unanswered', server, reason: answer.reason });
      if (answer.waitMs !== null) pausedUntil.set(server, now() + answer.waitMs);
      const failures = Math.min(entry.failures + 1, FAILURES_MAX);
      const backOff = Math.min(HOUR_MS * 2 ** (failures - 1), DAY_MS);
      return {
        ...entry,
        failures,
        askAt: now() + Math.max(backOff, answer.waitMs ?? 0) + random() * SPREAD_MS,
      };
    }
    // What a registry does not say now it said before.
    const expiry = answer.kind === 'expires' ? answer.at : entry.expiry;
    return { ...entry, expiry, failures: 0, askAt: nextAsk(expiry, warnings) };
  }

  /** Tells what is due, each warning of each end once. */
  function tellDue(watched: DomainRecord, { monitors, warnings }: State): DomainRecord {
    const events: ReportedEvent[] = [];
    const after = Object.entries(watched).map(([domain, entry]): [string, WatchedDomain] => {
      const { expiry, told } = entry;
      const monitor = monitors.get(domain);
      if (expiry === null || monitor === undefined) return [domain, entry];
      // The nearest alone: whoever enters with five days left hears of it once.
      const warning = warnings.find((days) => daysUntil(expiry, now()) <= days);
      const day = utcDay(expiry);
      if (warning === undefined || (told?.day === day && told.warning <= warning)) return [domain, entry];
      events.push(expiryEvent({ kind: 'domain', monitor, domain, at: expiry, warning }, now()));
      return [domain, { ...entry, told: { day, warning } }];
    });
    if (events.length > 0) tell(events);
    return Object.fromEntries(after);
  }

  /** One look: asks for at most one domain, and tells what is due. @throws Error while the instance is starting. */
  async function look(): Promise<void> {
    const id = channel();
    if (id === null) return;
    const state = readState(id);
    const before = file.read();
    const watched = watchedNow(before, state);
    const [next] = Object.entries(watched).toSorted(([, a], [, b]) => a.askAt - b.askAt);
    const asked =
      next !== undefined && next[1].askAt <= now()
        ? { [next[0]]: await ask(next[0], next[1], state.warnings) }
        : {};
    const after = tellDue({ ...watched, ...asked }, state);
    if (JSON.stringify(after) !== JSON.stringify(before)) file.write(after);
  }

  return {
    look,
    /** Days until the domain of a monitor expires; `undefined` before its registry has answered. */
    daysOf(monitor: number): number | undefined {
      const id = channel();
      if (id === null) return undefined;
      const { own, hosts } = readState(id);
      const domain = hosts.get(monitor);
      const expiry = own.find((each) => each.domain === domain)?.expiry ?? file.read()[domain ?? '']?.expiry;
      return typeof expiry === 'number' && !Number.isNaN(expiry) ? daysUntil(expiry, now()) : undefined;
    },
    /** Looks every minute until `signal` is aborted. */
    async run(signal: AbortSignal): Promise<void> {
      while (!signal.aborted) {
        await look().catch((error: unknown) => log({ event: 'domains-failed', reason: reasonOf(error) }));
        await wait(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
      }
    },
  };
}
