/** What every sequence shares: a world, its people, and the verdict about everything that happened in it. */
import { type RecipientKind, recipientKinds } from '#domain/alerts/codes.ts';
import type { PlanId } from '#domain/plans/ids.ts';
import { type Chance, createChance } from '../chance.ts';
import type { Handed } from './findings.ts';
import { judge } from './judge.ts';
import { judgePosts } from './judge-posts.ts';
import { linesOf } from './lines.ts';
import { People } from './people.ts';
import { createWorld, type World } from './world.ts';

export interface Rehearsed {
  /** What went wrong, in words; empty when everything is as it must be. */
  readonly wrong: readonly string[];
  /** What was done, with its time; for a person who reads findings. */
  readonly trace: readonly string[];
  /** Checks that failed, messages that were handed over, and what of it each rule had to judge. */
  readonly falls: number;
  readonly messages: number;
  readonly met: Readonly<Record<string, number>>;
}

export interface Stage {
  readonly world: World;
  readonly people: People;
  readonly chance: Chance;
  readonly trace: string[];
}

interface Setting {
  readonly seed: number;
  readonly startAt: number;
  /** Of the environments, in order. */
  readonly plans: readonly PlanId[];
}

/** @param play Returns moments at which everything fell, so that everybody who is on hears of it. */
export async function onStage(
  { seed, startAt, plans }: Setting,
  play: (stage: Stage) => Promise<readonly number[]>,
): Promise<Rehearsed> {
  const chance = createChance(seed);
  const world = await createWorld(chance.fork('world'), startAt, plans);
  const people = new People(world, chance.fork('people'));
  const trace: string[] = [];
  try {
    const probes = await play({ world, people, chance, trace });
    const handed = handedOver(world);
    const ended = new Map(world.providers.flatMap((each) => [...each.ended]));
    for (const { address, on } of people.listeners) {
      const last = on.at(-1);
      if (last !== undefined) last.until ??= ended.get(address) ?? null;
    }
    const { wrong, met } = judge(
      {
        ...{ model: world.sites, listeners: people.listeners, plans: world.plans, handed },
        ended: new Set(ended.keys()),
        unsure: new Set(world.providers.flatMap((each) => [...each.unsure])),
      },
      {
        probes,
        isAboutSilence: (text) =>
          /^Estamos sem notícia do seu painel/.test(text)
            ? 'begins'
            : /^O seu painel voltou a contar/.test(text)
              ? 'ends'
              : null,
        looked: (monitor, from, until) =>
          world.looks.flatMap((each) =>
            each.monitor === monitor && each.at >= from && each.at <= until ? [each.got] : [],
          ),
      },
    );
    const unread: string[] = [];
    for (const { text } of handed)
      linesOf(text, (line) => unread.push(`a line that nobody can read: ${line}`));
    const posted = judgePosts({
      ...{ model: world.sites, taken: world.channels.taken, at: world.now() },
      knowing: people.hooksThatKnow(),
    });
    const falls = world.sites.monitors.reduce(
      (sum, { happenings }) =>
        sum + happenings.filter((each) => each.what === 'check' && each.status === 'down').length,
      0,
    );
    return {
      wrong: [
        ...new Set([
          ...wrong,
          ...posted.wrong,
          ...world.providers.flatMap((each) => each.wrong),
          ...world.failures,
          ...unread,
        ]),
      ],
      ...{ trace, falls, messages: handed.length, met: { ...met, ...posted.met, ...channelsMet(world) } },
    };
  } finally {
    world.close();
  }
}

/** What was handed over by each kind of recipient, and how often it had bad weather of its own. */
function channelsMet({ mail, telegram, channels }: World): Record<string, number> {
  const ofProvider = ({ sent, hitches }: World['mail']) => ({ handed: sent.length, hitches: hitches() });
  const met: Record<RecipientKind, ReturnType<typeof ofProvider>> = {
    email: ofProvider(mail),
    telegram: ofProvider(telegram),
    slack: ofProvider(channels.providers.slack),
    discord: ofProvider(channels.providers.discord),
    teams: ofProvider(channels.providers.teams),
    webhook: { handed: channels.taken.length, hitches: channels.hookHitches() },
  };
  return Object.fromEntries(
    recipientKinds.flatMap((kind) => [
      [`handed over by ${kind}`, met[kind].handed],
      [`bad weather of ${kind}`, met[kind].hitches],
    ]),
  );
}

/** What the providers got, in the order of its time. */
function handedOver({ providers }: World): Handed[] {
  return providers
    .flatMap((provider) =>
      provider.sent.map(({ to, text, at, isAccepted }) => ({
        ...{ to, text, at, isAccepted, isAnswerLost: provider.lost.has(text) },
        lines: linesOf(text),
      })),
    )
    .toSorted((one, other) => one.at - other.at);
}
