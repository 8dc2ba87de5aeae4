/**
 * R1: what is true is told, once, and what is not true any more is taken back (product.md, "The platform's alerts"). Each
 * rule is a function of the model of the sites and of what was handed over.
 */
import { messageShare } from '#domain/alerts/shares.ts';
import {
  type About,
  type Case,
  clock,
  DAY_MS,
  HOUR_MS,
  isSince,
  MINUTE_MS,
  runsOf,
  SECOND_MS,
  type Told,
} from './findings.ts';
import { chosen, isForgotten, isQuietIn, isTo, onSince, wallAt, wants, zoneAt } from './listeners.ts';
import { type Run, type Stretch, stretchAt, stretchesIn } from './replay.ts';

/** Once everything answers again, all of this is known after so long; the rehearsal waits longer before it asks. */
export const SETTLED_MS = 5 * MINUTE_MS;
const IN_TIME_MS = 60 * SECOND_MS;
/** A message that goes within 20 s after another one may wait so long. */
const GATHERED_MS = 20 * SECOND_MS;
/** So long a monitor that was called unstable may be left without a further word. */
export const UNSTABLE_MS = HOUR_MS + 2 * MINUTE_MS;
const BRAZIL = 'America/Sao_Paulo';

export const isUnstable = ({ what }: Told): boolean => what === 'unstable';

/** The last line about a monitor by a moment: what the reader believes. */
const viewAt = (told: readonly Told[], at: number): Told | null =>
  told.findLast(({ handedAt }) => handedAt <= at) ?? null;

/** Messages of an environment on the day of a moment, in São Paulo; what its plan allows may be spent. */
export function isShareSpent(
  { model, handed, listeners, plans }: Case,
  environment: number,
  at: number,
): boolean {
  const { day } = wallAt(at, BRAZIL);
  const own = listeners.filter((each) => each.environment === environment);
  // Tests count apart.
  const sent = handed.filter(
    (each) =>
      each.at <= at &&
      !/^Teste dos avisos/.test(each.text) &&
      own.some((one) => isTo(one, each.to)) &&
      wallAt(each.at, BRAZIL).day === day,
  );
  // Some of what counts was never handed over.
  const most = model.planChanges
    .filter((each) => each.environment === environment && wallAt(each.at, BRAZIL).day === day)
    .flatMap((each) => [messageShare(each.plan), messageShare(each.before)]);
  return sent.length >= Math.min(messageShare(plans[environment] ?? 'free'), ...most) * 0.9;
}

/** Whether a recipient must know by a moment what is true at it. */
export function isSettledFor({ given, listener, told }: About, at: number, isFall: boolean): boolean {
  const since = onSince(listener, at);
  if (since === null || since > at - SETTLED_MS) return false;
  if (isQuietIn(listener, at - SETTLED_MS, at, isFall)) return false;
  // A monitor of which nothing was told on a day has a fall and a return beyond the share.
  const usedOfDay = told.filter(({ handedAt }) => handedAt > at - DAY_MS).length;
  return (
    usedOfDay === 0 || ![at, at - SETTLED_MS].some((each) => isShareSpent(given, listener.environment, each))
  );
}

export const isUnderWindow = ({ timeline }: About, from: number, until: number): boolean =>
  timeline.windows.some((each) => each.from <= until && (each.until ?? Number.POSITIVE_INFINITY) >= from);

/** Whether what the reader believes is this run. */
export function knows(about: About, view: Told | null, run: Run): boolean {
  if (view === null || view.leaves !== 'down') return false;
  if (view.since === null) return view.handedAt >= run.downAt;
  return isSince(view, run, zoneAt(about.listener, view.handedAt));
}

const describe = (view: Told | null): string =>
  view === null ? 'nothing' : `"${view.text}" (${clock(view.handedAt)})`;

/** R1.1 and R1.6: who is down is known, also to those who came later. */
export function whoIsDownIsKnown(about: About): void {
  const { given, listener, findings, monitor, told, timeline } = about;
  if (!wants(listener, 'fall')) return;
  for (const { at } of given.model.checkpoints) {
    const { state, run } = stretchAt(timeline, at);
    if (state !== 'down' || run === null || run.downAt > at - SETTLED_MS) continue;
    if (isUnderWindow(about, at - SETTLED_MS, at) || !isSettledFor(about, at, true)) continue;
    const isLater = (onSince(listener, at) ?? 0) > run.downAt || run.isEntered;
    const view = viewAt(told, at);
    findings.judge(isLater ? 'R1.6 newcomers' : 'R1.1 told', knows(about, view, run), () => {
      const since = run.sinces.slice(0, 3).map(clock).join(' or ');
      return `${listener.address} at ${clock(at)} believes of ${monitor.name}: ${describe(view)}; it is down since ${since}`;
    });
  }
}

/** R1.1, second half: in calm a fall is told within the minute. */
export function fallsAreToldInTime(about: About): void {
  const { given, listener, findings, monitor, told, timeline, handed } = about;
  if (!wants(listener, 'fall')) return;
  for (const run of timeline.runs) {
    const { downAt } = run;
    const isCalm = given.model.calms.some(
      ({ from, until }) => run.since >= from && downAt + IN_TIME_MS + GATHERED_MS <= until,
    );
    if (!isCalm || run.isEntered || run.isUncertain || isUnderWindow(about, run.since, downAt + IN_TIME_MS))
      continue;
    const lately = timeline.runs.filter((each) => each.downAt > downAt - HOUR_MS && each.downAt <= downAt);
    if (lately.length > 2 || !isSettledFor(about, downAt, true)) continue;
    if (isQuietIn(listener, downAt, downAt + 2 * MINUTE_MS, true)) continue;
    // Its provider answered this very text with the end of the recipient.
    const over = given.ended.has(listener.address) ? (listener.on.at(-1)?.until ?? null) : null;
    if (over !== null && over >= downAt && over <= downAt + IN_TIME_MS + GATHERED_MS) continue;
    const first = told.find(
      ({ handedAt, leaves, what }) => handedAt >= downAt && (leaves === 'down' || what === 'brief'),
    );
    const isAfterAnother = handed.some(({ at }) => at < (first?.handedAt ?? 0) && at > downAt - GATHERED_MS);
    const within = IN_TIME_MS + (isAfterAnother ? GATHERED_MS : 0);
    findings.judge(
      'R1.1 in time',
      first !== undefined && first.handedAt - downAt <= within,
      () =>
        `${listener.address}: ${monitor.name} is down at ${clock(downAt)}, told ${first === undefined ? 'never' : `${(first.handedAt - downAt) / SECOND_MS} s later`}`,
    );
  }
}

/** R1.2: nobody goes on believing that something is down. */
export function nobodyIsStuck(about: About): void {
  const { given, listener, findings, monitor, told, timeline } = about;
  for (const { at } of given.model.checkpoints) {
    const { state, from, run } = stretchAt(timeline, at);
    // Who had returned before it left is a return, which not everybody wants to hear of.
    const last = timeline.runs.findLast(({ downAt }) => downAt <= at);
    const kind = state === 'outside' && last?.endedBy !== 'up' ? 'fall' : 'return';
    if ((state !== 'up' && state !== 'outside') || !wants(listener, kind) || from > at - SETTLED_MS) continue;
    if (isUnderWindow(about, at - SETTLED_MS, at) || !isSettledFor(about, at, false)) continue;
    const view = viewAt(told, at);
    // It is told from hour to hour.
    if (view !== null && isUnstable(view) && view.handedAt > at - UNSTABLE_MS) continue;
    if (view !== null && isTurnedBack(about, view.handedAt, from)) continue;
    if (view !== null && isForgotten(listener, view.handedAt, at)) continue;
    findings.judge(
      'R1.2 not stuck',
      // Who was told that it left while it was down is told that it is back.
      view?.leaves !== 'down' && !(state === 'up' && view?.what === 'left'),
      () =>
        `${listener.address} at ${clock(at)} believes of ${monitor.name}: ${describe(view)}; it is ${state} since ${clock(from)}${run === null ? '' : ' (?)'}`,
    );
  }
}

/** What was told, and that it is over, was heard and then lost with the functions' database: nobody can know it. */
const isTurnedBack = ({ given, timeline }: About, toldAt: number, overAt: number): boolean =>
  given.model.turnedBack.some(
    ({ at, copyAt }) =>
      toldAt > copyAt &&
      toldAt < at &&
      timeline.runs.some(
        ({ heardAt, endHeardAt, untilKnown }) =>
          untilKnown !== null &&
          untilKnown <= overAt &&
          endHeardAt !== null &&
          endHeardAt < at &&
          (heardAt ?? 0) > copyAt,
      ),
  );

/** R1.2, second half: reminders are of what is down, by a check that is fresh. */
export function remindersAreTrue(about: About): void {
  const { listener, findings, monitor, told, timeline } = about;
  const { interval } = monitor.rhythm;
  for (const line of told) {
    if (line.what !== 'still-down' || !line.message.isAccepted) continue;
    const { handedAt } = line;
    const said = (why: string) => () =>
      `${listener.address} at ${clock(handedAt)}: "${line.text}" of ${monitor.name}; ${why}`;
    const run = runsOf(about, line).at(-1);
    findings.judge(
      'R1.2 reminders of what is down',
      run !== undefined && isStillHeard(run, handedAt),
      said(run === undefined ? 'there is no such fall' : `over since ${clock(run.until ?? 0)}`),
    );
    const newest = timeline.checks.findLast(
      ({ storedAt, status }) => storedAt <= handedAt && status !== 'maintenance',
    );
    const isFresh = newest !== undefined && newest.at >= handedAt - (interval + 120) * SECOND_MS;
    findings.judge(
      'R1.2 reminders by a fresh check',
      monitor.isPush || isFresh,
      said(`checked ${clock(newest?.at ?? 0)}`),
    );
    findings.judge(
      'R1.2 no reminder in maintenance',
      !isUnderWindow(about, handedAt, handedAt),
      said('a window is open'),
    );
  }
}

/** That something was told was lost with the functions' database by another moment. */
export const isToldLost = ({ model }: Case, toldAt: number, by: number): boolean =>
  model.turnedBack.some(({ at, copyAt }) => toldAt > copyAt && toldAt <= at && by >= at);

/** R1.5 of reminders: as often as was chosen, and no more often. */
export function remindersAreRegular({ given, listener, findings, monitor, told, timeline }: About): void {
  if (!wants(listener, 'fall')) return;
  for (const [index, line] of told.entries()) {
    const before = told[index - 1];
    if (line.what !== 'still-down' || before === undefined || before.message.isAnswerLost) continue;
    const { reminderHours } = chosen(listener, line.handedAt);
    const isChanged = chosen(listener, before.handedAt).reminderHours !== reminderHours;
    findings.judge(
      'R1.5 reminders no more often than chosen',
      isChanged ||
        isToldLost(given, before.handedAt, line.handedAt) ||
        (reminderHours > 0 && line.handedAt - before.handedAt >= reminderHours * HOUR_MS - MINUTE_MS),
      () =>
        `${listener.address}: ${monitor.name} at ${clock(before.handedAt)} and ${clock(line.handedAt)}, chosen ${reminderHours} h`,
    );
  }
  for (const { at } of given.model.checkpoints) {
    const { reminderHours } = chosen(listener, at);
    const { state, run } = stretchAt(timeline, at);
    const long = reminderHours * HOUR_MS + 15 * MINUTE_MS;
    if (reminderHours === 0 || state !== 'down' || run === null || run.downAt > at - long) continue;
    const from = at - long;
    const isDisturbed =
      isQuietIn(listener, from, at) ||
      (onSince(listener, at) ?? at) > from ||
      listener.choices.some((each) => each.from > from) ||
      timeline.windows.some((each) => each.until === null || each.until > from) ||
      !given.model.calms.some((each) => each.from <= from + HOUR_MS && each.until >= from);
    // Nobody is reminded of what somebody looks after.
    const isSeen = given.model.seen.some(
      (each) => each.monitor === monitor.name && each.at >= run.since && each.at <= at,
    );
    if (isDisturbed || isSeen || monitor.isPush || isShareSpent(given, listener.environment, at)) continue;
    findings.judge(
      'R1.5 what stays down is reminded of',
      told.some(({ handedAt }) => handedAt > from && handedAt <= at),
      () => `${listener.address} at ${clock(at)}: no word of ${monitor.name} for ${reminderHours} h`,
    );
  }
}

/** Whether a run lasts, or ended so shortly before that nobody could know. */
export function isStillHeard({ untilKnown, endHeardAt }: Run, at: number): boolean {
  if (untilKnown === null || untilKnown >= at - 15 * SECOND_MS) return true;
  return endHeardAt === null || endHeardAt >= at - 15 * SECOND_MS;
}

/** What a monitor is at a moment, and shortly before. */
export const lately = ({ timeline }: About, at: number, withinMs: number): readonly Stretch[] =>
  stretchesIn(timeline, at - withinMs, at);
