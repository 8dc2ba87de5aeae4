/** Decides what a recipient is told, from a mark and what is true now. */
import { othersOf } from '#domain/alerts/around.ts';
import { monitorKey } from '#domain/alerts/levels.ts';
import type { AlertLine, AlertMessage, Around } from '#domain/alerts/lines.ts';
import type { Mark } from '#domain/alerts/memory.ts';
import { nextStep } from '#domain/alerts/next-message.ts';
import { preferencesOn, zoneOf } from '#domain/alerts/preferences.ts';
import { messageShare, shareWarning } from '#domain/alerts/shares.ts';
import type { Situation } from '#domain/alerts/situation.ts';
import { type Changes, isCurrent, noChanges } from '#domain/alerts/story.ts';
import { type WrittenAlert, writeAlert } from '#domain/alerts/words.ts';
import { businessDay } from '#domain/billing/days.ts';
import type { AlertFeatures } from '#domain/plans/alert-features.ts';
import type { Deps } from '#functions/compose.ts';
import { whoReads } from './member-store.ts';
import { markOf } from './message-store.ts';
import type { AlertRecipient } from './recipient-store.ts';
import { type Asked, readSituations, type ToTell } from './situation-store.ts';

type Needs = Pick<Deps, 'db' | 'clock' | 'catalog'>;

/** What is to be told, and the mark after it. */
export interface Decision {
  /** `null`: nothing is told now. */
  readonly message: AlertMessage | null;
  readonly next: Mark;
  /** When to ask again if nothing happens before; `null`: not at all. */
  readonly wakeAt: number | null;
  /** True when more is left than was read at once. */
  readonly isCut: boolean;
}

/** Whom something is decided for. */
export interface Deciding {
  readonly recipient: AlertRecipient;
  /** Where to begin: the recipient's own mark, or the one before a message that did not arrive. */
  readonly from: Mark;
  /** True for such a message, which counts for the day's share already. */
  readonly wasTried?: boolean;
}

/**
 * What a webhook's posts are decided from.
 * @returns `null` once the environment is gone; `off-plan` while its plan has no webhooks.
 */
export async function situationFor(
  { db, clock, catalog }: Needs,
  recipient: AlertRecipient,
): Promise<Situation | 'off-plan' | null> {
  const asked = askedOf({ recipient, from: recipient });
  const found = (await readSituations(db, [asked], clock.now())).get(recipient.id);
  const tenant = found?.tenant ?? null;
  if (found === undefined || tenant === null || tenant.state === 'ended') return null;
  const features = catalog.plan(tenant.plan).alerts;
  return features.kinds.includes(recipient.kind)
    ? situationOf(recipient, found, { tenant, features, from: recipient, wasTried: false })
    : 'off-plan';
}

/** Decides for several recipients at once. @returns By recipient; nothing for one whose environment is gone. */
export async function decideAll(
  { db, clock, catalog }: Needs,
  asked: readonly Deciding[],
): Promise<ReadonlyMap<string, Decision>> {
  if (asked.length === 0) return new Map();
  const now = clock.now();
  const situations = await readSituations(db, asked.map(askedOf), now);
  return new Map(
    asked.flatMap((deciding): [string, Decision][] => {
      const { id } = deciding.recipient;
      const situation = situations.get(id) ?? null;
      const features = situation?.tenant && catalog.plan(situation.tenant.plan).alerts;
      const decision = features ? decideBy(deciding, situation, features, now) : null;
      return decision === null ? [] : [[id, decision]];
    }),
  );
}

/** As `decideAll`, for one. @returns `null` once the environment is gone. */
export const decide = async (needs: Needs, deciding: Deciding): Promise<Decision | null> =>
  (await decideAll(needs, [deciding])).get(deciding.recipient.id) ?? null;

const askedOf = ({ recipient, from }: Pick<Deciding, 'recipient' | 'from'>): Asked => ({
  id: recipient.id,
  orderId: recipient.orderId,
  from,
  chosen: recipient.preferences.monitors ?? [],
});

interface About {
  readonly tenant: NonNullable<ToTell['tenant']>;
  readonly features: AlertFeatures;
  readonly from: Mark;
  readonly wasTried: boolean;
}

function situationOf(
  recipient: AlertRecipient,
  { changes, sentToday, levels, falls, events, firstMonitor, ourNetwork }: ToTell,
  { tenant, features, from, wasTried }: About,
): Situation {
  return {
    ...{ levels, falls, events, firstMonitor, ourNetwork, wasTried, mark: markOf(from) },
    preferences: preferencesOn(recipient.preferences, features),
    reader: whoReads(recipient),
    changesOf: (key) => changes.get(key) ?? noChanges,
    isRunning: tenant.state === 'active',
    share: { sent: sentToday, limit: messageShare(tenant.plan), warning: shareWarning(tenant.plan) },
  };
}

function decideBy(
  { recipient, from, wasTried = false }: Deciding,
  situation: ToTell,
  features: AlertFeatures,
  now: number,
): Decision | null {
  const { tenant, isCut } = situation;
  if (tenant === null || tenant.state === 'ended') return null;
  const told = situationOf(recipient, situation, { tenant, features, from, wasTried });
  const { message, mark, wakeAt } = nextStep(told, now);
  const { text } = told.preferences;
  return {
    message: message && {
      ...message,
      ...(text !== null && recipient.kind !== 'email' && { text }),
      around: aroundOf(message.lines, situation, features, recipient.id, now),
    },
    ...{ next: mark, wakeAt, isCut },
  };
}

/** What a message says beside what happened. */
function aroundOf(
  lines: readonly AlertLine[],
  { peers, hour }: ToTell,
  features: AlertFeatures,
  readerId: string,
  now: number,
): Around {
  const keys = lines.flatMap((line) =>
    'createdAt' in line ? [monitorKey(line.monitor.id, line.createdAt)] : [],
  );
  return {
    to: peers.find(({ id }) => id === readerId)?.person ?? null,
    others: othersOf(
      readerId,
      peers
        .filter(({ kind }) => features.kinds.includes(kind))
        .map((each) => ({ ...each, preferences: preferencesOn(each.preferences, features) })),
      lines,
      now,
    ),
    falls: Object.fromEntries([...new Set(keys)].map((key) => [key, hour.get(key) ?? []])),
  };
}

/** A message that was written before. */
export interface WrittenBefore {
  readonly recipient: AlertRecipient;
  readonly message: AlertMessage;
  readonly words: WrittenAlert;
  /** The mark before it. */
  readonly from: Mark;
  /** When its words were written. */
  readonly writtenAt: number;
}

/**
 * Which messages are so that everything that they say of now is still so, and their words would be the same: then the same
 * bytes may be handed over again.
 * @returns Ids of their recipients.
 */
export async function whoseAreTrue(
  { db, clock }: Needs,
  all: readonly WrittenBefore[],
): Promise<ReadonlySet<string>> {
  const now = clock.now();
  const same = all.filter((each) => readsTheSame(each, now));
  if (same.length === 0) return new Set();
  const situations = await readSituations(db, same.map(askedOf), now);
  const trueOnes = same.filter(({ recipient, message }) =>
    isTrueOf(message, situations.get(recipient.id) ?? null, now),
  );
  return new Set(trueOnes.map(({ recipient }) => recipient.id));
}

function readsTheSame({ recipient, message, words, writtenAt }: WrittenBefore, now: number): boolean {
  const today = writeAlert(message, zoneOf(recipient.preferences), now);
  if (today.subject !== words.subject || today.lines.join('\n') !== words.lines.join('\n')) return false;
  return message.share === null || businessDay(writtenAt) === businessDay(now);
}

function isTrueOf(message: AlertMessage, situation: ToTell | null, now: number): boolean {
  const changes = situation?.changes ?? new Map<string, Changes>();
  // Of an environment that stands still nobody knows what is now.
  const isRunning = situation?.tenant?.state === 'active';
  const levelOf = new Map(
    (situation?.levels ?? []).map((level) => [monitorKey(level.monitor.id, level.createdAt), level]),
  );
  return message.lines.every((line) => {
    if (line.what === 'maintenance-soon') return line.window.from > now;
    if (!('createdAt' in line)) return true;
    const key = monitorKey(line.monitor.id, line.createdAt);
    const level = levelOf.get(key) ?? null;
    const isDown = level?.state === 'down';
    switch (line.what) {
      case 'fell':
      case 'still-down':
        return isRunning && isDown && level.since === line.since && isCurrent(level, now);
      case 'seen':
        return isDown && level.since === line.since;
      case 'unstable':
        return isRunning && isDown === line.isDown && changes.get(key)?.count === line.changes;
      case 'stable':
        return isRunning && isDown === line.isDown;
      default:
        return true;
    }
  });
}
