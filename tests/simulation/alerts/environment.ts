/**
 * An environment of the rehearsal: its volume, its instance, its companion or two of them, and the way to the functions.
 * It notes in the model what a person would know: who is watched, who looked, and what was heard.
 */
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CHANNEL_NAME } from '#companion/alert-channel.ts';
import type { OutsideReason } from '#domain/alerts/levels.ts';
import type { Deps } from '#functions/compose.ts';
import type { Chance } from '../chance.ts';
import type { RehearsalClock } from './clock.ts';
import { receive, startCompanion } from './companion-api.ts';
import { createInstance, type RehearsedInstance } from './instance.ts';
import { calledOf } from './lines.ts';
import type { Sites } from './model.ts';
import type { Weather } from './world.ts';

const SECOND_MS = 1000;
/** A companion that did not look for so long was away. */
const ABSENT_MS = 60 * SECOND_MS;
/** A companion looks each second; while nothing is written it sees nothing new but its own deadlines. */
const LOOK_EVERY_MS = 20 * SECOND_MS;

interface Options {
  readonly index: number;
  readonly orderId: string;
  readonly folder: string;
  readonly clock: RehearsalClock;
  readonly sites: Sites;
  readonly weather: Weather;
  readonly chance: Chance;
  readonly deps: Deps;
  readonly tellSoon: (
    recipients: readonly string[],
    webhooks: readonly string[],
    look: (() => Promise<void>) | null,
  ) => void;
  readonly surviving: <T>(work: () => Promise<T>) => Promise<T | null>;
}

type Companion = ReturnType<typeof startCompanion>;

export function createEnvironment(options: Options) {
  const { index, orderId, folder, clock, sites, weather, chance, deps, tellSoon, surviving } = options;
  const { now } = clock;
  const database = join(folder, 'instance/kuma.db');
  const records = join(folder, 'vigia');
  mkdirSync(join(folder, 'instance'), { recursive: true });
  mkdirSync(records, { recursive: true });

  let instance = open();
  let companions: Companion[] = [];
  /** Ids that limits.ts paused. */
  const paused = new Set<number>();
  /** Who is watched, as the instance's database says: name by id and creation. */
  const watched = new Set<string>();
  let stopLooking: () => void = () => undefined;
  let looksAt = Number.POSITIVE_INFINITY;
  let isHeard = false;
  let lookedAt = now();
  /** Records of a second companion on a copied volume. */
  let other: string | null = null;

  function open(): RehearsedInstance {
    return createInstance({
      ...{ path: database, environment: index, clock, sites },
      written: () => look(now() + SECOND_MS),
    });
  }

  /** Notes who entered and who left since it was asked last. */
  function follow(reason: OutsideReason): void {
    if (!existsSync(database)) return;
    const known = instance.raw
      .prepare(
        `SELECT m.name FROM monitor m JOIN monitor_notification n ON n.monitor_id = m.id
           JOIN notification c ON c.id = n.notification_id WHERE c.name = ? AND m.active = 1 AND m.type <> 'group'
             AND NOT EXISTS (SELECT 1 FROM monitor g WHERE g.id = m.parent AND g.active = 0)`,
      )
      .all(CHANNEL_NAME)
      .map(({ name }) => calledOf(String(name)));
    const current = new Set(known);
    for (const name of watched)
      if (!current.has(name)) {
        sites.note(name, { what: 'leaves', at: now(), reason });
        watched.delete(name);
      }
    for (const name of current)
      if (!watched.has(name)) {
        sites.note(name, { what: 'enters', at: now() });
        watched.add(name);
      }
  }

  async function post(_address: unknown, init: RequestInit = {}): Promise<Response> {
    const body = String(init.body);
    if (chance.hits(weather.api)) throw new Error('no connection');
    if (chance.hits(weather.late)) {
      clock.at(now() + chance.pick([2, 12, 40]) * SECOND_MS, () => handOver(body).catch(() => undefined));
      throw new Error('timed out');
    }
    const answer = await handOver(body);
    if (answer === null) return new Response(null, { status: 500 });
    if (chance.hits(weather.api)) throw new Error('the answer was lost');
    return answer.body === null || answer.body === undefined
      ? new Response(null, { status: answer.status })
      : Response.json(answer.body, { status: answer.status });
  }

  async function handOver(body: string) {
    const answer = await surviving(() => receive(deps, orderId, body));
    if (answer?.status === 200) {
      isHeard = true;
      sites.heard[index]?.push(now());
    }
    if (answer !== null) tellSoon(answer.recipients, answer.webhooks, answer.look);
    return answer;
  }

  async function lookNow(): Promise<void> {
    looksAt = Number.POSITIVE_INFINITY;
    if (now() - lookedAt > ABSENT_MS) sites.unlooked[index]?.push({ from: lookedAt, until: now() });
    lookedAt = now();
    for (const companion of companions) {
      follow('detached');
      isHeard = false;
      sites.noteAll(index, { what: 'seen', at: now() });
      await companion.poll().catch(() => undefined);
      if (isHeard) sites.noteAll(index, { what: 'heard', at: now() });
      follow('detached');
    }
    if (companions.length > 0) look(now() + LOOK_EVERY_MS);
  }

  function look(at: number): void {
    if (companions.length === 0 || looksAt <= at) return;
    stopLooking();
    looksAt = at;
    stopLooking = clock.at(at, lookNow);
  }

  const start = (from = records): Companion =>
    startCompanion({
      ...{ database, records: from, now, fetch: post as typeof fetch },
      instance: {
        io: (...values: []) => instance.io(...values),
        instanceUrl: '',
        administratorFile: '',
      } as never,
      pausedByLimits: () => [...paused],
      isReceiving: () => Promise.resolve(instance.isRunning()),
    });

  return {
    index,
    orderId,
    folder,
    records,
    database,
    paused,
    follow,
    instance: () => instance,
    companion: () => companions.at(-1) ?? null,
    isOn: () => companions.length > 0 && instance.isRunning(),
    /** Starts the companion, or starts it again on what it had written. */
    startCompanion(): void {
      companions = [start()];
      looksAt = Number.POSITIVE_INFINITY;
      look(now() + SECOND_MS);
    },
    /** Another one beside it, on the same files or a copy of them; the older does not end by itself. */
    startSecond(isCopied: boolean): void {
      other = isCopied ? join(folder, `vigia-${now()}`) : null;
      if (other !== null) cpSync(records, other, { recursive: true });
      companions = [...companions.slice(0, 1), start(other ?? records)];
    },
    /** Only the newer volume goes on, with a companion of its own. */
    endFirst(): void {
      if (other !== null) cpSync(join(other, 'alerts.json'), join(records, 'alerts.json'));
      companions = other === null ? companions.slice(-1) : [start()];
      other = null;
    },
    stopCompanion(): void {
      companions = [];
      stopLooking();
      looksAt = Number.POSITIVE_INFINITY;
    },
    startInstance(): void {
      instance.run(true);
      sites.noteAll(index, { what: 'fresh', at: now(), isWake: true });
    },
    stopInstance: () => instance.run(false),
    /** The set-up that an operator's job brings each few hours. */
    async setUp(
      wishes: { readonly restore?: boolean; readonly attach?: readonly number[] } = {},
    ): Promise<void> {
      const { restore = false, attach = [] } = wishes;
      await companions
        .at(-1)
        ?.setUp({ address: 'https://exemplo/x', token: 't', restore, attach, first: null })
        .catch(() => undefined);
      follow('detached');
      look(now() + SECOND_MS);
    },
    loseRecord(): void {
      rmSync(join(records, 'alerts.json'), { force: true });
      sites.noteAll(index, { what: 'forgotten', at: now() });
    },
    /** Lets a copy of some time ago take the place of the volume's files while neither process runs. */
    replaceVolume(change: () => void, copyAt: number, restored: string | null): void {
      const coveredBefore = new Set(instance.covered());
      instance.close();
      change();
      if (restored !== null)
        writeFileSync(join(records, 'restored.json'), JSON.stringify({ id: restored, at: now() }));
      const sitesBefore = [...instance.site];
      instance = open();
      for (const [name, state] of sitesBefore) instance.site.set(name, state);
      // Where the operator's command says that it is a copy, the companion knows.
      sites.noteAll(index, { what: 'forgotten', at: now(), ...(restored === null ? { copyAt } : {}) });
      sites.noteAll(index, { what: 'fresh', at: now() });
      const covered = new Set(instance.covered());
      for (const { name } of sites.ofEnvironment(index))
        if (covered.has(name) !== coveredBefore.has(name))
          sites.note(name, { what: 'window', at: now(), isOpen: covered.has(name) });
      follow('deleted');
    },
    look,
    /** The test button of the channel in the panel. */
    async test(): Promise<void> {
      companions.at(-1)?.notify('Avisos da Vigia Testing');
      look(now() + SECOND_MS);
    },
    close(): void {
      stopLooking();
      companions = [];
      instance.close();
    },
  };
}
export type RehearsedEnvironment = ReturnType<typeof createEnvironment>;
