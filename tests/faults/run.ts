/**
 * `npm run test:faults`: sign-ups on a bad day, then the question whether everything adds up.
 *
 * Starts the local stack with bad lines in between (world.ts), lets people sign up, change plans, be renewed, leave and
 * write (customers.ts, after-sale.ts) while the Worker is killed again and again, then calms down, waits until nothing
 * moves any more, and audits (audit.ts). `--seed` repeats the choices of an earlier run; which request meets which
 * fault also depends on the machine, so a run is alike and not the same.
 *
 * Options: --signups N, --minutes N (of bad weather at most), --seed N, --port N, --sample (two minutes, for `npm test`).
 */
import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { KEYCLOAK_OPS_CLIENT_ID } from '#dev/local-values.ts';
import { demoUser } from '#dev/stand-ins/identity/index.ts';
import { OPERATOR_HEADER, OPERATOR_ROLE } from '#domain/contracts/operations.ts';
import { operationPath } from '#domain/contracts/routes.ts';
import { leave, renew, upgrade, writeToSupport } from './after-sale.ts';
import { audit, unsettled } from './audit.ts';
import { createClient } from './client.ts';
import { type Cast, type Story, signUps } from './customers.ts';
import { type Chance, createChance } from './random.ts';
import { readTruth } from './truth.ts';
import { createWorld, killNowAndThen, type World } from './world.ts';

const { values } = parseArgs({
  options: {
    signups: { type: 'string' },
    minutes: { type: 'string' },
    seed: { type: 'string' },
    port: { type: 'string', default: '4700' },
    sample: { type: 'boolean', default: false },
  },
});

const plan = values.sample
  ? { signUps: 60, minutes: 1, atOnce: 20, weather: 0.06, kills: [8, 16] as const }
  : { signUps: 520, minutes: 25, atOnce: 24, weather: 0.08, kills: [20, 45] as const };
const wanted = Number(values.signups ?? plan.signUps);
const minutes = Number(values.minutes ?? plan.minutes);
const seed = Number(values.seed ?? randomInt(1_000_000));
/** Longer than the longest lease and its sweep: what is not settled by then is stuck. */
const SETTLE_MS = 300_000;

/** One account from its sign-up to whatever it does afterwards. */
async function live(cast: Cast): Promise<void> {
  const { chance } = cast;
  const ways = signUps.flatMap((way) => Array.from({ length: way.weight }, () => way));
  const story = await chance.pick(ways).run(cast);
  if (chance.hits(0.4)) await writeToSupport(cast, story);
  if (chance.hits(0.3)) await upgrade(cast, story);
  if (chance.hits(0.3)) await renew(cast, story);
  if (chance.hits(0.1)) await leave(cast, story, chance.pick(['cancelled', 'withdrawn'] as const));
}

/** Lets accounts come in, `atOnce` at a time, until there are enough or the time is over. */
async function letThemCome(cast: Cast, isEnough: () => boolean, onDone: () => void): Promise<string[]> {
  const failures: string[] = [];
  const one = async (lane: number): Promise<void> => {
    for (let turn = 0; !isEnough(); turn += 1) {
      try {
        await live({ ...cast, chance: cast.chance.fork(`lane ${lane} turn ${turn}`) });
      } catch (error) {
        failures.push(error instanceof Error ? error.message : String(error));
      }
      onDone();
    }
  };
  await Promise.all(Array.from({ length: plan.atOnce }, (_, lane) => one(lane)));
  return failures;
}

/** The comparison of the next day, asked for by an operator today: it finds what lost events should have told. */
async function reconcile(world: World): Promise<void> {
  const token = await world.tokenFor(demoUser.email, {
    azp: KEYCLOAK_OPS_CLIENT_ID,
    realm_access: { roles: [OPERATOR_ROLE] },
  });
  const done = await fetch(`${world.stack().addresses.siteUrl}${operationPath('reconciliar')}`, {
    method: 'POST',
    headers: {
      ...{ Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      [OPERATOR_HEADER]: 'Ensaio de falhas',
    },
    body: '{}',
  });
  if (!done.ok) throw new Error(`reconciliar answered ${done.status}: ${await done.text()}`);
}

/** Runs the scheduled work until nothing waits any more. @returns What still waits when patience is over. */
async function settle(world: World): Promise<string[]> {
  const until = Date.now() + SETTLE_MS;
  for (;;) {
    await world.eventsDelivered();
    // A run that takes longer than the caller waits goes on without it.
    await world
      .stack()
      .tick()
      .catch(() => undefined);
    const waiting = unsettled(await readTruth(world));
    if (waiting.length === 0 || Date.now() > until) return waiting;
    await wait(1000);
  }
}

const seconds = (since: number): string => `${((Date.now() - since) / 1000).toFixed(0)} s`;
const total = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((sum, each) => sum + each, 0);

function printFigures(
  world: World,
  stories: readonly Story[],
  longestWaits: ReadonlyMap<string, number>,
): void {
  const kinds = Map.groupBy(stories, ({ kind }) => kind);
  console.log(`\nCadastros: ${stories.length}`);
  for (const [kind, told] of kinds) console.log(`  ${kind}: ${told.length}`);
  console.log(`Falhas injetadas: ${total(world.faults)}`);
  for (const [name, times] of [...world.faults].sort()) console.log(`  ${name}: ${times}`);
  console.log('Maior espera até uma resposta definitiva, pelo último motivo dito:');
  for (const [code, ms] of longestWaits) console.log(`  ${code}: ${(ms / 1000).toFixed(0)} s`);
}

async function main(): Promise<boolean> {
  const began = Date.now();
  const chance: Chance = createChance(seed);
  console.log(
    `Semente ${seed} (repita com --seed ${seed}); ${wanted} cadastros, no máximo ${minutes} min de falhas`,
  );
  const world = await createWorld(Number(values.port), chance);
  let isOver = false;
  try {
    const stories: Story[] = [];
    const badUntil = Date.now() + minutes * 60_000;
    const client = createClient(world, () => badUntil + SETTLE_MS);
    let done = 0;
    const isLate = (): boolean => Date.now() > badUntil;
    const isEnough = (): boolean => stories.length >= wanted || isLate();
    world.setWeather(plan.weather);

    /** Bad weather until this share of the accounts has got through it; the last ones may wait for a lease. */
    const stormUntil = async (name: string, share: number): Promise<void> => {
      let isStorm = true;
      const killing = killNowAndThen(world, chance.fork(name), plan.kills, () => !isStorm);
      while (done < wanted * share && !isLate() && !isOver) await wait(200);
      isStorm = false;
      await killing;
    };
    const weather = async (): Promise<void> => {
      await stormUntil('kills', 0.45);
      // The change of where the card is typed is one more interruption.
      await world.changeCardEntry('hosted');
      await stormUntil('more kills', 0.9);
      world.setWeather(0);
      console.log(`Falhas no fim depois de ${seconds(began)}; esperando que tudo se acomode`);
    };
    const calmed = weather();
    const people = { world, client, chance: chance.fork('people'), stories };
    const failures = await letThemCome(people, isEnough, () => {
      done += 1;
    });
    isOver = true;
    await calmed;
    await settle(world);
    await reconcile(world);
    const waiting = await settle(world);
    const findings = audit(await readTruth(world), stories);
    printFigures(world, stories, client.longestWaits);
    const problems = [
      ...waiting.map((each) => `parado: ${each}`),
      ...failures.map((each) => `sem fim: ${each}`),
      ...client.odd.map((each) => `resposta 500: ${each}`),
      ...findings.map(({ rule, about }) => `${rule}: ${about}`),
    ];
    for (const problem of problems) console.log(`✗ ${problem}`);
    console.log(
      `\n${problems.length === 0 ? 'Tudo confere' : `${problems.length} problemas`} (${seconds(began)}, semente ${seed})`,
    );
    return problems.length === 0;
  } finally {
    await world.stop();
  }
}

process.exitCode = (await main()) ? 0 : 1;
