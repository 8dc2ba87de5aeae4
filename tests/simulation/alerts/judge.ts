/**
 * What must be true after a sequence: each fall told once, nothing of another environment, nothing unwanted, nothing false
 * about now, and exactly those off who left or whose provider says that nothing arrives.
 */
import { DOWN, UP } from '#dev/stand-ins/tenants/kuma-tables.ts';
import type { AlertPreferences } from '#domain/alerts/preferences.ts';
import { messageShare } from '#domain/alerts/shares.ts';
import type { PlanId } from '#domain/plans/ids.ts';
import { kindOf, type Line, linesOf, type What } from './lines.ts';
import type { Sent } from './provider.ts';
import type { Accepted, Decided, World } from './world.ts';

/** Somebody who is told, as the sequence knows it. */
export interface Listener {
  readonly id: string;
  readonly address: string;
  readonly kind: 'email' | 'telegram';
  readonly environment: number;
  readonly preferences: AlertPreferences;
  /** Told from this event on, and from this moment. */
  readonly since: number;
  readonly sinceAt: number;
  /** When it left; `null` while it is told. */
  leftAt: number | null;
}

const HOUR_MS = 3_600_000;
/** A reminder may wait for the end of quiet hours, which last nine hours. */
const QUIET_MS = 9 * HOUR_MS;
/** Between two runs of the job while nothing happens. */
const STEP_MS = HOUR_MS / 2;
const CHANGES_MAX = 6;

/** Whether a moment lies between 22h and 7h in São Paulo. */
function isNight(at: number): boolean {
  const hour = new Date(at - 3 * HOUR_MS).getUTCHours();
  return hour >= 22 || hour < 7;
}

class Findings {
  readonly wrong: string[] = [];
  readonly met: Record<string, number> = {};
  /** Counts that a rule had something to judge, and notes what breaks it. */
  judge(rule: string, isRight: boolean, what: () => string): void {
    this.met[rule] = (this.met[rule] ?? 0) + 1;
    if (!isRight) this.wrong.push(`${rule}: ${what()}`);
  }
}

/** @param plans Of the environments, in order. */
export function judge(
  world: World,
  listeners: readonly Listener[],
  plans: readonly PlanId[],
): { readonly wrong: readonly string[]; readonly met: Readonly<Record<string, number>> } {
  const findings = new Findings();
  const waiting = world.waiting();
  findings.judge('nothing waits', waiting.length === 0, () => waiting.join(', '));
  for (const said of [...world.mail.wrong, ...world.telegram.wrong]) findings.wrong.push(said);
  for (const listener of listeners) judgeListener(world, listener, plans, findings);
  for (const environment of world.environments) {
    const { recorded, got } = ofEnvironment(world, environment);
    findings.judge(
      'what is recorded is accepted, in order',
      recorded.join() === got.join(),
      () => `environment ${environment.index} recorded ${recorded.length} changes, ${got.length} arrived`,
    );
  }
  return findings;
}

function judgeListener(world: World, listener: Listener, plans: readonly PlanId[], findings: Findings): void {
  const { id, address, kind, environment, leftAt } = listener;
  const provider = kind === 'email' ? world.mail : world.telegram;
  const received = withoutRepeats(
    provider.sent.filter(({ to }) => to === address),
    (text) => kind === 'telegram' && (provider.lost.has(text) || world.deaths() > 0),
  );
  const lines = decidedOf(world.decided(id), received).flatMap(linesOf);
  const foreign = lines.find(({ monitor }) => !monitor.startsWith(`E${environment}M`));
  findings.judge(
    'nothing of another environment',
    foreign === undefined,
    () => `${address}: ${foreign?.monitor}`,
  );
  const after = leftAt === null ? undefined : received.find(({ at }) => at > leftAt);
  findings.judge(
    'nothing after leaving',
    after === undefined,
    () => `${address}: ${after?.text.split('\n')[0]}`,
  );

  const isOff = leftAt !== null || provider.ended.has(address);
  if (!provider.unsure.has(address))
    findings.judge(
      'exactly those are off who left or whose provider says so',
      world.isOn(id) === !isOff,
      () => `${address} is ${isOff ? 'on' : 'off'}`,
    );
  if (isOff || !world.isOn(id)) return;
  judgeWishes(listener, world.decided(id), findings);
  const { orderId, monitors } = world.environments[environment] ?? { orderId: '', monitors: () => [] };
  // A share that is spent again waits for the next midnight.
  if (world.sentToday(orderId) >= messageShare(plans[environment] ?? 'free')) return;
  const all = world.events(orderId);
  for (const monitor of monitors())
    judgeMonitor(
      {
        world,
        listener,
        findings,
        name: monitor.name,
        all: all.filter((event) => event.monitor === monitor.id),
      },
      lines.filter((line) => line.monitor === monitor.name),
      all.slice(listener.since).filter((event) => event.monitor === monitor.id),
    );
}

/**
 * A chat has no key by which a repeat is known: a message whose answer was lost may come twice in a row. What was refused
 * and is accepted later was told once.
 */
const withoutRepeats = (sent: readonly Sent[], mayRepeat: (text: string) => boolean): readonly Sent[] =>
  sent.filter(({ text }, at) => {
    const before = sent[at - 1];
    return before?.text !== text || (before.isAccepted && !mayRepeat(text));
  });

/** Which decided message each text is, in the order in which they arrived. */
function decidedOf(decided: readonly Decided[], received: readonly Sent[]): readonly Decided[] {
  const left = [...decided];
  return received.flatMap(({ text }) => {
    const at = left.findIndex(
      ({ subject, lines }) => text.startsWith(subject) && lines.every((line) => text.includes(line)),
    );
    return at === -1 ? [] : left.splice(at, 1);
  });
}

/** Kinds and quiet hours. */
function judgeWishes(
  { address, preferences }: Listener,
  decided: readonly Decided[],
  findings: Findings,
): void {
  const { kinds, quiet } = preferences;
  for (const message of decided) {
    const lines = linesOf(message);
    if (lines.length === 0) continue;
    const unwanted = lines.find(({ what }) => !kinds.includes(kindOf(what)));
    findings.judge('only wanted kinds', unwanted === undefined, () => `${address}: ${unwanted?.what}`);
    if (quiet === null || !isNight(message.at)) continue;
    const isAllowed =
      quiet.mode === 'falls-only' &&
      lines.some(({ what }) => ['fell', 'still-down', 'unstable'].includes(what));
    findings.judge('quiet hours are kept', isAllowed, () => `${address}: ${message.lines[0]}`);
  }
}

interface About {
  readonly world: World;
  readonly listener: Listener;
  readonly findings: Findings;
  /** The monitor's name, and all its changes, also those before this listener. */
  readonly name: string;
  readonly all: readonly Accepted[];
}

function judgeMonitor(about: About, lines: readonly Line[], events: readonly Accepted[]): void {
  const { listener, findings, name, world } = about;
  const { address, preferences } = listener;
  const { kinds, reminderHours } = preferences;
  const said = (what: string) => () => `${address}: ${what} of ${name}`;
  const newestBefore = (at: number) => events.findLast(({ receivedAt }) => receivedAt < at)?.kind;
  // What was accepted in the same moment came before the decision or after it.
  const wasDown = (at: number): boolean =>
    newestBefore(at) === 'down' || events.some((event) => event.receivedAt === at && event.kind === 'down');

  // Stays open: while the functions do not hear from an environment, or a provider lets a message wait, what was decided
  // is true of the moment when it was decided, and of what had been accepted by then.
  for (const { what, decidedAt } of lines)
    if (what === 'still-down')
      findings.judge(
        'no reminder of what is not down',
        wasDown(decidedAt),
        said(`a reminder after "${newestBefore(decidedAt)}"`),
      );

  const last = events.at(-1);
  if (kinds.includes('fall')) {
    judgeFalls(about, lines, events);
    judgeUnstable(about, lines);
  }
  // Stays open: a monitor that is paused, or in maintenance, while it is down is forgotten, and so is its return.
  if (last === undefined || last.kind === 'stopped' || wasStopped(events)) return;
  if (last.kind === 'down' && kinds.includes('fall'))
    findings.judge('who is down is known', lines.at(-1)?.isDown === true, said('an unknown fall'));
  if (last.kind === 'up' && kinds.includes('return') && kinds.includes('fall'))
    findings.judge('who is back is known', lines.at(-1)?.isDown !== true, said('an unknown return'));
  const isLong = last.receivedAt < world.now() - reminderHours * HOUR_MS - QUIET_MS - STEP_MS;
  if (last.kind === 'down' && kinds.includes('fall') && reminderHours > 0 && isLong) {
    const lastAt = lines.at(-1)?.decidedAt ?? 0;
    const isFresh = lastAt >= world.now() - reminderHours * HOUR_MS - QUIET_MS - STEP_MS;
    findings.judge('what stays down is reminded of', isFresh, said('no reminder'));
  }
}

/** True when the newest fall came, or may have been told, before the monitor was stopped: its return is not told. */
function wasStopped(events: readonly Accepted[]): boolean {
  const fall = events.findLastIndex(({ kind }) => kind === 'down');
  const stop = events.findLastIndex(({ kind }) => kind === 'stopped');
  return stop > fall && fall !== -1;
}

function judgeFalls(
  { listener, findings, name }: About,
  lines: readonly Line[],
  events: readonly Accepted[],
): void {
  const { address, sinceAt } = listener;
  const spans = unstableSpans(lines, sinceAt);
  const falls = events.filter(({ kind }) => kind === 'down');
  const mayBeUntold = falls.filter((fall) => {
    const isInside = spans.some(([from, to]) => fall.receivedAt >= from && fall.receivedAt <= to);
    // Stays open: a fall that is followed by a stop before it was told is not told.
    const next = events[events.indexOf(fall) + 1];
    return isInside || next?.kind === 'stopped';
  });
  const told = lines.reduce((sum, each) => sum + each.falls, 0);
  const least = falls.length - mayBeUntold.length;
  findings.judge(
    'each fall is told once',
    told >= least && told <= falls.length,
    () =>
      `${address}: ${name} fell ${falls.length} times (${mayBeUntold.length} uncounted), ${told} were told`,
  );
}

/** What is said of an unstable monitor, and whether it may be called so. */
function judgeUnstable({ listener, findings, name, all }: About, lines: readonly Line[]): void {
  const said = (what: What) => () => `${listener.address}: ${what} of ${name}`;
  for (const { what, decidedAt, isDown } of lines) {
    if (what !== 'unstable' && what !== 'still-unstable' && what !== 'stable') continue;
    const before = all.filter(({ receivedAt }) => receivedAt <= decidedAt);
    // Stays open: what was forgotten with a stop is taken for up.
    if (!wasStopped(before))
      findings.judge(
        'the state of an unstable monitor is true',
        (before.at(-1)?.kind === 'down') === isDown,
        said(what),
      );
    const lately = before.filter(
      ({ kind, receivedAt }) => kind !== 'stopped' && receivedAt > decidedAt - HOUR_MS,
    );
    if (what === 'unstable')
      findings.judge('unstable only after many changes', lately.length > CHANGES_MAX, said(what));
  }
}

/**
 * From the last word about a monitor before it was called unstable until it was called stable, or, after it was stopped
 * meanwhile, until the next other word: falls in there are counted in those words, if at all.
 */
function unstableSpans(lines: readonly Line[], sinceAt: number): (readonly [number, number])[] {
  return lines.flatMap((line, at) => {
    if (line.what !== 'unstable') return [];
    const from = lines[at - 1]?.decidedAt ?? sinceAt;
    const end = lines.slice(at + 1).find(({ what }) => what !== 'still-unstable');
    return [[from, end?.decidedAt ?? Number.POSITIVE_INFINITY] as const];
  });
}

/** What the instance recorded, and what the functions got of it. */
function ofEnvironment(world: World, { orderId, instance }: World['environments'][number]) {
  const recorded = instance
    .importantBeats()
    .filter(({ isFirst, status }) => !isFirst && (status === DOWN || status === UP))
    .map(({ monitor, status }) => `${status === DOWN ? 'down' : 'up'} ${monitor}`);
  const got = world
    .events(orderId)
    .filter(({ kind }) => kind !== 'stopped')
    .map(({ kind, monitor }) => `${kind} ${monitor}`);
  return { recorded, got };
}
