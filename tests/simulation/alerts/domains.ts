/** Domains of monitors, when their registries say that they expire, and the companion's watch of them. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createDomainRecord, createDomainWatch } from '#companion/domain-expiry.ts';
import type { Rdap } from '#companion/rdap.ts';
import { businessDay, formatDay } from '#domain/billing/days.ts';
import type { RehearsedEnvironment } from './environment.ts';
import type { World } from './world.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const DAY_MS = 1440 * MINUTE_MS;
/** Days before an end; the panel's choice when nobody made another one. */
const WARNINGS = [21, 14, 7];

/** When each domain expires, as its registry says it; of others it says nothing. */
type Ends = Map<string, number>;

const RECORD = 'domains.json';

/** As the instance of the rehearsal names the host of a monitor. */
const domainOf = (name: string): string => {
  const [, environment, number] = /^E(\d+)M(\d+)$/.exec(name) ?? [];
  return `loja-${environment}-${number}.com.br`;
};

/** The companion watches domains from now on. @returns What the registries say. */
export function watchDomains(world: World, environment: RehearsedEnvironment): Ends {
  const ends: Ends = new Map();
  const rdap: Rdap = {
    serverOf: async () => 'https://rdap.example/',
    async expiryOf(_server, domain) {
      const at = ends.get(domain);
      return at === undefined ? { kind: 'unknown' } : { kind: 'expires', at };
    },
  };
  const watching = createDomainWatch({
    database: environment.database,
    record: createDomainRecord(join(environment.records, RECORD)),
    rdap,
    parseHost: (text) => ({ domain: new URL(text).host, isIcann: true }),
    channel: () => environment.companion()?.channel() ?? null,
    tell(events) {
      environment.companion()?.enqueue(events);
      environment.look(world.now() + SECOND_MS);
    },
    now: world.now,
    random: () => 0.5,
    log: () => undefined,
  });
  const look = async (): Promise<void> => {
    await watching.look();
    world.clock.at(world.now() + MINUTE_MS, look);
  };
  world.clock.at(world.now(), look);
  return ends;
}

/** Adds a monitor whose domain expires at a moment. @returns Its name. */
export function addExpiring(
  world: World,
  environment: RehearsedEnvironment,
  ends: Ends,
  end: number,
): string {
  const rhythm = { interval: 60, retryInterval: 60, maxretries: 1, timeout: 10 };
  const name = environment.instance().add(rhythm);
  environment.follow('detached');
  ends.set(domainOf(name), end);
  const day = formatDay(businessDay(end));
  const warn = (): void => {
    if (ends.get(domainOf(name)) === end)
      world.sites.expiries.push({ monitor: name, kind: 'domain', day, at: world.now(), renewedAt: null });
  };
  // Of the warnings that are due at once, the nearest alone is told.
  const dueAt = WARNINGS.map((days) => end - (days + 1) * DAY_MS);
  if (dueAt.some((at) => at <= world.now())) warn();
  for (const at of dueAt) if (at > world.now()) world.clock.at(at + 1, warn);
  return name;
}

/** The domain of a monitor is renewed. */
export function renew(world: World, ends: Ends, name: string, end: number): void {
  ends.set(domainOf(name), end);
  for (const each of world.sites.expiries)
    if (each.monitor === name && each.kind === 'domain') each.renewedAt ??= world.now();
}

/** The companion's record of domains is lost. */
export const forgetDomains = ({ records }: RehearsedEnvironment): void =>
  rmSync(join(records, RECORD), { force: true });
