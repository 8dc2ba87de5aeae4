/**
 * Judges a rehearsal by two rules: R1, everybody knows what is true, and R2, nothing that is handed over is false. It reads
 * what arrived at the providers and the model of the sites, and nothing of the product: no table, no event, no outcome.
 */
import { type About, type Case, clock, Findings, type Told } from './findings.ts';
import { noticesAreRight } from './judge-notices.ts';
import { nothingIsToldTwice, nothingVanishes, silenceIsTold, whoIsOn } from './judge-once.ts';
import { onlyChosen, seenIsTold } from './judge-people.ts';
import {
  fallsAreToldInTime,
  nobodyIsStuck,
  remindersAreRegular,
  remindersAreTrue,
  whoIsDownIsKnown,
} from './judge-told.ts';
import {
  nobodyLookedThen,
  numbersAreRight,
  otherNetworksLooked,
  subjectsCount,
  theLateSaySo,
  thePastHasItsTimes,
  thePresentIsTrue,
} from './judge-true.ts';
import { kindOf } from './lines.ts';
import { chosen, hearing, isQuiet, isTo, type Listener, wants } from './listeners.ts';
import { timelineOf } from './model.ts';

const MINUTE_MS = 60_000;

export interface Judgement {
  /** Addresses that are asked whether they are on: moments at which everything fell for them. */
  readonly probes?: readonly number[];
  /** What a mail says about a silent environment. */
  readonly isAboutSilence?: (text: string) => 'begins' | 'ends' | null;
  /** What another network got of a monitor. */
  readonly looked?: (monitor: string, from: number, until: number) => readonly string[];
}

/** @returns What is wrong, in words, and how often each rule had something to judge. */
export function judge(
  given: Case,
  { probes = [], isAboutSilence = () => null, looked = () => [] }: Judgement = {},
): Findings {
  const findings = new Findings();
  for (const listener of given.listeners) {
    const handed = given.handed.filter(({ to }) => isTo(listener, to));
    whoIsOn(given, listener, findings, probes);
    judgeWishes(given, listener, findings);
    noticesAreRight(given, listener, findings);
    for (const message of handed) if (message.isAccepted) subjectsCount(listener, message, findings);
    for (const monitor of given.model.monitors) {
      if (monitor.environment !== listener.environment) continue;
      const told: Told[] = handed.flatMap((message) =>
        message.lines.flatMap((line) =>
          line.monitor === monitor.name ? [{ ...line, handedAt: message.at, message }] : [],
        ),
      );
      const about = {
        ...{ given, findings, monitor, timeline: timelineOf(monitor), told, handed },
        listener: hearing(listener, monitor.name, given),
      };
      judgeTold(about);
      seenIsTold(about);
      if (about.listener !== listener) onlyChosen(about);
      for (const line of told) if (line.message.isAccepted) judgeLine(about, line, looked);
    }
  }
  silenceIsTold(given, findings, isAboutSilence);
  return findings;
}

function judgeTold(about: About): void {
  whoIsDownIsKnown(about);
  fallsAreToldInTime(about);
  nobodyIsStuck(about);
  remindersAreTrue(about);
  remindersAreRegular(about);
  nothingVanishes(about);
  nothingIsToldTwice(about);
}

function judgeLine(about: About, line: Told, looked: NonNullable<Judgement['looked']>): void {
  thePresentIsTrue(about, line);
  thePastHasItsTimes(about, line);
  theLateSaySo(about, line);
  nobodyLookedThen(about, line);
  numbersAreRight(about, line);
  otherNetworksLooked(about, line, looked);
}

/** Kinds, quiet hours, and whose monitors they are. */
function judgeWishes(given: Case, listener: Listener, findings: Findings): void {
  const { address, environment } = listener;
  const own = new Set(
    given.model.monitors.flatMap((each) => (each.environment === environment ? [each.name] : [])),
  );
  for (const { to, lines, at, isAnswerLost } of given.handed) {
    if (!isTo(listener, to) || lines.length === 0) continue;
    const { quiet } = chosen(listener, at);
    const foreign = lines.find(({ monitor }) => !own.has(monitor));
    findings.judge(
      'nothing of another environment',
      foreign === undefined,
      () => `${address}: ${foreign?.monitor}`,
    );
    const unwanted = lines.find(({ what }) => !wants(listener, kindOf(what)));
    findings.judge('only wanted kinds', unwanted === undefined, () => `${address}: ${unwanted?.what}`);
    // What was handed over before they began may come again in them, word for word.
    if (
      !isQuiet(quiet, at) ||
      !isQuiet(chosen(listener, at - 2 * MINUTE_MS).quiet, at - 2 * MINUTE_MS) ||
      isAnswerLost
    )
      continue;
    const urgent = lines.some(({ leaves }) => leaves === 'down');
    findings.judge(
      'quiet hours are kept',
      quiet?.mode === 'falls-only' && urgent,
      () => `${address} at ${clock(at)}: ${lines[0]?.text}`,
    );
  }
}
