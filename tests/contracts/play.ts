/** Plays a sequence, a step and a day at a time, and asks the judge after each. */
import { addDays, businessDay, DAY_MS } from '#domain/billing/days.ts';
import { createBreakage } from './breakage.ts';
import { createCustomer } from './customer.ts';
import type { Command, Facts } from './facts.ts';
import { type Finding, judge, type Rule } from './judge.ts';
import { createProcessor } from './processor.ts';
import { createRecorder, subdomainOf } from './record.ts';
import type { Sequence, Simple, Step } from './steps.ts';
import type { Reply, World } from './world.ts';

const MINUTE_MS = 60_000;
/** Noon in São Paulo: a day later is the same hour of the next one. */
const NOON_UTC = 'T15:00:00Z';
/** Days after a date that was named on which something may have to happen. */
const AFTER = [0, 1, 3, 7, 14, 15, 16] as const;
/** The longest stretch without the scheduled work. */
const QUIET_MAX = 10;

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
  await world.begin(Date.parse(`${sequence.from}${NOON_UTC}`));
  const processor = createProcessor(world);
  const breakage = createBreakage(world);
  const customer = createCustomer(world);
  const recorder = createRecorder(world);
  let seen: Facts['seen'] = null;
  let offers: Facts['offers'] = null;
  let days = 0;
  const told: string[] = [];
  const today = () => businessDay(world.now());
  const factsNow = (): Facts =>
    recorder.facts({
      quietDays: breakage.quietDays(),
      erased: customer.erased,
      payers: customer.payers,
      seen,
      offers,
    });

  const judged = (facts: Facts): Finding[] => judge(facts, rules).filter((each) => !isKnown(each));

  /** The minute in which cron runs, with what the processor has to say before and after it. */
  async function work(): Promise<void> {
    await world.services().asaas.tick();
    let waiting = await world.work();
    await world.services().asaas.tick();
    if (waiting > 0) waiting = await world.work();
    recorder.look();
  }

  /** Dates that the account, the processor and its failed charges name. */
  function namedDays(): ReadonlySet<string> {
    const { charges, subscriptions } = factsNow();
    const open = charges.filter((each) => each.confirmedOn === null && each.removedOn === null);
    const dates = [
      ...[seen?.endsOn, seen?.nextChargeOn, seen?.paidThrough, seen?.renewsOn, seen?.undoUntil?.slice(0, 10)],
      ...open.map(({ dueOn }) => dueOn),
      ...subscriptions.filter(({ isLive }) => isLive).map(({ nextDueOn }) => nextDueOn),
    ].filter((each) => typeof each === 'string');
    return new Set(dates.flatMap((date) => AFTER.map((days) => addDays(date, days))));
  }

  /** Stops at the first day with a finding. */
  async function wait(count: number, isAway = false): Promise<void> {
    let named = namedDays();
    let quiet = 0;
    for (let passed = 1; passed <= count; passed += 1) {
      world.pass(DAY_MS);
      const isMoved = await processor.chargeDue();
      quiet += 1;
      if (passed === 2) await breakage.nextStep();
      if (!isAway && (isMoved || named.has(today()) || quiet >= QUIET_MAX || passed === count)) {
        await work();
        named = namedDays();
        quiet = 0;
        days += 1;
      }
      recorder.endDay(breakage.isBroken() || breakage.quietDays() === 0);
      // What the account page says is read again at the end: until then it is of another day.
      if (quiet === 0 && judged({ ...factsNow(), seen: null, offers: null }).length > 0) return;
    }
  }

  async function ask(step: Simple | Extract<Step, { kind: 'erase' }>): Promise<Reply> {
    await customer.ensureAccount();
    const account = customer.account();
    recorder.expect(account, 'plan' in step ? step.plan : 'free');
    const { charges, quietDays } = factsNow();
    const paid = charges.filter(
      (each) => each.account === account && each.confirmedOn !== null && !each.returnedOn && !each.lostOn,
    );
    const soldBefore = recorder.soldSoFar(account);
    const commands: Record<typeof step.kind, Command> = {
      ...{ checkout: 'checkout', upgrade: 'upgrade', cancel: 'cancel', withdraw: 'withdraw', erase: 'erase' },
    };
    const asks = {
      checkout: () => customer.buy(step as Extract<Step, { kind: 'checkout' }>),
      upgrade: () => customer.upgrade(step as Extract<Step, { kind: 'upgrade' }>),
      cancel: customer.cancel,
      withdraw: customer.withdraw,
      erase: () => customer.erase((step as Extract<Step, { kind: 'erase' }>).sameTaxId),
    };
    const reply = await asks[step.kind]();
    recorder.look();
    recorder.note({
      ...{
        day: today(),
        account,
        command: commands[step.kind],
        status: reply.status,
        code: reply.code ?? null,
      },
      didBuy: reply.status === 200 && recorder.soldSoFar(account) > soldBefore,
      paidBefore: paid.map(({ id }) => id),
      isDisputeOpen:
        quietDays > 0 && charges.some(({ isDisputed, account: whose }) => isDisputed && whose === account),
    });
    return reply;
  }

  async function askAndPay(step: Simple | Extract<Step, { kind: 'erase' }>): Promise<string> {
    const reply = await ask(step);
    await settlePayments('pays' in step && step.pays);
    return answerOf(reply);
  }

  async function settlePayments(pays: boolean): Promise<void> {
    await processor.chargeDue();
    if (pays) await processor.payPages(subdomainOf(customer.account()), customer.taxId());
  }

  async function atOnce(step: Extract<Step, { kind: 'at-once' }>): Promise<string> {
    const { lines } = world.services();
    await world.setDatabaseDelay(step.databaseMs);
    lines.argocd.delayMs = step.clusterMs;
    const later = new Promise((resolve) => setTimeout(resolve, step.gapMs)).then(() => ask(step.second));
    const [first, second] = await Promise.all([ask(step.first), later]);
    await world.setDatabaseDelay(0);
    lines.argocd.delayMs = 0;
    await settlePayments([step.first, step.second].some((each) => 'pays' in each && each.pays));
    return `${answerOf(first)} e ${answerOf(second)}`;
  }

  function daysUntil(moment: Extract<Step, { kind: 'wait-for' }>['moment']): number {
    const { charges, subscriptions } = factsNow();
    const due = subscriptions.find(
      ({ isLive, account }) => isLive && account === customer.account(),
    )?.nextDueOn;
    const unpaid = charges.find(
      (each) => each.dueOn <= today() && each.confirmedOn === null && each.removedOn === null,
    )?.dueOn;
    const paid = seen?.endsOn ?? (due === undefined ? null : addDays(due, -1));
    const day = {
      'last-day': paid,
      'due-day': due,
      'grace-end': unpaid === undefined ? null : addDays(unpaid, 14),
    }[moment];
    return day == null ? 0 : Math.max(0, Math.round((Date.parse(day) - Date.parse(today())) / DAY_MS));
  }

  const pick = <T>(all: readonly T[], which: 'newest' | 'oldest'): T | undefined =>
    which === 'newest' ? all.at(-1) : all[0];
  const pressOn = async (
    payment: { id: string } | undefined,
    action: string,
    isSilent = false,
  ): Promise<string> =>
    payment !== undefined && (await processor.press('payments', payment.id, action, isSilent))
      ? 'feito'
      : 'nada a fazer';
  const own = () => subdomainOf(customer.account());

  async function take(step: Step): Promise<string> {
    switch (step.kind) {
      case 'checkout':
      case 'upgrade':
      case 'cancel':
      case 'withdraw':
      case 'erase':
        return askAndPay(step);
      case 'at-once':
        return atOnce(step);
      case 'release':
        recorder.note({
          day: today(),
          account: customer.account(),
          command: 'release',
          status: 200,
          code: null,
          didBuy: false,
          paidBefore: [],
          isDisputeOpen: false,
        });
        return answerOf(await customer.operate('liberar', {}));
      case 'end':
        return answerOf(await customer.operate('encerrar', {}));
      case 'reconcile':
        return answerOf(await customer.operate('reconciliar', {}));
      case 'start':
        return answerOf(await customer.start());
      case 'pay':
        return `${await processor.payPages(own(), customer.taxId())} páginas pagas`;
      case 'wait':
        return wait(step.days).then(() => `é ${today()}`);
      case 'wait-for':
        return wait(daysUntil(step.moment)).then(() => `é ${today()}`);
      case 'card':
        processor.setCard(step.works);
        return 'feito';
      case 'dispute':
        return pressOn(pick(processor.confirmed(own()), step.which), 'chargeback');
      case 'win':
        return pressOn(processor.disputed(own())[0], 'win');
      case 'lose':
        if (step.isSilent) breakage.missed();
        return pressOn(
          processor.disputed(own())[0] ?? (step.isSilent ? processor.confirmed(own()).at(-1) : undefined),
          'lose',
          step.isSilent,
        );
      case 'refund':
        return pressOn(pick(processor.confirmed(own()), step.which), 'refund');
      case 'outage':
        breakage.setAway(true);
        await wait(step.days, true);
        breakage.setAway(false);
        await world.services().asaas.app.request('/__stand-in/queue/resume', { method: 'POST' });
        return `é ${today()}`;
      default:
        breakage.apply(step);
        return 'feito';
    }
  }

  let done = 0;
  for (const step of sequence.steps) {
    await breakage.nextStep();
    told.push(await take(step));
    done += 1;
    world.pass(MINUTE_MS);
    await work();
    seen = await customer.readAccount();
    offers = await customer.readOffers();
    recorder.endDay(breakage.isBroken() || breakage.quietDays() === 0);
    const findings = judged(factsNow());
    if (findings.length > 0 || done === sequence.steps.length)
      return { done, days, findings, facts: factsNow(), told };
  }
  return { done, days, findings: [], facts: factsNow(), told };
}

const answerOf = ({ status, code, body }: Reply): string =>
  `${status}${code === undefined ? '' : ` ${code}`}${typeof body['status'] === 'string' ? ` ${body['status']}` : ''}`;
