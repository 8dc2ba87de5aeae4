/**
 * A sequence of changes, outages, deaths and recipients that come and go; then everything works again, and every recipient
 * must know what is true: each change once, in order, nothing of another environment, nothing after leaving.
 */
import { DOWN, UP } from '#dev/stand-ins/tenants/kuma-tables.ts';
import { createChance } from '../faults/random.ts';
import { calm, createWorld, type Sent, type World } from './world.ts';

interface Listener {
  readonly id: string;
  readonly address: string;
  readonly kind: 'email' | 'telegram';
  readonly environment: number;
  /** Told from this event on. */
  readonly since: number;
  /** When it left; `null` while it is told. */
  leftAt: number | null;
}

const STEPS = 60;

export interface Rehearsed {
  /** What went wrong, in words; empty when everything is as it must be. */
  readonly wrong: readonly string[];
  /** Changes that were recorded, and messages that were accepted. */
  readonly changes: number;
  readonly messages: number;
}

/** Plays one sequence; the same seed plays the same one. */
export async function rehearse(seed: number): Promise<Rehearsed> {
  const { fraction: random, hits } = createChance(seed);
  const world = createWorld(hits);
  try {
    const wrong = await play(world, random);
    const changes = world.environments.reduce(
      (sum, { instance }) => sum + instance.importantBeats().length,
      0,
    );
    return { wrong, changes, messages: world.mails.length + world.chats.length };
  } finally {
    world.close();
  }
}

async function play(world: World, random: () => number): Promise<readonly string[]> {
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const listeners: Listener[] = [];
  let counter = 0;
  const listen = (environment: number, state: 'on' | 'unproven' = 'on'): void => {
    counter += 1;
    const kind = pick(['email', 'telegram'] as const);
    const address = kind === 'email' ? `p${counter}@exemplo.com.br` : `${7000 + counter}`;
    const { orderId } = world.environments[environment] ?? { orderId: '' };
    const since = world.events(orderId).length;
    const id = world.addRecipient(orderId, kind, address, state);
    listeners.push({ id, address, kind, environment, since, leftAt: state === 'on' ? null : world.now() });
  };

  for (const environment of world.environments) {
    await environment.setUp();
    for (const { id } of environment.monitors()) environment.beat(id, UP);
    await environment.look();
    listen(environment.index);
  }
  listen(0, 'unproven');

  const steps: (() => Promise<unknown> | unknown)[] = [
    () => {
      const { monitors, beat } = pick(world.environments);
      beat(pick(monitors()).id, pick([DOWN, UP]));
    },
    () => pick(world.environments).look(),
    () => pick(world.environments).restart(),
    () => world.runJob(),
    () => world.pass(pick([1, 5, 30, 300, 1500])),
    () => {
      Object.assign(
        world.weather,
        pick([calm, { ...calm, api: 0.5 }, { ...calm, mail: 0.6, telegram: 0.4 }, { ...calm, death: 0.06 }]),
      );
    },
    () => listeners.length < 8 && listen(pick([0, 1])),
    async () => {
      const listener = pick(listeners);
      if (listener.leftAt !== null || random() < 0.5) return;
      Object.assign(world.weather, calm);
      await world.deps.alertRecipients.switchOff(listener.id, 'left', {}, world.now());
      listener.leftAt = world.now();
    },
  ];
  for (let step = 0; step < STEPS; step += 1) {
    await pick(steps)();
    // Between two changes of a monitor there is time, or it would be called unstable.
    world.pass(random() * 400);
    await pick(world.environments).look();
    if (random() < 0.5) await world.runJob();
  }

  Object.assign(world.weather, calm);
  for (let round = 0; round < 40; round += 1) {
    world.pass(61);
    for (const environment of world.environments) await environment.look();
    await world.runJob();
  }
  return judge(world, listeners);
}

/** What a message says of monitors, in order; `E0M1` is monitor 1 of environment 0. */
function toldIn({ text }: Pick<Sent, 'text'>): { monitor: string; falls: number; isDown: boolean | null }[] {
  return [
    ...text.matchAll(
      /^(E\dM\d)(?: \([^)]*\))? (está fora do ar|voltou|ficou fora do ar|caiu (\d+) vezes|está instável|continua instável|parou de oscilar)(.*)$/gm,
    ),
  ].map(([, monitor = '', what = '', times, rest = '']) => {
    if (what === 'está fora do ar') return { monitor, falls: 1, isDown: true };
    if (what === 'voltou') return { monitor, falls: 0, isDown: false };
    if (what.includes('instável') || what === 'parou de oscilar')
      return { monitor, falls: Number.NaN, isDown: /está fora do ar/.test(rest) };
    return { monitor, falls: times === undefined ? 1 : Number(times), isDown: false };
  });
}

function judge(world: World, listeners: readonly Listener[]): string[] {
  const wrong: string[] = [];
  if (world.waiting() > 0) wrong.push(`${world.waiting()} messages still wait`);
  for (const listener of listeners) {
    const { address, kind, environment, since, leftAt } = listener;
    const received = (kind === 'email' ? world.mails : world.chats).filter(({ to }) => to === address);
    const told = received.flatMap((message) => toldIn(message));
    const foreign = told.filter(({ monitor }) => !monitor.startsWith(`E${environment}M`));
    if (foreign.length > 0) wrong.push(`${address} was told of ${foreign[0]?.monitor}`);
    const after = leftAt === null ? [] : received.filter(({ at }) => at > leftAt);
    if (after.length > 0) wrong.push(`${address} was told after leaving: ${after[0]?.text.split('\n')[0]}`);
    if (leftAt !== null) continue;
    const { orderId, monitors } = world.environments[environment] ?? { orderId: '', monitors: () => [] };
    const events = world.events(orderId).slice(since);
    for (const { id, name } of monitors()) {
      const of = told.filter(({ monitor }) => monitor === name);
      const changes = events.filter(
        ({ monitor, kind: what }) => monitor === id && (what === 'down' || what === 'up'),
      );
      if (of.some(({ falls }) => Number.isNaN(falls))) continue;
      const falls = changes.filter(({ kind: what }) => what === 'down').length;
      const toldFalls = of.reduce((sum, { falls: count }) => sum + count, 0);
      // A chat has no key by which a repeat is known: a message whose sender died may come twice.
      const isRight = kind === 'email' ? toldFalls === falls : toldFalls >= falls;
      if (!isRight) wrong.push(`${address}: ${name} fell ${falls} times, ${toldFalls} were told`);
      const last = changes.at(-1)?.kind;
      const lastTold = of.at(-1)?.isDown;
      if (last === 'down' && lastTold !== true) wrong.push(`${address} does not know that ${name} is down`);
      if (last === 'up' && lastTold === true) wrong.push(`${address} does not know that ${name} is back`);
      const twice = of.findIndex(({ isDown }, at) => isDown === true && of[at + 1]?.isDown === true);
      if (kind === 'email' && twice !== -1) wrong.push(`${address}: ${name} fell twice without a return`);
    }
  }
  return wrong.concat(lostOnTheWay(world));
}

/** What the instance recorded and the functions never got. */
function lostOnTheWay({ environments, events }: World): string[] {
  return environments.flatMap(({ orderId, instance, index }) => {
    const recorded = instance.importantBeats().filter(({ isFirst }) => !isFirst);
    const got = events(orderId).filter(({ kind }) => kind === 'down' || kind === 'up');
    const written = recorded.map(({ monitor, status }) => `${status === DOWN ? 'down' : 'up'} ${monitor}`);
    const read = got.map(({ kind, monitor }) => `${kind} ${monitor}`);
    return written.join() === read.join()
      ? []
      : [
          `environment ${index} recorded ${written.length} changes, ${read.length} arrived, or in another order`,
        ];
  });
}
