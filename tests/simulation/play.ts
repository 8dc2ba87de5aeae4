/** Plays a sequence, step by step and day by day, and runs the judge after each. */
import { businessDay } from '#domain/billing/days.ts';
import { answerOf, createAsking } from './asking.ts';
import { createBreakage } from './breakage.ts';
import { createCalendar } from './calendar.ts';
import { createCardRecord } from './card-record.ts';
import { createColleagues } from './colleagues.ts';
import { createCustomer } from './customer.ts';
import { createDeletions } from './deletions.ts';
import type { Facts } from './facts.ts';
import { type Finding, judge, type Rule } from './judge.ts';
import { createMonitorSetup } from './monitor-setup.ts';
import { createProcessor } from './processor.ts';
import { createRecorder, subdomainOf } from './record.ts';
import type { SoldFacts } from './sold-facts.ts';
import type { SoldStep } from './sold-steps.ts';
import type { Sequence, Step } from './steps.ts';
import { createTraces } from './traces.ts';
import type { Reply, World } from './world.ts';

const MINUTE_MS = 60_000;
/** Noon in São Paulo: a day later is the same hour. */
const NOON_UTC = 'T15:00:00Z';

export interface Played {
  /** Number of steps done. */
  readonly done: number;
  /** Days of waiting with scheduled work, each judged like a step. */
  readonly days: number;
  readonly findings: readonly Finding[];
  readonly facts: Facts;
  /** The response to each step. */
  readonly answers: readonly string[];
}

/** What the person reads after a step. */
interface LastRead {
  seen: Facts['seen'];
  offers: Facts['offers'];
  team: SoldFacts['team'];
}

/** Everything needed to play a sequence, in an empty world. */
async function prepare(world: World, from: string, isWrong: (facts: Facts) => boolean) {
  await world.begin(Date.parse(`${from}${NOON_UTC}`));
  const processor = createProcessor(world);
  const breakage = createBreakage(world);
  const traces = createTraces(world);
  const customer = createCustomer(world, ({ email, subject }) =>
    traces.note(subdomainOf(customer.account()), [email, subject, subdomainOf(customer.account())]),
  );
  const recorder = createRecorder(world);
  const cards = createCardRecord(world);
  const colleagues = createColleagues(world, customer);
  const deletions = createDeletions(world, (who, { email, subject }) => {
    // The owner's is noted by the customer, with the name of the environment.
    if (who !== 'owner')
      traces.note(`de ${who === 'member' ? 'quem participou' : 'quem foi convidado'}`, [email, subject]);
  });
  const monitors = createMonitorSetup(world, customer);
  const lastRead: LastRead = { seen: null, offers: null, team: null };
  const counted = { teams: 0, teamsOver: 0 };
  const facts = ({ team, ...known } = lastRead): Facts => {
    const { erased, payers } = customer;
    const card = cards.facts(customer.account(), known.seen?.card ?? null);
    const selfErased = customer.leftForGood();
    const sold = {
      ...card,
      ...counted,
      selfErased,
      team,
      monitors: monitors.seen,
      sleeps: monitors.sleeps,
      left: traces.left,
      deletions: deletions.all,
    };
    return recorder.facts({ quietDays: breakage.quietDays(), erased, payers, sold, ...known });
  };
  const shared = { world, processor, breakage, recorder, facts: () => facts() };
  // The account page was read at the last step, not on the days after it.
  const calendar = createCalendar({
    ...shared,
    isWrong: () => isWrong(facts({ seen: null, offers: null, team: null })),
  });
  const asking = createAsking({ ...shared, customer, cards });
  return {
    ...shared,
    customer,
    calendar,
    asking,
    colleagues,
    deletions,
    monitors,
    traces,
    lastRead,
    counted,
  };
}
type Stage = Awaited<ReturnType<typeof prepare>>;

const pick = <T>(all: readonly T[], which: 'newest' | 'oldest'): T | undefined =>
  which === 'newest' ? all.at(-1) : all[0];

/** Calls an action on a charge, if there is one. */
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

/** An outage of the Worker for so many days; then the operator resumes the event queue. */
async function away(stage: Stage, days: number): Promise<string> {
  stage.breakage.setAway(true);
  const answer = await wait(stage, days, true);
  stage.breakage.setAway(false);
  await stage.world.services().asaas.app.request('/__stand-in/queue/resume', { method: 'POST' });
  return answer;
}

/** Steps that are not purchases. */
async function takeSold(stage: Stage, step: Exclude<SoldStep, { kind: 'change-card' }>): Promise<string> {
  const { colleagues, deletions, monitors, customer } = stage;
  const orNothing = (reply: Reply | null): string => (reply === null ? 'nada a fazer' : answerOf(reply));
  if (customer.person() === null) return 'nada a fazer';
  switch (step.kind) {
    case 'invite':
      return answerOf(await colleagues.invite());
    case 'accept':
      return orNothing(await colleagues.accept());
    case 'remove':
      return orNothing(await colleagues.remove(step.which));
    case 'monitors':
      return `${await monitors.set(step.count, step.interval)} monitores`;
    case 'pause-own':
      return `${await monitors.pause(step.count)} monitores`;
    case 'resume-own':
      return `${await monitors.resume()} monitores`;
    case 'wake':
      return (await monitors.wake()) ? 'acordado' : 'nada a fazer';
    case 'resume-ours':
      return `${await monitors.insist(step.times, stage.calendar.work)} vezes`;
    case 'colleague-leaves': {
      const left = await colleagues.leaveForGood(step.who);
      if (left?.reply.status === 200) deletions.begin(step.who, left.person);
      return orNothing(left?.reply ?? null);
    }
    case 'leave-for-good': {
      const person = customer.person();
      const reply = await customer.leaveForGood(step.sameTaxId);
      if (reply?.status === 200 && person !== null) deletions.begin('owner', person);
      return orNothing(reply);
    }
  }
}

/** @returns The step's result in one word. */
async function take(stage: Stage, step: Step): Promise<string> {
  const { processor, breakage, customer, calendar, asking } = stage;
  const own = subdomainOf(customer.account());
  switch (step.kind) {
    case 'checkout':
    case 'upgrade':
    case 'cancel':
    case 'withdraw':
    case 'erase':
    case 'change-card':
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
      return `${await asking.payPages()} páginas pagas`;
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
    case 'invite':
    case 'accept':
    case 'remove':
    case 'monitors':
    case 'pause-own':
    case 'resume-own':
    case 'wake':
    case 'colleague-leaves':
    case 'resume-ours':
    case 'leave-for-good':
      return takeSold(stage, step);
    default:
      breakage.apply(step);
      return 'feito';
  }
}

/**
 * @param rules The rules to judge. Stops at the first step with a finding.
 * @param isKnown Findings reported before, which do not stop it.
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
  const answers: string[] = [];
  let findings: Finding[] = [];
  for (const step of sequence.steps) {
    await breakage.nextStep();
    answers.push(await take(stage, step));
    world.pass(MINUTE_MS);
    await calendar.work();
    stage.lastRead.seen = await customer.readAccount();
    stage.lastRead.offers = await customer.readOffers();
    const team = await stage.colleagues.read();
    stage.lastRead.team = team;
    if (team !== null && team.active.length > 0) stage.counted.teams += 1;
    if (team !== null && team.active.length >= team.seats) stage.counted.teamsOver += 1;
    await stage.monitors.look(breakage.quietDays());
    await stage.monitors.lookAtSleep();
    stage.deletions.follow();
    customer.followLeaving();
    await stage.traces.look();
    calendar.endDay();
    findings = judged(stage.facts());
    if (findings.length > 0) break;
  }
  return { done: answers.length, days: calendar.workedDays(), findings, facts: stage.facts(), answers };
}
