/**
 * A sequence of changes, outages, deaths, provider answers and recipients that come and go; then everything works again,
 * and every recipient must know what is true (judge.ts).
 */
import { DOWN, MAINTENANCE, UP } from '#dev/stand-ins/tenants/kuma-tables.ts';
import { type AlertPreferences, alertKinds, type QuietHours } from '#domain/alerts/preferences.ts';
import type { PlanId } from '#domain/plans/ids.ts';
import { switchRecipientOff } from '#functions/alerts/recipient-store.ts';
import { createChance } from '../chance.ts';
import { judge, type Listener } from './judge.ts';
import { chatAnswers, mailAnswers } from './provider-answers.ts';
import { calm, createWorld, type World } from './world.ts';

const STEPS = 60;
/** In one environment; a share is for as many as its plan allows. */
const LISTENERS_MAX: Readonly<Record<PlanId, number>> = { free: 2, essential: 4, pro: 5, enterprise: 5 };
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const QUIET_STEP_SECONDS = 900;
/** From midnight in São Paulo to half past seven there, when quiet hours are over. */
const MORNING_MS = 10.5 * HOUR_MS;

export interface Rehearsed {
  /** What went wrong, in words; empty when everything is as it must be. */
  readonly wrong: readonly string[];
  /** Changes that were recorded, messages that were accepted, and what of it each rule had to judge. */
  readonly changes: number;
  readonly messages: number;
  readonly met: Readonly<Record<string, number>>;
}

/** Plays one sequence; the same seed plays the same one. */
export async function rehearse(seed: number): Promise<Rehearsed> {
  const { fraction: random, hits } = createChance(seed);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const startAt = Date.parse('2026-11-23T03:00:00Z') + Math.floor(random() * 24) * HOUR_MS;
  const plans = [pick(['pro', 'enterprise'] as const), pick(['free', 'essential'] as const)];
  const world = createWorld(hits, startAt, plans);
  try {
    const listeners = await play(world, plans, random, pick);
    const changes = world.environments.reduce(
      (sum, { instance }) => sum + instance.importantBeats().length,
      0,
    );
    const { wrong, met } = judge(world, listeners, plans);
    return { wrong, met, changes, messages: world.mail.sent.length + world.telegram.sent.length };
  } finally {
    world.close();
  }
}

function drawPreferences(random: () => number, pick: <T>(values: readonly T[]) => T): AlertPreferences {
  const quiet: QuietHours = {
    days: [0, 1, 2, 3, 4, 5, 6],
    ...{ from: '22:00', until: '07:00', zone: 'America/Sao_Paulo' },
    mode: pick(['falls-only', 'hold-all']),
  };
  return {
    kinds: random() < 0.6 ? alertKinds : pick([['fall'], ['return'], ['fall', 'return']]),
    quiet: random() < 0.5 ? quiet : null,
    reminderHours: pick([0, 1, 6]),
  };
}

async function play(
  world: World,
  plans: readonly PlanId[],
  random: () => number,
  pick: <T>(values: readonly T[]) => T,
): Promise<readonly Listener[]> {
  const listeners: Listener[] = [];
  const listen = (environment: number, state: 'on' | 'unproven' = 'on'): void => {
    const { orderId } = world.environments[environment] ?? { orderId: '' };
    const isFull =
      listeners.filter((each) => each.environment === environment).length >=
      LISTENERS_MAX[plans[environment] ?? 'free'];
    if (isFull) return;
    const number = listeners.length + 1;
    const kind = pick(['email', 'telegram'] as const);
    const address = kind === 'email' ? `plantao@loja-${number}.example` : `${7000 + number}`;
    const preferences = drawPreferences(random, pick);
    const since = world.events(orderId).length;
    const id = world.addRecipient(orderId, kind, address, state, preferences);
    const leftAt = state === 'on' ? null : world.now();
    listeners.push({ id, address, kind, environment, preferences, since, sinceAt: world.now(), leftAt });
  };
  const quieten = (): void => {
    Object.assign(world.weather, calm);
    world.mail.calm();
    world.telegram.calm();
  };
  const beatOne = (): void => {
    const { monitors, beat } = pick(world.environments);
    beat(pick(monitors()).id, pick([DOWN, UP, DOWN, UP, DOWN, UP, MAINTENANCE]));
  };

  for (const environment of world.environments) {
    await environment.setUp();
    for (const { id } of environment.monitors()) environment.beat(id, UP);
    await environment.poll();
    listen(environment.index);
  }
  listen(0, 'unproven');

  const steps: (() => Promise<unknown> | unknown)[] = [
    beatOne,
    beatOne,
    () => pick(world.environments).poll(),
    () => pick(world.environments).restart(),
    () => world.runJob(),
    () => world.pass(pick([1, 5, 30, 300, 1500])),
    async () => {
      await passQuietly(world, world.now() + pick([1, 2, 5, 10]) * HOUR_MS);
    },
    () => {
      Object.assign(
        world.weather,
        pick([calm, { ...calm, api: 0.5 }, { ...calm, mail: 0.6, telegram: 0.4 }, { ...calm, death: 0.06 }]),
      );
    },
    () => {
      const { address, kind } = pick(listeners);
      if (kind === 'email') world.mail.answer(pick(mailAnswers), address);
      else world.telegram.answer(pick(chatAnswers), address);
    },
    () => {
      world.mail.calm();
      world.telegram.calm();
    },
    async () => {
      const { monitors, beat, poll } = pick(world.environments);
      const { id } = pick(monitors());
      for (let change = pick([7, 8, 9]); change > 0; change -= 1) {
        beat(id, change % 2 === 0 ? DOWN : UP);
        world.pass(45);
        await poll();
        if (random() < 0.5) await world.runJob();
      }
    },
    async () => {
      const { monitors, switchTo, poll } = pick(world.environments);
      const { id, active } = pick(monitors());
      switchTo(id, !active);
      if (random() < 0.8) await poll();
    },
    () => listen(pick([0, 1])),
    async () => {
      const listener = pick(listeners);
      if (listener.leftAt !== null || random() < 0.5) return;
      quieten();
      await switchRecipientOff(world.deps.db, listener.id, 'left', {}, world.now());
      listener.leftAt = world.now();
    },
  ];
  for (let step = 0; step < STEPS; step += 1) {
    await pick(steps)();
    world.pass(random() * 400);
    await pick(world.environments).poll();
    if (random() < 0.5) await world.runJob();
  }

  quieten();
  for (const environment of world.environments)
    for (const { id, active } of environment.monitors()) if (!active) environment.switchTo(id, true);
  // Over a midnight, when a share begins anew, and the end of quiet hours.
  const until = Math.ceil((world.now() + 8 * HOUR_MS - MORNING_MS) / DAY_MS) * DAY_MS + MORNING_MS;
  await passQuietly(world, until);
  for (let round = 0; round < 10; round += 1) {
    world.pass(61);
    await world.runJob();
  }
  return listeners;
}

/** Time in which nothing happens but what is due. */
async function passQuietly(world: World, until: number): Promise<void> {
  for (let round = 0; world.now() < until; round += 1) {
    world.pass(QUIET_STEP_SECONDS);
    // The companions have nothing new to see.
    if (round % 4 === 0) for (const environment of world.environments) await environment.poll();
    await world.runJob();
  }
}
