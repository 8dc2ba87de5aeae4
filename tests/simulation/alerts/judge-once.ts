/** R1, second part: nothing vanishes, nothing comes twice, and exactly those are told who are on. */
import {
  type About,
  type Case,
  clock,
  type Findings,
  type Handed,
  HOUR_MS,
  isSince,
  isWritten,
  MINUTE_MS,
  runsOf,
  type Told,
} from './findings.ts';
import {
  isSettledFor,
  isShareSpent,
  isToldLost,
  isUnderWindow,
  isUnstable,
  SETTLED_MS,
  UNSTABLE_MS,
} from './judge-told.ts';
import { chosen, hearing, isQuiet, isTo, type Listener, onSince, wants, zoneAt } from './listeners.ts';
import { silencesOf, timelineOf } from './model.ts';
import { type Run, stretchAt } from './replay.ts';

/** R1.4: each fall that was wanted is told by itself or in a count. */
export function nothingVanishes(about: About): void {
  const { given, listener, findings, monitor, told, timeline } = about;
  if (!wants(listener, 'fall')) return;
  const last = given.model.checkpoints.at(-1)?.at;
  if (last === undefined || !isSettledFor(about, last, false)) return;
  for (const run of timeline.runs) {
    if (run.isUncertain || run.downAt > last - SETTLED_MS) continue;
    const since = onSince(listener, run.downAt);
    if (since === null || onSince(listener, last) !== since) continue;
    if (isUnderWindow(about, run.downAt, (run.heardAt ?? run.downAt) + 2 * MINUTE_MS)) continue;
    findings.judge(
      'R1.4 nothing vanishes',
      told.some((line) => covers(about, line, run)),
      () =>
        `${listener.address}: ${monitor.name} was down from ${clock(run.since)} to ${run.until === null ? 'now' : clock(run.until)}, and no line says so`,
    );
  }
  for (const line of told) if (line.what === 'counted' || line.what === 'stable') judgeCount(about, line);
}

function covers(about: About, line: Told, run: Run): boolean {
  const { handedAt, since, at, what } = line;
  const zone = zoneAt(about.listener, handedAt);
  if (handedAt < run.downAt) return false;
  if (what === 'counted') return isWithin(about, line, run);
  // Counts what changed within the hour before; what follows is counted once it is stable.
  if (isUnstable(line)) return run.downAt > handedAt - UNSTABLE_MS && run.downAt <= handedAt;
  if (what === 'stable') return isWhileUnstable(about, line, run);
  if (since !== null) return isSince(line, run, zone);
  return what === 'returned' && run.until !== null && isWritten(at, run.until, zone, handedAt);
}

/** Whether a run lies between the word that a monitor is unstable and the one that it is not any more. */
function isWhileUnstable({ told }: About, line: Told, run: Run, beforeMs = 0): boolean {
  const before = told.findLast((each) => isUnstable(each) && each.handedAt < line.handedAt);
  return before !== undefined && run.downAt > before.handedAt - beforeMs && run.downAt <= line.handedAt;
}

/** Whether a run lies in the time that a count names. */
function isWithin({ listener, timeline }: About, { since, at, handedAt }: Told, run: Run): boolean {
  const zone = zoneAt(listener, handedAt);
  const first = timeline.runs.findIndex((each) =>
    each.sinces.some((moment) => isWritten(since, moment, zone, handedAt)),
  );
  const last = timeline.runs.findLastIndex(
    (each) => each.until !== null && each.downAt <= handedAt && isWritten(at, each.until, zone, handedAt),
  );
  const own = timeline.runs.indexOf(run);
  return first !== -1 && last !== -1 && own >= first && own <= last;
}

/** The number of a count is that of the falls in its time which were not told by themselves. */
function judgeCount(about: About, line: Told): void {
  const { listener, findings, monitor, told, timeline } = about;
  // What was called unstable took in what was not told by then: with it, it is counted at the end.
  const inside = timeline.runs.filter((run) =>
    line.what === 'stable' ? isWhileUnstable(about, line, run, HOUR_MS) : isWithin(about, line, run),
  );
  const alone = inside.filter((run) =>
    told.some(
      (each) => each !== line && each.what !== 'counted' && each.since !== null && covers(about, each, run),
    ),
  );
  const times = line.times ?? 0;
  const least = inside.filter(
    (run) =>
      !run.isUncertain &&
      !alone.includes(run) &&
      (line.what === 'counted' || isWhileUnstable(about, line, run)),
  ).length;
  findings.judge(
    'R1.4 counts are whole',
    line.isAtLeast ? times <= inside.length : times >= least && times <= inside.length,
    () =>
      `${listener.address}: "${line.text}" of ${monitor.name}; it fell ${least} to ${inside.length} times`,
  );
}

/** R1.5: no line comes twice, unless the answer to that very message was lost. */
export function nothingIsToldTwice(about: About): void {
  const { listener, findings, monitor, told } = about;
  const seen: { readonly key: string; readonly line: Told }[] = [];
  for (const line of told) {
    const key = keyOf(about, line);
    if (key === null) continue;
    const before = seen.find((each) => each.key === key)?.line;
    if (before === undefined) {
      seen.push({ key, line });
      findings.judge('R1.5 once', true, () => '');
      continue;
    }
    findings.judge(
      'R1.5 once',
      mayRepeat(about, before, line),
      () =>
        `${listener.address}: "${line.text}" of ${monitor.name} at ${clock(line.handedAt)} was told at ${clock(before.handedAt)}`,
    );
  }
}

function keyOf(about: About, line: Told): string | null {
  const kind = {
    fell: 'down',
    'first-failed': 'down',
    'no-sign': 'down',
    returned: 'up',
    brief: 'brief',
    left: 'left',
  };
  const what = Object.entries(kind).find(([name]) => name === line.what)?.[1];
  const run = runsOf(about, line).at(-1);
  return what === undefined || run === undefined ? null : `${what} ${run.downAt}`;
}

function mayRepeat(about: About, before: Told, line: Told): boolean {
  const { given, listener } = about;
  if (before.message.isAnswerLost || !before.message.isAccepted) return true;
  // It was off between, and is told anew what is down.
  if (onSince(listener, before.handedAt) !== onSince(listener, line.handedAt)) return true;
  if (runsOf(about, line).at(-1)?.isUncertain) return true;
  return isToldLost(given, before.handedAt, line.handedAt);
}

/** R1.3: those are off who left or whose provider says so, and nobody else; told from what arrives, not from a table. */
export function whoIsOn(
  given: Case,
  listener: Listener,
  findings: Findings,
  probes: readonly number[],
): void {
  const { address, on } = listener;
  // A mail about the environment itself is no alert, and goes to the account all the same.
  const alerts = given.handed.filter(({ lines }) => lines.length > 0);
  const received = alerts.filter(({ to }) => isTo(listener, to));
  for (const each of listener.former) {
    const after = alerts.find(({ to, at }) => to === each.address && at > each.until);
    findings.judge(
      'R1.3 nothing to a former address',
      after === undefined,
      () => `${each.address}: ${after?.text.split('\n')[0]}`,
    );
  }
  for (const [index, { until }] of on.entries()) {
    const next = on[index + 1]?.from ?? Number.POSITIVE_INFINITY;
    const after = until === null ? undefined : received.find(({ at }) => at > until && at < next);
    findings.judge(
      'R1.3 nothing after leaving',
      after === undefined,
      () => `${address}: ${after?.text.split('\n')[0]}`,
    );
  }
  if (given.unsure.has(address)) return;
  const probe = probes.at(-1);
  const last = given.model.checkpoints.at(-1)?.at ?? 0;
  const isEnded = given.ended.has(address);
  if (probe === undefined) return;
  const got = received.find(({ at }) => at >= probe);
  if (isEnded) {
    findings.judge(
      'R1.3 who is gone is off',
      got === undefined,
      () => `${address}: ${got?.text.split('\n')[0]}`,
    );
    return;
  }
  // A fall of all monitors at the end of everything.
  const rests =
    isQuiet(chosen(listener, last).quiet, last) || isShareSpent(given, listener.environment, last);
  const isFallHeard = given.model.monitors.some((monitor) => {
    if (monitor.environment !== listener.environment) return false;
    const since = onSince(hearing(listener, monitor.name, given), last);
    return since !== null && since <= probe && stretchAt(timelineOf(monitor), last).state === 'down';
  });
  if (!isFallHeard || !wants(listener, 'fall') || rests) return;
  findings.judge(
    'R1.3 who is on is told',
    got !== undefined,
    () => `${address} got nothing since ${clock(probe)}`,
  );
}

/** An environment that says nothing for so long is silent; near to it, either is right. */
const SILENT_MS = 30 * MINUTE_MS;
const NEARLY_MS = 3 * MINUTE_MS;
/** At least so often an environment says something. */
const NEWS_MS = 10 * MINUTE_MS;

/** R1.7: the owner of an environment that is silent is told so once, and once when it is over; of nothing else. */
export function silenceIsTold(
  given: Case,
  findings: Findings,
  isAboutSilence: (text: string) => 'begins' | 'ends' | null,
): void {
  const { model, handed, listeners } = given;
  /** When everything that was written by then has arrived, whatever its provider did. */
  const settledAfter = (at: number): number =>
    model.checkpoints.find((each) => each.at >= at + SETTLED_MS)?.at ?? Number.POSITIVE_INFINITY;
  for (const environment of model.heard.keys()) {
    const own = listeners.filter((each) => each.environment === environment && each.isOwner);
    const mails = handed.filter(
      ({ to, text }) => own.some((one) => isTo(one, to)) && isAboutSilence(text) !== null,
    );
    const silences = silencesOf(model, environment).filter(
      ({ from, until }) => (until ?? model.checkpoints.at(-1)?.at ?? 0) - from > SILENT_MS - NEARLY_MS,
    );
    for (const [index, { from, until }] of silences.entries()) {
      const next = silences[index + 1]?.from ?? Number.POSITIVE_INFINITY;
      const said = (which: 'begins' | 'ends', after: number) =>
        mails.filter(
          ({ at, text }) =>
            at >= after &&
            at < Math.min(next, settledAfter(until ?? after)) &&
            isAboutSilence(text) === which,
        );
      const end = until ?? model.checkpoints.at(-1)?.at ?? 0;
      // What was told, or that it was, may have been lost with the functions' database.
      const isLost = model.turnedBack.some(({ at, copyAt }) => at >= from && copyAt <= settledAfter(end));
      if (end - from < SILENT_MS + NEARLY_MS || isLost || settledAfter(end) === Number.POSITIVE_INFINITY)
        continue;
      const begins = said('begins', from + SILENT_MS);
      findings.judge(
        'R1.7 silence is told',
        isOnce(begins),
        () => `environment ${environment} is silent since ${clock(from)}, told ${begins.length} times`,
      );
      if (until === null) continue;
      const ends = said('ends', until);
      findings.judge(
        'R1.7 the end of silence is told',
        isOnce(ends),
        () => `environment ${environment} is back since ${clock(until)}, told ${ends.length} times`,
      );
    }
    for (const { to, at, text } of mails) {
      // Turned back again while everybody was awaited: the job cannot know it.
      if (model.turnedBack.filter((each) => each.at <= at && each.at > at - SILENT_MS).length > 1) continue;
      const begunAt = mails.findLast((each) => each.at <= at && isAboutSilence(each.text) === 'begins')?.at;
      if (begunAt !== undefined && isNewsLost(model, environment, begunAt)) continue;
      findings.judge(
        'R1.7 only silence is told',
        silences.some(
          ({ from, until }) => at >= from + SILENT_MS - NEARLY_MS && at <= settledAfter(until ?? at),
        ),
        () => `${to} at ${clock(at)}: "${text.split('\n')[0]}", and environment ${environment} was heard`,
      );
    }
  }
}

/**
 * An environment was heard, that was lost with the functions' database, and it could not say so again in its time for
 * news: nobody can know it.
 */
const isNewsLost = ({ heard, turnedBack }: Case['model'], environment: number, by: number): boolean =>
  turnedBack.some(({ at, copyAt }) => {
    const isHeardIn = (from: number, until: number): boolean =>
      heard[environment]?.some((each) => each > from && each <= until) === true;
    return at <= by - NEWS_MS && isHeardIn(copyAt, at) && !isHeardIn(at, by);
  });

/** Accepted once; or refused for ever, which is the world's doing. */
function isOnce(mails: readonly Handed[]): boolean {
  const accepted = mails.filter(({ isAccepted }) => isAccepted).length;
  return accepted === 1 || (accepted === 0 && mails.length > 0);
}
