/** R1 and R2 of what comes: certificates and domains that expire, and windows that begin soon. */
import {
  type Case,
  clock,
  DAY_MS,
  type Findings,
  HOUR_MS,
  isRead,
  MINUTE_MS,
  mayComeAgain,
  type ToldNotice,
} from './findings.ts';
import { isShareSpent, SETTLED_MS } from './judge-told.ts';
import { lengthOf } from './judge-true.ts';
import { isCalm, NOTICED_MS, windowsAreRight } from './judge-windows.ts';
import { noticesOf } from './lines.ts';
import { hearing, isTo, type Listener, onSince, wants, zoneAt } from './listeners.ts';
import { type Expiry, type SiteMonitor, timelineOf } from './model.ts';
import { stretchesIn } from './replay.ts';

/** So long around a warning nothing may have disturbed that it is told. */
const UNDISTURBED_MS = 15 * MINUTE_MS;
/** A registry is asked once a day, and so much later at most. */
const ASKED_MS = DAY_MS + HOUR_MS + UNDISTURBED_MS;

/** Judges what one listener was told of what comes. */
export function noticesAreRight(given: Case, listener: Listener, findings: Findings): void {
  const told = given.handed.flatMap((message): ToldNotice[] =>
    isTo(listener, message.to) ? noticesOf(message.text).map((notice) => ({ notice, message })) : [],
  );
  for (const each of told)
    if (each.message.isAccepted && each.notice.what === 'soon') beginsSoon(given, listener, each, findings);
  windowsAreRight(given, listener, told, findings);
  for (const monitor of given.model.monitors)
    if (monitor.environment === listener.environment)
      for (const kind of ['certificate', 'domain'] as const)
        expires({ given, listener, findings, told, monitor, kind });
}

/** R2.1 and R2.4: a window that is said to begin soon has not begun, and begins in so long. */
function beginsSoon(
  given: Case,
  listener: Listener,
  { notice, message }: ToldNotice,
  findings: Findings,
): void {
  if (notice.what !== 'soon') return;
  const { at } = message;
  const planned = given.model.planned.find(
    ({ environment, title }) => environment === listener.environment && title === notice.title,
  );
  const calledOffAt = planned?.calledOffAt ?? at;
  // While the word waits at its provider nobody can know.
  if (calledOffAt < at && isCalm(given, calledOffAt, at))
    findings.judge(
      'R2.1 nothing of what was called off',
      at <= calledOffAt + NOTICED_MS,
      () => `${listener.address} at ${clock(at)}: "${notice.title}", called off`,
    );
  const said = () =>
    `${listener.address} at ${clock(at)}: "${notice.title}" in ${notice.lasts}; it begins ${clock(planned?.from ?? 0)}`;
  findings.judge('R2.1 what begins soon', planned !== undefined && at < planned.from, said);
  const length = lengthOf(notice.lasts);
  findings.judge(
    'R2.4 in how long',
    planned !== undefined &&
      length !== null &&
      Math.abs(planned.from - at - length.ms) <= length.within &&
      isRead(notice.from, planned.from, zoneAt(listener, at), at),
    said,
  );
}

interface Expiring {
  readonly given: Case;
  readonly listener: Listener;
  readonly findings: Findings;
  readonly told: readonly ToldNotice[];
  readonly monitor: SiteMonitor;
  readonly kind: Expiry['kind'];
}

/** Each warning of each end is told once, and nothing else is. */
function expires({ given, listener, findings, told, monitor, kind }: Expiring): void {
  const { model } = given;
  const warnings = model.expiries.filter((each) => each.monitor === monitor.name && each.kind === kind);
  const own = told.flatMap(({ notice, message }) =>
    notice.what === kind && notice.monitor === monitor.name ? [{ day: notice.day, message }] : [],
  );
  for (const day of new Set([...warnings, ...own].map((each) => each.day))) {
    const due = warnings.filter((each) => each.day === day);
    const lines = own.filter((each) => each.day === day);
    const said = () =>
      `${listener.address}: the ${kind} of ${monitor.name} until ${day} at ${lines.map(({ message }) => clock(message.at)).join(', ') || '-'}, due ${due.map(({ at }) => clock(at)).join(', ') || '-'}`;
    for (const { message } of lines)
      findings.judge(
        'R2.1 what expires',
        due.some(
          ({ at, renewedAt }) => at <= message.at && message.at <= (renewedAt ?? message.at) + ASKED_MS,
        ),
        said,
      );
    const again = lines.filter(({ message }) => mayComeAgain(given, message)).length;
    if (lines.length > 0) findings.judge('R1.5 each warning once', lines.length - again <= due.length, said);
    const sure = due.filter(
      ({ at, renewedAt }) =>
        at + UNDISTURBED_MS <= (renewedAt ?? Number.POSITIVE_INFINITY) &&
        isSurelyTold(given, hearing(listener, monitor.name, given), monitor, at),
    );
    const [first] = sure;
    if (first === undefined) continue;
    // What was said before the first of them was of an earlier one.
    const after = lines.filter(({ message }) => message.at >= first.at);
    findings.judge('R1.4 each warning is told', after.length >= sure.length, said);
  }
}

function isSurelyTold(given: Case, listener: Listener, monitor: SiteMonitor, at: number): boolean {
  const { model } = given;
  const last = model.checkpoints.at(-1)?.at ?? 0;
  const since = onSince(listener, at);
  if (!wants(listener, 'expiry') || since === null || since > at - SETTLED_MS) return false;
  if (onSince(listener, last) !== since || at > last - UNDISTURBED_MS) return false;
  if (isShareSpent(given, listener.environment, last)) return false;
  const heardAt = model.heard[listener.environment]?.find((each) => each > at + SETTLED_MS) ?? null;
  if (heardAt === null) return false;
  const [from, until] = [at - UNDISTURBED_MS, heardAt + UNDISTURBED_MS];
  const timeline = timelineOf(monitor);
  return (
    stretchesIn(timeline, from, until).every(({ state }) => state === 'up' || state === 'down') &&
    !monitor.happenings.some((each) => each.what === 'forgotten' && each.at >= from && each.at <= until) &&
    !model.turnedBack.some((each) => each.at >= at && each.copyAt <= until)
  );
}
