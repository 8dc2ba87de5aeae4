/** Plays a sequence, a step and a day at a time, and asks the judge after each. */
import { businessDay } from '#domain/billing/days.ts';
import { answerOf, createAsking } from './asking.ts';
import { createBreakage } from './breakage.ts';
import { createCalendar } from './calendar.ts';
import { createCustomer } from './customer.ts';
import type { Facts } from './facts.ts';
import { type Finding, judge, type Rule } from './judge.ts';
import { createProcessor } from './processor.ts';
import { createRecorder, subdomainOf } from './record.ts';
import type { Sequence, Step } from './steps.ts';
import type { World } from './world.ts';

const MINUTE_MS = 60_000;
/** Noon in São Paulo: a day later is the same hour of the next one. */
const NOON_UTC = 'T15:00:00Z';

export interface Played {
  /** Steps done. */
  readonly done: number;
  /** Days of waiting on which the scheduled work ran, each judged like a step. */
  readonly days: number;
  readonly findings: readonly Finding[];
  readonly facts: Facts;
  /** What each step was answered with. */
  readonly told: readonly string[];
}

/** Everything that a sequence is played with, on an empty world. */
async function prepare(world: World, from: string, isWrong: (facts: Facts) => boolean) {
  await world.begin(Date.parse(`${from}${NOON_UTC}`));
  const processor = createProcessor(world);
  const breakage = createBreakage(world);
  const customer = createCustomer(world);
  const recorder = createRecorder(world);
  const told: { seen: Facts['seen']; offers: Facts['offers'] } = { seen: null, offers: null };
  const facts = (known = told): Facts => {
    const { erased, payers } = customer;
    return recorder.facts({ quietDays: breakage.quietDays(), erased, payers, ...known });
  };
  const shared = { world, processor, breakage, recorder, facts: () => facts() };
  // What the account page says is of the last step: on the days after it nobody has read it again.
  const calendar = createCalendar({ ...shared, isWrong: () => isWrong(facts({ seen: null, offers: null })) });
  return { ...shared, customer, calendar, asking: createAsking({ ...shared, customer }), told };
}
type Stage = Awaited<ReturnType<typeof prepare>>;

const pick = <T>(all: readonly T[], which: 'newest' | 'oldest'): T | undefined =>
  which === 'newest' ? all.at(-1) : all[0];

/** Presses a lever about a charge, where there is one. */
async function press(
  { processor }: Stage,
  charge: { readonly id: string } | undefined,
  action: string,
  isSilent = false,
): Promise<string> {
  if (charge === undefined) return 'nada a fazer';
  return (await processor.press('payments', charge.id, action, isSilent)) ? 'feito' : 'nada a fazer';
}

async function wait({ calendar, world }: Stage, days: number, isAway = false): Promise<string> {
  await calendar.wait(days, isAway);
  return `é ${businessDay(world.now())}`;
}

/** Nobody answers for so many days; then the operator resumes the queue of events. */
async function away(stage: Stage, days: number): Promise<string> {
  stage.breakage.setAway(true);
  const told = await wait(stage, days, true);
  stage.breakage.setAway(false);
  await stage.world.services().asaas.app.request('/__stand-in/queue/resume', { method: 'POST' });
  return told;
}

/** @returns What came of it, in a word. */
async function take(stage: Stage, step: Step): Promise<string> {
  const { processor, breakage, customer, calendar, asking } = stage;
  const own = subdomainOf(customer.account());
  switch (step.kind) {
    case 'checkout':
    case 'upgrade':
    case 'cancel':
    case 'withdraw':
    case 'erase':
      return asking.one(step);
    case 'at-once':
      return asking.atOnce(step);
    case 'release':
      return asking.release();
    case 'end':
      return answerOf(await customer.operate('encerrar', {}));
    case 'reconcile':
      return answerOf(await customer.operate('reconciliar', {}));
    case 'start':
      return answerOf(await customer.start());
    case 'pay':
      return `${await processor.payPages(own, customer.taxId())} páginas pagas`;
    case 'wait':
      return wait(stage, step.days);
    case 'wait-for':
      return wait(stage, calendar.daysUntil(step.moment, customer.account()));
    case 'card':
      processor.setCard(step.works);
      return 'feito';
    case 'dispute':
      return press(stage, pick(processor.confirmed(own), step.which), 'chargeback');
    case 'win':
      return press(stage, processor.disputed(own)[0], 'win');
    case 'lose': {
      if (step.isSilent) breakage.missed();
      const silentlyLost = step.isSilent ? processor.confirmed(own).at(-1) : undefined;
      return press(stage, processor.disputed(own)[0] ?? silentlyLost, 'lose', step.isSilent);
    }
    case 'refund':
      return press(stage, pick(processor.confirmed(own), step.which), 'refund');
    case 'outage':
      return away(stage, step.days);
    default:
      breakage.apply(step);
      return 'feito';
  }
}

/**
 * @param rules What is judged. It stops at the first step with a finding.
 * @param isKnown Findings that were reported before: it goes on past them.
 */
export async function play(
  world: World,
  sequence: Sequence,
  rules: readonly Rule[],
  isKnown: (finding: Finding) => boolean = () => false,
): Promise<Played> {
  const judged = (facts: Facts): Finding[] => judge(facts, rules).filter((each) => !isKnown(each));
  const stage = await prepare(world, sequence.from, (facts) => judged(facts).length > 0);
  const { breakage, calendar, customer } = stage;
  const told: string[] = [];
  let findings: Finding[] = [];
  for (const step of sequence.steps) {
    await breakage.nextStep();
    told.push(await take(stage, step));
    world.pass(MINUTE_MS);
    await calendar.work();
    stage.told.seen = await customer.readAccount();
    stage.told.offers = await customer.readOffers();
    calendar.endDay();
    findings = judged(stage.facts());
    if (findings.length > 0) break;
  }
  return { done: told.length, days: calendar.workedDays(), findings, facts: stage.facts(), told };
}
