/**
 * How the monitors of an environment stand: what its companion says now, or, where it does not answer, what it said last.
 *
 * Numbers of falls, and who looks after them, are the functions' own.
 */
import { causeOf } from '#domain/alerts/causes.ts';
import { monitorKey } from '#domain/alerts/levels.ts';
import type { Now, NowMonitor } from '#domain/api-schemas/now.ts';
import type { StatusPicture } from '#domain/api-schemas/status-picture.ts';
import { tenantUrl } from '#domain/subdomain/tenant-url.ts';
import { findHeardAt, listLevels } from '#functions/alerts/level-store.ts';
import { listOpenFalls, type OpenFall } from '#functions/alerts/occurrence-store.ts';
import type { Deps } from '#functions/compose.ts';
import type { Party } from '#functions/tenants/require-party.ts';

type Needs = Pick<Deps, 'db' | 'instances' | 'logger' | 'tenantUrlTemplate'>;

/** An environment that does not run is not asked, and nothing is true of its monitors. */
export async function readNow(needs: Needs, { tenant, membership }: Party): Promise<Now> {
  const { orderId, subdomain, state } = tenant;
  const about = {
    ...{ tenant: subdomain, url: tenantUrl(needs.tenantUrlTemplate, subdomain), state },
    role: membership === null ? ('owner' as const) : ('member' as const),
  };
  if (state !== 'active')
    return { ...about, heardAt: await findHeardAt(needs.db, orderId), isCurrent: false, monitors: [] };
  const [picture, open] = await Promise.all([
    readPicture(needs, subdomain),
    listOpenFalls(needs.db, orderId),
  ]);
  const falls = new Map(open.map((fall) => [monitorKey(fall.monitorId, fall.createdAt), fall]));
  if (picture !== null)
    return {
      ...{ ...about, heardAt: picture.at, isCurrent: true },
      monitors: picture.monitors.map((each) => ({
        ...each,
        ...fallOf(each, falls),
        cause: each.state === 'down' ? causeWords(each.message) : null,
      })),
    };
  const [heardAt, levels] = await Promise.all([
    findHeardAt(needs.db, orderId),
    listLevels(needs.db, orderId),
  ]);
  return {
    ...{ ...about, heardAt, isCurrent: false },
    monitors: levels.map(({ monitorId: id, changedAt: _, ...level }): NowMonitor => {
      const fall = level.state === 'down' ? falls.get(monitorKey(id, level.createdAt)) : undefined;
      return {
        ...{ ...level, id, group: null, beats: '', ping: null },
        ...{ message: fall?.message ?? '', signAt: fall?.signAt ?? null },
        cause: fall === undefined ? null : causeWords(fall.message),
        ...fallOf({ ...level, id }, falls),
      };
    }),
  };
}

async function readPicture({ instances, logger }: Needs, subdomain: string): Promise<StatusPicture | null> {
  try {
    return await instances.readStatus(subdomain);
  } catch (error) {
    logger.warn('now-unread', { subdomain, error });
    return null;
  }
}

/** Said here, because the table of causes would weigh on every page that may show a fall. */
export const causeWords = (message: string): string | null => causeOf(message)?.words ?? null;

/** The open fall of a monitor that is down. */
function fallOf(
  { id, createdAt, state }: Pick<NowMonitor, 'id' | 'createdAt' | 'state'>,
  falls: ReadonlyMap<string, OpenFall>,
): Pick<NowMonitor, 'fall' | 'seen'> {
  const fall = state === 'down' ? falls.get(monitorKey(id, createdAt)) : undefined;
  return { fall: fall?.seq ?? null, seen: fall === undefined ? null : seenOf(fall) };
}

/** Who said "Estou vendo"; `null` for nobody. */
export const seenOf = ({ seenAt, seenBy }: Pick<OpenFall, 'seenAt' | 'seenBy'>): NowMonitor['seen'] =>
  seenAt === null || seenBy === null ? null : { by: seenBy, at: seenAt };
