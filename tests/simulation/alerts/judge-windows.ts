/** R1 and R2 of planned windows: what is said of their beginning and their end, and of those that were called off. */
import {
  type Case,
  clock,
  type Findings,
  isRead,
  MINUTE_MS,
  mayComeAgain,
  type ToldNotice,
} from './findings.ts';
import { hearing, isQuietIn, type Listener, onSince, wants, zoneAt } from './listeners.ts';
import type { PlannedWindow } from './model.ts';

/** Windows are looked at once a minute, and a message gathers for some seconds. */
export const NOTICED_MS = 2 * MINUTE_MS;
const SETTLED_MS = 5 * MINUTE_MS;

/** Whether nothing disturbed at all. */
export const isCalm = ({ model }: Case, from: number, until: number): boolean =>
  model.calms.some((each) => each.from <= from && each.until >= until);

/** When it truly was over; `null` for one that never began. */
function endOf({ from, until, calledOffAt }: PlannedWindow): number | null {
  if (calledOffAt === null || calledOffAt >= until) return until;
  return calledOffAt > from ? calledOffAt : null;
}

/** With another volume a window is there again, or no more. */
const isOtherVolume = ({ model }: Case, environment: number, until: number): boolean =>
  model.monitors.some(
    (each) =>
      each.environment === environment &&
      each.happenings.some(({ what, at }) => what === 'forgotten' && at <= until),
  );

/** Judges what one listener was told of the beginnings and ends of planned windows. */
export function windowsAreRight(
  given: Case,
  listener: Listener,
  told: readonly ToldNotice[],
  findings: Findings,
): void {
  const { environment } = listener;
  for (const planned of given.model.planned) {
    if (planned.environment !== environment) continue;
    for (const what of ['began', 'over'] as const) {
      const lines = told.filter(({ notice }) => notice.what === what && notice.title === planned.title);
      judgeTurn({ given, listener, findings, planned, what }, lines);
    }
  }
}

interface Turn {
  readonly given: Case;
  readonly listener: Listener;
  readonly findings: Findings;
  readonly planned: PlannedWindow;
  readonly what: 'began' | 'over';
}

function judgeTurn({ given, listener, findings, planned, what }: Turn, lines: readonly ToldNotice[]): void {
  const end = endOf(planned);
  const turnedAt = what === 'over' ? end : end === null ? null : planned.from;
  const said = () =>
    `${listener.address}: "${planned.title}" ${what} ${clock(turnedAt ?? 0)}, told ${lines.map(({ message }) => clock(message.at)).join(', ') || '-'}`;
  for (const { notice, message } of lines) {
    if (!message.isAccepted || isOtherVolume(given, planned.environment, message.at)) continue;
    const { at } = message;
    findings.judge('R2.1 what has begun or is over', turnedAt !== null && turnedAt <= at, said);
    if (turnedAt === null || !('at' in notice)) continue;
    // When somebody called it off is known within a minute.
    const minutes = turnedAt === planned.calledOffAt ? [0, 1] : [0];
    findings.judge(
      'R2.2 when it began or ended',
      minutes.some((each) => isRead(notice.at, turnedAt + each * MINUTE_MS, zoneAt(listener, at), at)),
      said,
    );
  }
  const again = lines.filter(({ message }) => mayComeAgain(given, message)).length;
  if (lines.length > 0) findings.judge('R1.5 each window once', lines.length - again <= 1, said);
  if (turnedAt === null || !isSurelyTold(given, hearing(listener, planned.monitor, given), turnedAt)) return;
  findings.judge('R1.4 each window is told', lines.length > 0, said);
}

function isSurelyTold(given: Case, listener: Listener, at: number): boolean {
  const since = onSince(listener, at);
  return (
    wants(listener, 'maintenance') &&
    since !== null &&
    since <= at - SETTLED_MS &&
    isCalm(given, at - SETTLED_MS, at + SETTLED_MS) &&
    !isQuietIn(listener, at - SETTLED_MS, at + SETTLED_MS)
  );
}
