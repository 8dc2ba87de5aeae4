/** R2: what is handed over is true then, or carries its times (product.md, "The platform's alerts"). */
import {
  type About,
  clock,
  type Findings,
  type Handed,
  HOUR_MS,
  isWritten,
  MINUTE_MS,
  NOW_MS,
  runsOf,
  SECOND_MS,
  type Told,
} from './findings.ts';
import { isStillHeard, lately } from './judge-told.ts';
import { readingOf } from './lines.ts';
import { type Listener, onSince, zoneAt } from './listeners.ts';
import type { Absence } from './model.ts';
import type { Run } from './replay.ts';

const LATE_MS = 10 * MINUTE_MS;
const UNSTABLE_CHANGES = 6;

const said = ({ listener, monitor }: About, line: Told, why: string): string =>
  `${listener.address} at ${clock(line.handedAt)}: "${line.text}" of ${monitor.name}; ${why}`;

const describe = ({ timeline }: About, at: number): string =>
  timeline.runs
    .filter(({ downAt }) => downAt <= at)
    .slice(-3)
    .map(({ since, until }) => `down from ${clock(since)} to ${until === null ? '-' : clock(until)}`)
    .join('; ');

/** R2.1: "está", "continua", "agora está" hold at the hand-over, or did some seconds before. */
export function thePresentIsTrue(about: About, line: Told): void {
  const { findings, timeline } = about;
  const { what, leaves, handedAt } = line;
  const claimsUp = leaves === 'up' && (what === 'stable' || what === 'unstable');
  if (leaves === 'down') {
    const runs =
      line.since === null ? timeline.runs.filter(({ downAt }) => downAt <= handedAt) : runsOf(about, line);
    findings.judge(
      'R2.1 what is down',
      runs.some((run) => isStillHeard(run, handedAt)) || isUnheardSign(about, line),
      () => said(about, line, describe(about, handedAt)),
    );
  } else if (claimsUp)
    findings.judge(
      'R2.1 what is up',
      lately(about, handedAt, NOW_MS).some(({ state, run }) => state !== 'down' || isUnheard(run, handedAt)),
      () => said(about, line, describe(about, handedAt)),
    );
}

/** "Não deu sinal desde …", with the time in which nobody could take one: true, whatever the job did. */
function isUnheardSign({ timeline, listener }: About, { what, text, since, handedAt }: Told): boolean {
  // A sign that was lost with its volume was given, and nobody can know it.
  const last = timeline.checks.findLast(
    ({ status, storedAt, lostAt = Number.POSITIVE_INFINITY }) =>
      status === 'up' && storedAt <= handedAt && lostAt > handedAt,
  );
  return (
    what === 'no-sign' &&
    /[Ff]icamos sem/.test(text) &&
    last !== undefined &&
    isWritten(since, last.at, zoneAt(listener, handedAt), handedAt)
  );
}

const isUnheard = (run: Run | null, at: number): boolean =>
  run !== null && (run.heardAt === null || run.heardAt >= at - NOW_MS);

/** R2.2: what is over carries its times, and its length only where nobody looked away. */
export function thePastHasItsTimes(about: About, line: Told): void {
  const { findings } = about;
  const { what, leaves } = line;
  if (leaves === 'down' && line.since !== null)
    findings.judge('R2.2 since', runsOf(about, line).length > 0 || isUnheardSign(about, line), () =>
      said(about, line, describe(about, line.handedAt)),
    );
  if (what === 'returned') judgeReturn(about, line);
  if (what === 'brief') judgeBrief(about, line);
  if (what === 'left') judgeLeft(about, line);
  if (what === 'first-failed')
    findings.judge(
      'R2.2 first',
      runsOf(about, line).some(({ isFirst }) => isFirst),
      () => said(about, line, 'not the first'),
    );
}

function judgeReturn(about: About, line: Told): void {
  const { findings, timeline, listener } = about;
  const { handedAt, at, gap } = line;
  const runs = timeline.runs.filter(({ until, endedBy }) => until !== null && endedBy === 'up');
  const [run] = runs
    .filter(({ until }) => isWritten(at, until ?? 0, zoneAt(listener, handedAt), handedAt))
    .slice(-1);
  // What was lost or looked away from is seen later than it was; a monitor that left returns with its first check.
  const isSeenLater =
    gap !== null &&
    timeline.checks.some(
      (each) => each.status === 'up' && isWritten(at, each.at, zoneAt(listener, handedAt), handedAt),
    );
  const isVague = runs.some(({ isUncertain, downAt }) => isUncertain && downAt <= handedAt);
  findings.judge('R2.2 when it returned', run !== undefined || isSeenLater || isVague, () =>
    said(about, line, describe(about, handedAt)),
  );
  if (run === undefined || run.isUncertain) return;
  if (line.lasted !== null) {
    findings.judge('R2.2 how long', isLength(line.lasted, lengthsOf(run)), () =>
      said(about, line, describe(about, handedAt)),
    );
    const isBroken = [...run.gaps].length > 0;
    findings.judge('R2.2 no length over a gap', !isBroken, () =>
      said(about, line, `${[...run.gaps].join(', ')} lies between`),
    );
  }
  if (gap !== null)
    findings.judge('R2.2 the gap is true', run.gaps.has(gap) || run.maybeGaps.has(gap), () =>
      said(about, line, describe(about, handedAt)),
    );
}

const lengthsOf = (run: Run): number[] =>
  run.until === null ? [] : run.sinces.map((since) => (run.until ?? 0) - since);

function judgeBrief(about: About, line: Told): void {
  const { findings, listener } = about;
  const runs = runsOf(about, line).filter(
    ({ until, isUncertain }) =>
      isUncertain ||
      (until !== null && isWritten(line.at, until, zoneAt(listener, line.handedAt), line.handedAt)),
  );
  findings.judge('R2.2 from and until', runs.length > 0, () =>
    said(about, line, describe(about, line.handedAt)),
  );
  const { lasted } = line;
  if (lasted !== null && runs.length > 0)
    findings.judge(
      'R2.2 how long',
      runs.some((run) => run.isUncertain || isLength(lasted, lengthsOf(run))),
      () => said(about, line, describe(about, line.handedAt)),
    );
}

/** It is told when it was noticed: at the next look, or up to a minute later. */
function judgeLeft(about: About, line: Told): void {
  const { findings, timeline, listener } = about;
  const { at, handedAt } = line;
  const zone = zoneAt(listener, handedAt);
  const isSo = timeline.leavings.some((each) => {
    if (each.at > handedAt) return false;
    const last = Math.min((each.noticedAt ?? handedAt) + 2 * MINUTE_MS, handedAt);
    for (let moment = each.at; moment < last; moment += MINUTE_MS / 2)
      if (at === null || isWritten(at, moment, zone, handedAt)) return true;
    return at === null || isWritten(at, last, zone, handedAt);
  });
  findings.judge('R2.2 when it left', isSo, () =>
    said(about, line, timeline.leavings.map((each) => clock(each.at)).join(', ')),
  );
}

/** "7 min", "2 h 5 min", "3 dias", "40 s": a length as it is said; `null` for what is none. */
export function lengthOf(text: string): { readonly ms: number; readonly within: number } | null {
  const [, days] = /^(\d+) dias?$/.exec(text) ?? [];
  if (days !== undefined) return { ms: (Number(days) + 0.5) * 24 * HOUR_MS, within: 14 * HOUR_MS };
  const [whole, hours, minutes, seconds] = /^(?:(\d+) h)?(?: ?(\d+) min)?(?: ?(\d+) s)?$/.exec(text) ?? [];
  if (whole === undefined || whole === '') return null;
  const ms =
    Number(hours ?? 0) * HOUR_MS + Number(minutes ?? 0) * MINUTE_MS + Number(seconds ?? 0) * SECOND_MS;
  return { ms, within: seconds === undefined ? MINUTE_MS : 2 * SECOND_MS };
}

const isLength = (text: string, lengths: readonly number[]): boolean => {
  const read = lengthOf(text);
  return read !== null && lengths.some((each) => Math.abs(each - read.ms) <= read.within);
};

/** R2.3: what is old when it arrives says so. */
export function theLateSaySo(about: About, line: Told): void {
  const { findings, listener } = about;
  const { handedAt, what, isLate } = line;
  const run = runsOf(about, line).at(-1);
  if (run === undefined || run.isUncertain) return;
  const isFall = what === 'fell' || what === 'first-failed' || what === 'no-sign';
  const since = onSince(listener, handedAt) ?? 0;
  // Who came later, or hears of what entered later, is told late of nothing.
  if (isFall && (since > run.downAt - MINUTE_MS || run.isEntered)) return;
  const fact = isFall ? run.downAt : what === 'returned' || what === 'brief' ? run.untilKnown : null;
  if (fact === null) return;
  if (handedAt - fact > LATE_MS + MINUTE_MS)
    findings.judge('R2.3 the late say so', isLate, () => said(about, line, `known since ${clock(fact)}`));
  // Whoever says that nobody looked is judged by that.
  else if (!/[Ff]icamos sem/.test(line.text) && handedAt - firstFact(line, run, fact) < LATE_MS - MINUTE_MS)
    findings.judge('R2.3 only the late say so', !isLate, () =>
      said(about, line, `known since ${clock(fact)}`),
    );
}

/** The oldest thing that a line tells. */
function firstFact({ what }: Told, { since, downAt, until }: Run, fact: number): number {
  if (what === 'returned') return until ?? fact;
  return what === 'brief' ? downAt : since;
}

/** R2.3: "ficamos sem olhar" names a time in which nobody looked. */
export function nobodyLookedThen(about: About, line: Told): void {
  const [, from, until] =
    /[Ff]icamos sem (?:olhar|receber) de (\S+(?: de \d\d\/\d\d)?) a (\S+?(?: de \d\d\/\d\d)?)\./.exec(
      line.text,
    ) ?? [];
  if (from === undefined || until === undefined) return;
  const zone = zoneAt(about.listener, line.handedAt);
  const { happenings, isPush, environment } = about.monitor;
  const checks = about.timeline.checks.map(({ storedAt }) => storedAt);
  // The instance did not check, its companion did not look, or a copy took the place of what was seen.
  const times: readonly Absence[] = [
    ...checks.map((at, index) => ({ from: at, until: checks[index + 1] ?? line.handedAt })),
    ...(about.given.model.unlooked[environment] ?? []),
    ...happenings.flatMap((each) =>
      each.what === 'forgotten' && each.copyAt !== undefined ? [{ from: each.copyAt, until: each.at }] : [],
    ),
  ];
  const isNear = (reading: string, at: number): boolean =>
    [-1, 0, 1, 2].some((off) => isWritten(readingOf(reading), at + off * MINUTE_MS, zone, line.handedAt));
  const isSo = isPush || times.some((each) => each.until - each.from > LATE_MS && isNear(from, each.from));
  about.findings.judge('R2.3 nobody looked then', isSo, () => said(about, line, 'it was checked'));
}

/** R2.4: numbers are those of the hand-over. */
export function numbersAreRight(about: About, line: Told): void {
  const { findings, timeline } = about;
  const { handedAt, what, lasted, times } = line;
  if (what === 'still-down' && lasted !== null) {
    const lengths = runsOf(about, line).flatMap(({ sinces }) => sinces.map((since) => handedAt - since));
    findings.judge('R2.4 how long by now', isLength(lasted, lengths), () =>
      said(about, line, describe(about, handedAt)),
    );
  }
  if (what !== 'unstable') return;
  const { least, most } = changesBetween(timeline.runs, handedAt);
  findings.judge(
    'R2.4 how often it changed',
    times !== null && (line.isAtLeast || times >= least) && times <= most,
    () => said(about, line, `it changed ${least} to ${most} times`),
  );
  findings.judge('R2.4 unstable only after many changes', most > UNSTABLE_CHANGES, () =>
    said(about, line, `it changed ${most} times`),
  );
}

/** Changes within the hour, by the times of the checks; what nobody could know yet may be in it or not. */
function changesBetween(runs: readonly Run[], at: number): { least: number; most: number } {
  let [least, most] = [0, 0];
  const count = (moments: readonly number[], heardAt: number | null, isUncertain: boolean): void => {
    if (moments.some((each) => each > at - HOUR_MS - MINUTE_MS && each <= at)) most += 1;
    const isKnown = heardAt !== null && heardAt < at - MINUTE_MS && !isUncertain;
    if (isKnown && moments.every((each) => each > at - HOUR_MS + MINUTE_MS && each <= at)) least += 1;
  };
  for (const run of runs) {
    count([run.since, run.downAt], run.heardAt, run.isUncertain);
    if (run.until !== null && run.untilKnown !== null)
      count([run.until, run.untilKnown], run.endHeardAt, run.isUncertain);
  }
  return { least, most };
}

const SUBJECT = /^(?:Fora do ar: |(\d+) (?:monitores|monitor) fora do ar)/;

/** R2.4 of the subject: as many are down as it says. */
export function subjectsCount(listener: Listener, message: Handed, findings: Findings): void {
  const [subject = ''] = message.text.split('\n');
  const found = SUBJECT.exec(subject);
  if (found === null) return;
  const names = new Set(
    message.lines.filter(({ leaves }) => leaves === 'down').map(({ monitor }) => monitor),
  );
  // Beyond twenty they are counted only.
  const more = Number(/E mais (\d+)/.exec(message.text)?.[1] ?? 0);
  const number = Number(found[1] ?? 1);
  findings.judge(
    'R2.4 as many as the subject says',
    number <= names.size + more && (more > 0 || number >= 1),
    () => `${listener.address}: "${subject}" with ${names.size} that are down`,
  );
}

/** R2.5: what is said to have been seen from elsewhere was seen so. */
export function otherNetworksLooked(
  about: About,
  line: Told,
  looked: (monitor: string, from: number, until: number) => readonly string[],
): void {
  const claims = /de outra rede|de duas redes/.exec(line.text);
  if (claims === null) return;
  const run = runsOf(about, line).at(-1);
  const answers = run === undefined ? [] : looked(about.monitor.name, run.since, line.handedAt);
  const isFailure = /não respondeu/.test(line.text);
  about.findings.judge(
    'R2.5 other networks',
    answers.some((answer) => (answer === 'failed') === isFailure),
    () => said(about, line, `they got: ${answers.join(', ') || 'nothing'}`),
  );
}
