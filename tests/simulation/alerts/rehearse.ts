/**
 * A day of two environments: acts of customers, operators, providers and the weather, then calm, again and again. After
 * each calm everything must be known, and nothing that was handed over may have been false (judge.ts).
 */
import type { PlanId } from '#domain/plans/ids.ts';
import { type Chance, createChance } from '../chance.ts';
import type { Act } from './act.ts';
import { acts, changeSite, closeWindows } from './acts.ts';
import type { Rhythm } from './model.ts';
import { onStage, type Rehearsed, type Stage } from './stage.ts';
import { calm, type World } from './world.ts';

const PHASES = 6;
const ACTS = 10;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Longest interval with its retries, longest wait that an answer asks for, and some minutes of the job. */
const SETTLES_MS = 45 * MINUTE_MS;
/** From midnight in São Paulo to half past seven there, when quiet hours are over in every zone that is drawn. */
const MORNING_MS = 11.5 * HOUR_MS;

export interface Wishes {
  /** Numbers of acts that are played; all without it. For finding the shortest sequence. */
  readonly only?: ReadonlySet<number>;
  readonly phases?: number;
}

/** Plays one sequence; the same seed plays the same one. */
export function rehearse(seed: number, { only, phases = PHASES }: Wishes = {}): Promise<Rehearsed> {
  const chance = createChance(seed);
  const startAt = Date.parse('2026-11-23T03:00:00Z') + Math.floor(chance.fraction() * 24) * HOUR_MS;
  const plans: PlanId[] = [
    chance.pick(['pro', 'enterprise'] as const),
    chance.pick(['free', 'essential'] as const),
  ];
  return onStage({ seed, startAt, plans }, async (stage) => [await play({ ...stage, only, phases })]);
}

const rhythms: readonly (Rhythm & { readonly isPush?: boolean })[] = [
  { interval: 60, retryInterval: 20, maxretries: 1, timeout: 10 },
  { interval: 60, retryInterval: 60, maxretries: 2, timeout: 48 },
  { interval: 300, retryInterval: 60, maxretries: 0, timeout: 48 },
  { interval: 60, retryInterval: 60, maxretries: 0, timeout: 10 },
  { interval: 600, retryInterval: 60, maxretries: 1, timeout: 48 },
  { interval: 900, retryInterval: 60, maxretries: 1, timeout: 48, isPush: true },
];

interface Play extends Stage {
  readonly only: ReadonlySet<number> | undefined;
  readonly phases: number;
}

const draw = (from: readonly (readonly [weight: number, act: Act])[], chance: Chance): Act => {
  let left = chance.fraction() * from.reduce((sum, [weight]) => sum + weight, 0);
  for (const [weight, act] of from) {
    left -= weight;
    if (left < 0) return act;
  }
  return changeSite;
};

/** @returns When everything fell at the end, so that everybody who is on hears of it. */
async function play({ world, people, trace, only, phases, chance }: Play): Promise<number> {
  for (const environment of world.environments) {
    const instance = environment.instance();
    for (const { isPush = false, ...rhythm } of [
      chance.pick(rhythms.slice(0, 5)),
      ...rhythms.slice(environment.index, environment.index + 1),
      chance.pick(rhythms),
    ])
      instance.add(rhythm, { isPush });
    environment.startInstance();
    environment.startCompanion();
    await environment.setUp();
    await people.addOwner(environment.index);
    await people.add(environment.index);
    await people.addHook(environment.index);
  }
  await world.pass(700);
  await people.add(0);
  let number = 0;
  const all = [...acts, ...people.acts()];
  for (let phase = 0; phase < phases; phase += 1) {
    for (let step = 0; step < ACTS; step += 1) {
      number += 1;
      // Each act has draws of its own: one that is left out changes no other.
      const own = chance.fork(`act ${number}`);
      const act = draw(all, own);
      if (only !== undefined && !only.has(number)) continue;
      const at = world.now();
      const said = await act(world, own);
      if (said !== null) trace.push(`${number}. ${new Date(at).toISOString().slice(5, 19)} ${said}`);
      await world.pass(own.fraction() * 300);
    }
    await settle(world, chance.fork(`calm ${phase}`), trace);
  }
  return end(world, trace);
}

/** Nothing disturbs any more; after a while everything is known, and what changes then is told within the minute. */
async function settle(world: World, chance: Chance, trace: string[]): Promise<void> {
  quieten(world);
  await world.pass(SETTLES_MS / 1000);
  world.sites.checkpoints.push({ at: world.now(), isLast: false });
  const from = world.now();
  for (let change = 0; change < 6; change += 1) {
    trace.push(`   calm: ${await changeSite(world, chance)}`);
    await world.pass(chance.pick([130, 700, 1500]));
  }
  world.sites.calms.push({ from, until: world.now() });
  if (chance.hits(0.3)) await world.pass(chance.pick([2, 5]) * 3600);
  await world.pass(SETTLES_MS / 1000);
  world.sites.checkpoints.push({ at: world.now(), isLast: false });
}

/** Everything answers again, and everything that was done is undone: all monitors are watched. */
function quieten(world: World): void {
  Object.assign(world.weather, calm);
  for (const provider of world.providers) provider.calm();
  closeWindows(world);
}

async function end(world: World, trace: string[]): Promise<number> {
  quieten(world);
  for (const environment of world.environments) {
    const instance = environment.instance();
    instance.raw.exec(`UPDATE monitor SET active = 1 WHERE type = 'group'`);
    for (const { id, name, active } of instance.all())
      if (!active) {
        instance.switchTo(id, true);
        world.sites.note(name, { what: 'fresh', at: world.now() });
      }
    environment.follow('paused');
    const isDeleted = instance.raw.prepare('SELECT 1 FROM notification').get() === undefined;
    await environment.setUp({ restore: isDeleted, attach: instance.all().map(({ id }) => id) });
    for (const { name } of instance.all()) instance.site.set(name, 'up');
  }
  // Over a midnight, when a share begins anew, a daily clean-up, and the end of quiet hours.
  const until = Math.ceil((world.now() + 8 * HOUR_MS - MORNING_MS) / DAY_MS) * DAY_MS + MORNING_MS;
  await world.clock.advance(until);
  world.sites.checkpoints.push({ at: world.now(), isLast: false });
  const probe = world.now();
  trace.push(`   ${new Date(probe).toISOString().slice(5, 19)} everything falls`);
  for (const environment of world.environments)
    for (const { name } of environment.instance().all()) environment.instance().site.set(name, 'refuses');
  await world.pass(SETTLES_MS / 1000);
  for (const environment of world.environments) environment.instance().cleanUp();
  world.sites.checkpoints.push({ at: world.now(), isLast: true });
  return probe;
}
