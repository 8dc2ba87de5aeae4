/**
 * `npm run test:faults`: sign-ups under faults, then an audit of the result.
 *
 * Starts the local stack with unreliable connections (world.ts), lets customers sign up, change plans, renew, leave and
 * write to support (customers.ts, after-sale.ts) while the Worker is killed repeatedly; then stops the faults, lets an
 * hour pass if something is pending, and audits (audit.ts). `--seed` repeats the choices of an earlier run; which
 * request gets which fault also depends on timing, so a run is similar and not identical.
 *
 * Options: --signups N, --minutes N (of faults at most), --seed N, --sample (for `npm test`: few customers, always the
 * same choices).
 */
import { setTimeout as wait } from 'node:timers/promises';
import { KEYCLOAK_OPS_CLIENT_ID } from '#dev/local-values.ts';
import { demoUser } from '#dev/stand-ins/identity/index.ts';
import { OPERATOR_HEADER, OPERATOR_ROLE, operationPath } from '#domain/api-schemas/operations.ts';
import { addDays, businessDay, daysBetween } from '#domain/billing/days.ts';
import { monthOf } from '#domain/reports/days.ts';
import { programPort } from '#tests/support/journey-port.ts';
import { type Chance, createChance } from '../chance.ts';
import { isAllRight, readRun, rehearseIn } from '../core.ts';
import { leave, renew, upgrade, writeToSupport } from './after-sale.ts';
import { audit, unsettled } from './audit.ts';
import { auditLedger } from './audit-ledger.ts';
import { auditMonthLater, auditSold, awaitedReports } from './audit-sold.ts';
import { createClient } from './client.ts';
import { type Cast, type Story, signUps } from './customers.ts';
import { changeCard, setMonitorsUp, workTogether } from './sold.ts';
import { readSystemState, type SystemState } from './system-state.ts';
import { createWorld, killNowAndThen, type World } from './world.ts';

const run = readRun({
  usual: { signups: 520, minutes: 35 },
  sample: { signups: 10, minutes: 0.5, seed: 4711 },
});
const { given, seconds } = run;
const { signups: wanted, minutes, seed } = run.plan;
const WEATHER = 0.08;
/** Accounts at once, seconds between kills, and how the month afterwards is. */
const plan = given['sample']
  ? { atOnce: 10, kills: [8, 12] as const, laterKills: [2, 4] as const, laterTicks: 4 }
  : { atOnce: 32, kills: [25, 50] as const, laterKills: [5, 10] as const, laterTicks: 60 };
/** A default run must have covered at least this much; a run with options only prints what it did. */
const least = given['sample'] || given['signups'] || given['minutes'] ? null : { signUps: 500, faults: 200 };
/** Longest wait for a response or an environment after the faults. */
const PATIENCE_MS = 240_000;
/** How far to advance the Worker's clock while work is pending: six times this exceeds any retry delay. */
const LATER_MS = 600_000;
const LATER_TIMES = 6;
/** Number of checks, a second apart, before time is advanced. */
const LOOKS = 12;

/** One account, from its sign-up to its last action. */
async function live(cast: Cast): Promise<void> {
  const { chance } = cast;
  const ways = signUps.flatMap((way) => Array.from({ length: way.weight }, () => way));
  const story = await chance.pick(ways).run(cast);
  if (story.end === 'left') return;
  if (chance.hits(0.4)) await writeToSupport(cast, story);
  if (chance.hits(0.3)) await upgrade(cast, story);
  await setMonitorsUp(cast, story);
  if (chance.hits(0.5)) await workTogether(cast, story);
  if (chance.hits(0.3)) await renew(cast, story);
  if (chance.hits(0.4)) await changeCard(cast, story);
  if (chance.hits(0.1)) await leave(cast, story, chance.pick(['cancelled', 'withdrawn'] as const));
}

/** Starts accounts, `atOnce` in parallel, until there are enough or the time is over. */
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

/** Runs tomorrow's comparison today, as an operator: it finds what lost events should have reported. */
async function reconcile(world: World): Promise<void> {
  const token = await world.tokenFor(demoUser.email, {
    azp: KEYCLOAK_OPS_CLIENT_ID,
    realm_access: { roles: [OPERATOR_ROLE] },
  });
  const done = await fetch(`${world.stack().addresses.siteUrl}${operationPath('reconciliar')}`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      [OPERATOR_HEADER]: 'Ensaio de falhas',
    },
    body: '{}',
  });
  if (!done.ok) throw new Error(`reconciliar answered ${done.status}: ${await done.text()}`);
}

/**
 * Runs the scheduled work every ten minutes for an hour.
 * @returns What is still pending.
 */
async function settle(
  world: World,
  awaited: (system: SystemState) => string[] = unsettled,
): Promise<string[]> {
  for (let times = 0; ; times += 1) {
    let waiting: string[] = [];
    for (let look = 0; look < LOOKS; look += 1) {
      await world.eventsDelivered();
      // A run that takes longer than the caller waits continues in the background.
      await world
        .stack()
        .tick()
        .catch(() => undefined);
      waiting = awaited(await readSystemState(world));
      if (waiting.length === 0) return [];
      await wait(1000);
    }
    if (times === LATER_TIMES) return waiting;
    await world.killAndRestart(LATER_MS);
  }
}

/** Grace periods end after two weeks; reports are mailed in the first days of a month. */
const GRACE_OVER_DAYS = 16;
const REPORTS_OUT_ON = 4;

/**
 * Advances into the first days of a month, with faults while grace periods end and reports are mailed.
 * @returns The finished month.
 */
async function aMonthLater(world: World, chance: Chance): Promise<string> {
  const today = businessDay(world.now());
  let until = addDays(today, GRACE_OVER_DAYS);
  while (Number(until.slice(8)) !== REPORTS_OUT_ON) until = addDays(until, 1);
  await world.passDays(daysBetween(today, until));
  console.log(`É ${until}: prazos terminados, relatórios do mês`);
  world.setWeather(WEATHER * 2);
  let isStorm = true;
  const killing = killNowAndThen(world, chance, plan.laterKills, () => !isStorm);
  for (let tick = 0; tick < plan.laterTicks; tick += 1) {
    await world
      .stack()
      .tick()
      .catch(() => undefined);
    await wait(500);
  }
  isStorm = false;
  await killing;
  world.setWeather(0);
  await world.killAndRestart(LATER_MS);
  return monthOf(addDays(until, -REPORTS_OUT_ON));
}

const total = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((sum, each) => sum + each, 0);

function printFigures(
  world: World,
  stories: readonly Story[],
  longestWaits: ReadonlyMap<string, number>,
): void {
  const kinds = Map.groupBy(stories, ({ kind }) => kind);
  console.log(`\nCadastros: ${stories.length}`);
  for (const [kind, ofKind] of kinds) console.log(`  ${kind}: ${ofKind.length}`);
  console.log(`Falhas injetadas: ${total(world.faults)}`);
  for (const [name, times] of [...world.faults].sort()) console.log(`  ${name}: ${times}`);
  console.log('Maior espera até uma resposta definitiva, pelo último motivo dito:');
  for (const [code, ms] of longestWaits) console.log(`  ${code}: ${(ms / 1000).toFixed(0)} s`);
}

async function play(world: World): Promise<boolean> {
  let isOver = false;
  const stories: Story[] = [];
  const badUntil = Date.now() + minutes * 60_000;
  let calmSince = Infinity;
  const client = createClient(world, () => calmSince + PATIENCE_MS);
  let done = 0;
  const isLate = (): boolean => Date.now() > badUntil;
  const isEnough = (): boolean => stories.length >= wanted || isLate();
  world.setWeather(WEATHER);

  /** Injects faults until this share of the accounts is done. */
  const stormUntil = async (name: string, share: number): Promise<void> => {
    let isStorm = true;
    const killing = killNowAndThen(world, chance.fork(name), plan.kills, () => !isStorm);
    while (done < wanted * share && !isLate() && !isOver) await wait(200);
    isStorm = false;
    await killing;
  };
  const weather = async (): Promise<void> => {
    await stormUntil('kills', 0.45);
    // Changing the card entry mode is one more interruption.
    await world.changeCardEntry('hosted');
    await stormUntil('more kills', 0.9);
    world.setWeather(0);
    await world.killAndRestart(LATER_MS);
    calmSince = Date.now();
    console.log(`Tempo bom depois de ${seconds()}, ${done} cadastros prontos`);
  };
  const people = { world, client, chance: chance.fork('people'), stories };
  const comeAll = async (): Promise<string[]> => {
    const failures = await letThemCome(people, isEnough, () => {
      done += 1;
      if (done % 50 === 0) console.log(`${done} cadastros, ${total(world.faults)} falhas (${seconds()})`);
    });
    isOver = true;
    return failures;
  };
  const [failures] = await Promise.all([comeAll(), weather()]);
  console.log(`Todos atendidos depois de ${seconds()}; esperando que tudo se acomode`);
  await settle(world);
  await reconcile(world);
  const waiting = await settle(world);
  const findings = audit(await readSystemState(world), stories);
  const month = await aMonthLater(world, chance.fork('later'));
  const waitingLater = await settle(world, (system) => [
    ...unsettled(system),
    ...awaitedReports(system, stories, month),
  ]);
  const later = await readSystemState(world);
  const findingsLater = [
    ...auditMonthLater(later, stories, month),
    ...auditSold(later, stories),
    ...auditLedger(later),
  ];
  printFigures(world, stories, client.longestWaits);
  const isLittle = least && (stories.length < least.signUps || total(world.faults) < least.faults);
  const problems = [
    ...(isLittle
      ? [`pouco: ${stories.length} cadastros e ${total(world.faults)} falhas em ${minutes} min`]
      : []),
    ...waiting.map((each) => `parado: ${each}`),
    ...waitingLater.map((each) => `parado um mês depois: ${each}`),
    ...failures.map((each) => `sem fim: ${each}`),
    ...client.odd.map((each) => `resposta 500: ${each}`),
    ...findings.map(({ rule, about }) => `${rule}: ${about}`),
    ...findingsLater.map(({ rule, about }) => `um mês depois, ${rule}: ${about}`),
  ];
  return isAllRight(run, problems);
}

const chance = createChance(seed);
await rehearseIn(
  run,
  `; ${wanted} cadastros, no máximo ${minutes} min de falhas`,
  () => createWorld(programPort('faults'), chance),
  play,
  (world) => world.stop(),
);
