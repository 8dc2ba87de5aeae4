/**
 * `npm run test:simulation`: random sequences of purchases, changes, cancellations, refusals and faults; after each
 * step, every rule of the contract is checked (judge.ts).
 *
 * Plays the known sequences first. A failing sequence is shrunk and printed step by step, as known sequences are written.
 *
 * Options: --steps N (at least), --seed N, --at N (only the Nth sequence of that seed), --only RULE (comma-separated),
 * --lanes N (in parallel), --unknown (without the known sequences), --as-is (do not shrink), --keep-going (look for
 * findings of other kinds), --sample (for `npm test`).
 */
import { inspect } from 'node:util';
import fc from 'fast-check';
import { programPort } from '#tests/support/journey-port.ts';
import { readRun, rehearseIn } from './core.ts';
import { type Finding, kindOf, type Rule, ruleNames } from './judge.ts';
import { knownSequences } from './known-sequences.ts';
import { knownAboutSold } from './known-sold.ts';
import { play } from './play.ts';
import { noteRehearsed, sayRehearsed } from './rehearsed.ts';
import { shrink } from './shrink.ts';
import { type Sequence, sequences } from './steps.ts';
import { createWorld, type World } from './world.ts';

const run = readRun({
  usual: { steps: 20_000, lanes: 2 },
  sample: { steps: 400, seed: 20_927, lanes: 1 },
  more: {
    ...{ at: { type: 'string' }, only: { type: 'string' } },
    ...{ 'as-is': { type: 'boolean' }, unknown: { type: 'boolean' }, 'keep-going': { type: 'boolean' } },
  },
});
const { plan, given, seconds } = run;
const { seed } = plan;
const only = given['at'] === undefined ? null : Number(given['at']);
const rules = ((given['only'] as string | undefined)?.split(',') ?? ruleNames) as readonly Rule[];
const SHRINK_MS = 180_000;

const drawn = (index: number): Sequence =>
  fc.sample(sequences, { seed: seed + index, numRuns: 1 })[0] as Sequence;

const tally = { sequences: 0, steps: 0, days: 0 };
/** Kinds of findings already reported: a run that continues looks for others. */
const known = new Set<string>();
/** A step is a command, or a day with scheduled work: both are judged. */
const count = (commands: number, days: number): void =>
  void Object.assign(tally, { steps: tally.steps + commands + days, days: tally.days + days });

/** A sequence with the answer to each step. */
function saySequence({ from, steps }: Sequence, answers: readonly string[]): string {
  // As plain objects, which drawn ones are not.
  const plain = JSON.parse(JSON.stringify(steps)) as typeof steps;
  const lines = plain.map((step, index) => {
    const said = inspect(step, { breakLength: Infinity });
    return `  ${index + 1}. ${said} → ${answers[index] ?? '(não tocado)'}`;
  });
  return [`  Começa em ${from}.`, ...lines].join('\n');
}

/** Shrinks a failing sequence and prints how to repeat it. */
async function report(world: World, name: string, sequence: Sequence, found: Finding): Promise<void> {
  const until = Date.now() + SHRINK_MS;
  const isOther = (each: Finding): boolean => kindOf(each) !== kindOf(found);
  const fails = async (candidate: Sequence): Promise<number | null> => {
    const { findings, done } = await play(world, candidate, [found.rule], isOther);
    return findings.length > 0 ? done : null;
  };
  const small = given['as-is'] ? sequence : await shrink(sequence, fails, () => Date.now() > until);
  const { findings, answers } = await play(world, small, [found.rule], isOther);
  console.log(`\n✗ ${name}, regra "${found.rule}":`);
  for (const { what } of findings) console.log(`  ${what}`);
  console.log(saySequence(small, answers));
}

async function playKnown(world: World): Promise<boolean> {
  let isRight = true;
  for (const { name, sequence, problems } of [...knownSequences, ...knownAboutSold]) {
    const { findings, facts, answers, done, days } = await play(world, sequence, rules);
    count(done, days);
    noteRehearsed(facts);
    const wrong = [
      ...findings.map(({ what }) => what),
      ...(findings.length > 0 ? [] : (problems?.(facts) ?? [])),
    ];
    if (wrong.length === 0) continue;
    isRight = false;
    console.log(`\n✗ ${name}:`);
    for (const what of wrong) console.log(`  ${what}`);
    console.log(saySequence(sequence, answers));
  }
  return isRight;
}

/**
 * Plays random sequences until there are enough steps or a finding.
 * @returns True without a finding.
 */
async function search(world: World, next: () => number | null): Promise<boolean> {
  let isRight = true;
  for (let index = next(); index !== null; index = next()) {
    const sequence = drawn(index);
    const { findings, done, days, facts } = await play(world, sequence, rules, (each) =>
      known.has(kindOf(each)),
    );
    noteRehearsed(facts);
    tally.sequences += 1;
    count(done, days);
    if (tally.sequences % 25 === 0)
      console.log(`${tally.sequences} sequências, ${tally.steps} passos (${seconds()})`);
    const [finding] = findings;
    if (finding === undefined) continue;
    isRight = false;
    known.add(kindOf(finding));
    console.log(`\nAchado depois de ${tally.steps} passos (--seed ${seed} --at ${index}): ${finding.what}`);
    await report(
      world,
      `sequência ${index} da semente ${seed} (--seed ${seed} --at ${index})`,
      { ...sequence, steps: sequence.steps.slice(0, done) },
      finding,
    );
    if (!given['keep-going']) return false;
  }
  return isRight;
}

async function playAll(worlds: readonly World[]): Promise<boolean> {
  const [first] = worlds;
  const isKnownRight =
    given['unknown'] === true || only !== null || first === undefined || (await playKnown(first));
  let index = -1;
  let isOver = false;
  const next = (): number | null => {
    if (isOver || (only === null && tally.steps >= plan.steps) || (only !== null && index >= 0)) return null;
    index += 1;
    return only ?? index;
  };
  const right = await Promise.all(
    worlds.map(async (world) => {
      const isRight = await search(world, next);
      if (!isRight && !given['keep-going']) isOver = true;
      return isRight;
    }),
  );
  const isRight = isKnownRight && right.every(Boolean);
  const figures = `${tally.sequences} sequências, ${tally.steps} passos, ${tally.days} deles dias`;
  console.log(`\nNo caminho: ${sayRehearsed()}`);
  console.log(`${isRight ? 'Tudo confere' : 'Há achados'}: ${figures} (${seconds()}, semente ${seed})`);
  return isRight;
}

// Next to the ports of the faults' stack, which this run does not use.
const port = programPort('faults') + 60;
await rehearseIn(
  run,
  `; ao menos ${plan.steps} passos`,
  () => Promise.all(Array.from({ length: plan.lanes }, (_, lane) => createWorld(port + lane))),
  playAll,
  (worlds) => Promise.all(worlds.map((world) => world.stop())),
);
