/** Passing days: the processor's own work, the scheduled work, and each evening's record. */
import { addDays, businessDay, DAY_MS } from '#domain/billing/days.ts';
import type { Breakage } from './breakage.ts';
import type { Facts } from './facts.ts';
import type { Processor } from './processor.ts';
import type { Recorder } from './record.ts';
import type { Step } from './steps.ts';
import type { World } from './world.ts';

/** Days after a named date on which something may be due. */
const AFTER = [0, 1, 2, 3, 7, 14, 15, 16] as const;
/** Longest time without scheduled work. */
const QUIET_MAX = 10;
/** Runs of cron in a row while each one changes something. */
const RUNS_MAX = 3;

export interface CalendarNeeds {
  readonly world: World;
  readonly processor: Processor;
  readonly breakage: Breakage;
  readonly recorder: Recorder;
  readonly facts: () => Facts;
  /** Whether a day of waiting shows an error, which ends the waiting. */
  readonly isWrong: () => boolean;
}

export function createCalendar({ world, processor, breakage, recorder, facts, isWrong }: CalendarNeeds) {
  let worked = 0;
  const today = () => businessDay(world.now());

  /** A value that changes with anything the scheduled work did. */
  const outside = (): string => {
    const { asaas, argocd } = world.services();
    return JSON.stringify([asaas.state.events.length, asaas.state.payments.length, argocd.workloads()]);
  };

  async function work(): Promise<void> {
    for (let run = 1; run <= RUNS_MAX; run += 1) {
      const before = outside();
      await world.services().asaas.tick();
      const waiting = await world.work();
      await world.services().asaas.tick();
      if (waiting === 0 && outside() === before) break;
      world.pass(60_000);
    }
    recorder.look();
  }

  const endDay = (): void => recorder.endDay(breakage.isBroken() || breakage.quietDays() === 0);

  /** Dates named by the account, the processor, its failed charges and the last commands. */
  function namedDays(): ReadonlySet<string> {
    const { charges, subscriptions, seen, asked } = facts();
    const open = charges.filter((each) => each.confirmedOn === null && each.removedOn === null);
    const dates = [
      seen?.endsOn,
      seen?.nextChargeOn,
      seen?.paidThrough,
      seen?.renewsOn,
      seen?.undoUntil?.slice(0, 10),
      ...open.map(({ dueOn }) => dueOn),
      ...subscriptions.filter(({ isLive }) => isLive).map(({ nextDueOn }) => nextDueOn),
      ...charges.map(({ confirmedOn }) => confirmedOn),
      asked.at(-1)?.day,
    ].filter((each) => typeof each === 'string');
    return new Set(dates.flatMap((date) => AFTER.map((days) => addDays(date, days))));
  }

  return {
    /** Runs cron, and delivers the processor's events before and after it. */
    work,
    /** Records today's evening. */
    endDay,
    async wait(count: number, isAway = false) {
      let named = namedDays();
      let quiet = 0;
      for (let passed = 1; passed <= count; passed += 1) {
        world.pass(DAY_MS);
        const isMoved = await processor.chargeDue();
        quiet += 1;
        if (passed === 2) await breakage.nextStep();
        // Changes without events are looked for every day.
        const isLate = quiet >= QUIET_MAX || breakage.quietDays() === 0;
        if (!isAway && (isMoved || named.has(today()) || isLate || passed === count)) {
          await work();
          named = namedDays();
          quiet = 0;
          worked += 1;
        }
        endDay();
        if (quiet === 0 && isWrong()) return;
      }
    },
    daysUntil(moment: Extract<Step, { kind: 'wait-for' }>['moment'], account: number) {
      const { charges, subscriptions, seen } = facts();
      const due = subscriptions.find((each) => each.isLive && each.account === account)?.nextDueOn;
      const unpaid = charges.find(
        (each) => each.dueOn <= today() && each.confirmedOn === null && each.removedOn === null,
      )?.dueOn;
      const paid = seen?.endsOn ?? (due === undefined ? null : addDays(due, -1));
      const grace = unpaid === undefined ? null : addDays(unpaid, 14);
      const day = { 'last-day': paid, 'due-day': due, 'grace-end': grace }[moment];
      return day == null ? 0 : Math.max(0, Math.round((Date.parse(day) - Date.parse(today())) / DAY_MS));
    },
    /** Days of waiting on which the scheduled work ran. */
    workedDays: () => worked,
  };
}
