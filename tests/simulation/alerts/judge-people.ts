/** R1 and R2 of "Estou vendo": the others hear of it once, nobody is reminded any more, and nothing of it is false. */
import { type About, clock, type Handed, MINUTE_MS, runsOf } from './findings.ts';
import { isSettledFor, isUnstable, knows, SETTLED_MS } from './judge-told.ts';
import { seenIn } from './lines.ts';
import { onSince, wants } from './listeners.ts';
import type { SaidSeen } from './model.ts';
import { type Run, stretchAt } from './replay.ts';

interface SeenRun extends SaidSeen {
  /** `null` where it was over already, unknown to who said it. */
  readonly run: Run | null;
}

/** The fall that somebody said to look after, as far as the functions can have known it. */
function seenRuns({ given, monitor, timeline }: About): SeenRun[] {
  return given.model.seen
    .filter((each) => each.monitor === monitor.name)
    .map((said) => {
      const run = timeline.runs.findLast(
        ({ downAt, untilKnown }) => downAt <= said.at && (untilKnown === null || untilKnown > said.at),
      );
      const isHeard = run !== undefined && run.heardAt !== null && run.heardAt <= said.at && !run.isUncertain;
      return { ...said, run: isHeard ? run : null };
    });
}

/** What was said may be lost with the functions' database. */
const isLost = ({ given }: About, from: number, until: number): boolean =>
  given.model.turnedBack.some(({ at, copyAt }) => at >= from && copyAt <= until);

/** Whether a moment lies in a run, as far as the functions know. */
const isIn = ({ endHeardAt }: Run, at: number): boolean =>
  endHeardAt === null || at <= endHeardAt + MINUTE_MS;

interface Word {
  readonly by: string;
  readonly message: Handed;
}

/** Judges what one listener was told of who looks after the falls of one monitor. */
export function seenIsTold(about: About): void {
  const { listener, findings, monitor, handed } = about;
  const said = seenRuns(about);
  const words = handed.flatMap((message): Word[] =>
    seenIn(message.text).flatMap(({ by, monitor: name }) => (name === monitor.name ? [{ by, message }] : [])),
  );
  for (const { by, message } of words) {
    if (!message.isAccepted || message.isAnswerLost) continue;
    const { at } = message;
    const what = (why: string) => () => `${listener.address} at ${clock(at)}: ${by}, ${monitor.name}; ${why}`;
    const own = said.findLast((each) => each.by === by && each.at <= at);
    findings.judge('R2.1 who looks after it', own !== undefined, what('nobody said so'));
    if (own === undefined) continue;
    if (own.run !== null)
      findings.judge('R2.1 who looks after what is down', isIn(own.run, at), what('it is over'));
    const isSame = onSince(listener, own.at) === onSince(listener, at);
    const isOwn = own.not.includes(listener.number) && isSame;
    findings.judge('R1.5 no word to who said it', !isOwn, what('said by its reader'));
  }
  for (const each of said) if (each.run !== null) judgeSeen(about, { ...each, run: each.run }, words);
}

function judgeSeen(about: About, said: SeenRun & { readonly run: Run }, words: readonly Word[]): void {
  const { given, listener, findings, monitor, told, timeline } = about;
  const { run, at, by } = said;
  const own = words.filter((each) => each.by === by && each.message.at >= at && isIn(run, each.message.at));
  for (const [index, { message }] of own.entries()) {
    const before = own[index - 1]?.message;
    if (before === undefined) continue;
    const mayRepeat =
      before.isAnswerLost ||
      !before.isAccepted ||
      onSince(listener, before.at) !== onSince(listener, message.at) ||
      isLost(about, before.at, message.at) ||
      told.some((line) => isUnstable(line) && line.handedAt >= before.at && line.handedAt <= message.at);
    findings.judge(
      'R1.5 one word of who looks after it',
      mayRepeat,
      () => `${listener.address}: ${by}, ${monitor.name} at ${clock(before.at)} and ${clock(message.at)}`,
    );
  }
  const reminder = told.find(
    (line) =>
      line.what === 'still-down' &&
      line.message.isAccepted &&
      !line.message.isAnswerLost &&
      line.handedAt > at + MINUTE_MS &&
      runsOf(about, line).at(-1) === run &&
      !isLost(about, at, line.handedAt),
  );
  findings.judge(
    'R1.2 no reminder of what is looked after',
    reminder === undefined,
    () =>
      `${listener.address} at ${clock(reminder?.handedAt ?? 0)}: ${monitor.name}, ${by} looks since ${clock(at)}`,
  );
  if (said.not.includes(listener.number) || !wants(listener, 'fall')) return;
  for (const { at: asked } of given.model.checkpoints) {
    if (asked < at + SETTLED_MS || isLost(about, at, asked)) continue;
    const state = stretchAt(timeline, asked);
    const view = told.findLast(({ handedAt }) => handedAt <= asked) ?? null;
    // It waits for the end of quiet hours, also where falls do not.
    if (state.run !== run || !isSettledFor(about, asked, false) || !knows(about, view, run)) continue;
    findings.judge(
      'R1.4 who looks after it is told',
      own.some(({ message }) => message.at <= asked),
      () => `${listener.address} at ${clock(asked)} does not know that ${by} looks after ${monitor.name}`,
    );
  }
}

/** R1.3 of the choice of monitors and of what the plan has, of a listener as far as it hears of the monitor. */
export function onlyChosen({ findings, listener, monitor, told }: About): void {
  for (const { handedAt, message, text } of told) {
    if (!message.isAccepted || message.isAnswerLost) continue;
    findings.judge(
      'R1.3 only chosen monitors',
      onSince(listener, handedAt) !== null || onSince(listener, handedAt - MINUTE_MS) !== null,
      () => `${listener.address} at ${clock(handedAt)}: "${text}" of ${monitor.name}`,
    );
  }
}
