/**
 * The second look (src/domain/alerts/second-look.ts): what another network gets from the address of a monitor that fell,
 * and, so that a failure proves something, from time to time while it is up.
 *
 * Never awaited by what tells recipients: a look that is not kept by then is not said, and one that dies with its Worker
 * was not made.
 */
import type { NamedFall } from '#domain/alerts/levels.ts';
import {
  LOOKS_A_REPORT,
  type LookAddress,
  nextLookAt,
  type Seen,
  saidOf,
} from '#domain/alerts/second-look.ts';
import type { Deps } from '#functions/compose.ts';
import { defineWork } from '#functions/platform/work/define-work.ts';
import { LOOK_WORK } from './names.ts';
import { noticeOurNetwork } from './our-network.ts';
import { clusterFallsIn, clusterFallsStatement } from './our-network-store.ts';
import { SLOW_MS } from './round.ts';
import { type Lookable, listDueLooks, listLookable, type NotedLook, noteLooks } from './second-look-store.ts';

type Needs = Pick<Deps, 'db' | 'clock' | 'logger' | 'otherNetwork' | 'rateLimiter'>;

/**
 * A call of the Worker has six connections that wait for headers, the database's among them. A look that queued for one
 * would end before it began, and count as failed.
 */
const AT_ONCE = 5;
/** The scheduled run has other work, and mail, beside this one. */
const AT_ONCE_SCHEDULED = 2;
/** Monitors of one run, and of one environment in it; less than an environment's looks a minute, so that some are left. */
const PER_RUN = 60;
const PER_ENVIRONMENT = 4;
/** A run that meets many slow sites ends after this time. */
const BUDGET_MS = 20_000;
const EVERY_MS = 60_000;

/** Monitors with one address, asked for once. */
interface Target {
  readonly address: LookAddress;
  readonly monitors: readonly Lookable[];
}

/**
 * Looks at monitors that just fell, and at some that came up. For `waitUntil`, once the report is answered; never throws.
 * @param falls Falls that the report began; none when it only tells returns or new monitors.
 * @param reportedAt When the report came in. While so many report that the database answers late, a look would keep others
 *   waiting for their alerts; the first of them have been looked at, and show it when our own network is down.
 */
export async function lookSoon(
  needs: Needs,
  orderId: string,
  falls: readonly NamedFall[],
  reportedAt: number,
): Promise<void> {
  if (needs.clock.now() - reportedAt > SLOW_MS) return;
  try {
    const found = await listLookable(needs.db, orderId, falls, LOOKS_A_REPORT, needs.clock.now());
    const { targets, others } = chooseTargets(needs, found);
    if (targets.length === 0) return await note(needs, others);
    for (let from = 0; from < targets.length; from += AT_ONCE)
      await lookAt(needs, targets.slice(from, from + AT_ONCE), from === 0 ? others : []);
  } catch (error) {
    needs.logger.warn('second-look-failed', { orderId, error });
  }
}

/** Looks at monitors that are up: once a day each, and those for which there was no room when they came up. */
export const lookWork = defineWork<Deps>({
  kind: LOOK_WORK,
  title: 'Olhar de outra rede',
  perRun: 1,
  isAlways: true,
  async run(needs) {
    const until = needs.clock.now() + BUDGET_MS;
    const counts = new Map<string, number>();
    const targets: Target[] = [];
    const others: NotedLook[] = [];
    for (const monitor of await listDueLooks(needs.db, PER_RUN, needs.clock.now())) {
      const count = counts.get(monitor.orderId) ?? 0;
      const address = monitor.isActive === 1 ? needs.otherNetwork.addressOf(monitor.look) : null;
      if (address === null) others.push(noted(needs, monitor, null));
      else if (count >= PER_ENVIRONMENT) others.push(noted(needs, monitor, 'later'));
      else targets.push({ address, monitors: [monitor] });
      counts.set(monitor.orderId, count + 1);
    }
    await note(needs, others);
    for (let from = 0; from < targets.length && needs.clock.now() < until; from += AT_ONCE_SCHEDULED)
      await lookAt(needs, targets.slice(from, from + AT_ONCE_SCHEDULED));
    return { againAt: needs.clock.now() + EVERY_MS };
  },
});

/**
 * One look for each host, falls first. A monitor that came up and is left stays due for the scheduled run; one that nobody
 * asks for is not read again before tomorrow; one that fell and is left is looked at when it is back.
 */
function chooseTargets(needs: Needs, found: readonly Lookable[]) {
  const byHost = new Map<string, { address: LookAddress; monitors: Lookable[] }>();
  const others: NotedLook[] = [];
  for (const monitor of found) {
    const address = needs.otherNetwork.addressOf(monitor.look);
    const known = byHost.get(address?.host ?? '');
    if (known !== undefined && known.address.url === address?.url) known.monitors.push(monitor);
    else if (address !== null && known === undefined && byHost.size < LOOKS_A_REPORT)
      byHost.set(address.host, { address, monitors: [monitor] });
    else if (address === null || monitor.since !== null) others.push(noted(needs, monitor, null));
  }
  return { targets: [...byHost.values()], others };
}

/** Asks for these at once, and keeps what they got. @param others What is kept with it. */
async function lookAt(
  needs: Needs,
  targets: readonly Target[],
  others: readonly NotedLook[] = [],
): Promise<void> {
  const looks = await Promise.all(
    targets.map(async ({ address, monitors }) => {
      const seen = (await isAllowed(needs, address, monitors))
        ? await needs.otherNetwork.look(address)
        : 'later';
      return monitors.map((monitor) => noted(needs, monitor, seen));
    }),
  );
  await note(needs, [...looks.flat(), ...others]);
}

/** Whoever lets monitors fall and rise all the time makes us ask no more often than this. */
async function isAllowed({ rateLimiter }: Needs, { host }: LookAddress, [first]: readonly Lookable[]) {
  return (
    (await rateLimiter.allow('look', first?.orderId ?? '')) && (await rateLimiter.allow('look-host', host))
  );
}

async function note(needs: Needs, looks: readonly NotedLook[]): Promise<void> {
  if (looks.length === 0) return;
  const answered = looks.find(({ said }) => said !== null && said !== 'failed');
  if (answered === undefined) return void (await noteLooks(needs.db, looks));
  const falls = clusterFallsStatement(needs.db, answered.orderId, needs.clock.now());
  await noticeOurNetwork(needs, clusterFallsIn(await noteLooks(needs.db, looks, [falls])));
}

/** @param seen `later`: nobody looked, because others were looked at. */
function noted({ clock }: Needs, monitor: Lookable, seen: Seen | 'later'): NotedLook {
  const now = clock.now();
  const { looked, lookedAt, ...named } = monitor;
  if (monitor.since !== null) {
    const said = seen === 'later' ? null : saidOf(seen, monitor.look, monitor, now);
    return { ...named, said, looked, lookedAt, dueAt: 0 };
  }
  const dueAt = nextLookAt(seen, monitor, now);
  if (seen === 'later') return { ...named, said: null, looked, lookedAt, dueAt };
  const isAnswered = seen !== null && seen !== 'failed';
  return {
    ...named,
    said: null,
    looked: isAnswered ? monitor.look : null,
    lookedAt: isAnswered ? now : null,
    dueAt,
  };
}
