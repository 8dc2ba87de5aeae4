/** The falls of ninety days, with who was told of each and who looked after it. */

import { kindNames } from '#domain/alerts/codes.ts';
import { monitorKey } from '#domain/alerts/levels.ts';
import {
  OCCURRENCE_DAYS,
  OCCURRENCES_MAX,
  type Occurrence,
  type Occurrences,
} from '#domain/api-schemas/now.ts';
import { addDays, businessDay, startOfDay } from '#domain/billing/days.ts';
import { tenantUrl } from '#domain/subdomain/tenant-url.ts';
import { listFalls, listTellings, type Telling } from '#functions/alerts/occurrence-store.ts';
import type { Deps } from '#functions/compose.ts';
import type { Tenant } from '#functions/tenants/tenant.ts';
import { causeWords, seenOf } from './read-now.ts';

/** More would be an environment that tells its falls to everybody all day. */
const TELLINGS_MAX = 5000;

/** Reads them; the newest first. */
export async function readOccurrences(
  { db, clock, tenantUrlTemplate }: Pick<Deps, 'db' | 'clock' | 'tenantUrlTemplate'>,
  { orderId, subdomain }: Pick<Tenant, 'orderId' | 'subdomain'>,
): Promise<Occurrences> {
  const from = startOfDay(addDays(businessDay(clock.now()), -OCCURRENCE_DAYS));
  const rows = await listFalls(db, { orderId, from, limit: OCCURRENCES_MAX + 1 });
  const within = rows.filter(({ since }) => since >= from);
  const isComplete = within.length <= OCCURRENCES_MAX;
  const shown = [
    ...within.slice(0, OCCURRENCES_MAX),
    ...(isComplete ? rows.filter(({ since }) => since < from) : []),
  ].toSorted((a, b) => b.since - a.since || b.seq - a.seq);
  const [oldest] = shown.slice(-1);
  const told =
    oldest === undefined ? [] : await listTellings(db, { orderId, from: oldest.since, limit: TELLINGS_MAX });
  const byMonitor = new Map<string, Telling[]>();
  for (const telling of told) {
    const key = monitorKey(telling.monitorId, telling.createdAt);
    const others = byMonitor.get(key);
    if (others === undefined) byMonitor.set(key, [telling]);
    else others.push(telling);
  }
  return {
    tenant: subdomain,
    url: tenantUrl(tenantUrlTemplate, subdomain),
    ...{ from, isComplete },
    occurrences: shown.map((row) => ({
      fall: row.seq,
      monitor: { id: row.monitorId, name: row.name, address: row.address },
      ...{ since: row.since, until: row.until, endedBy: row.endedBy, gap: row.gap },
      ...{ message: row.message, cause: causeWords(row.message), signAt: row.signAt, seen: seenOf(row) },
      told: toldOf(row.since, byMonitor.get(monitorKey(row.monitorId, row.createdAt)) ?? []),
    })),
  };
}

/** Each recipient once, with the first message. */
function toldOf(since: number, tellings: readonly Telling[]): Occurrence['told'] {
  const told = new Map<string, number>();
  for (const { recipient: name, kind, at, since: from, until } of tellings) {
    const recipient = kind === 'email' ? name : `${name} (${kindNames[kind]})`;
    if (!told.has(recipient) && from <= since && since <= (until ?? from)) told.set(recipient, at);
  }
  return [...told].map(([recipient, at]) => ({ recipient, at }));
}
