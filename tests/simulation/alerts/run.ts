/**
 * `npm run test:alerts`: the sequences with a name (scenarios.ts), then drawn ones (rehearse.ts), each with its own seed.
 *
 * Options: --sequences N, --seed N (of the first one; the others follow), --scenario TEXT (those with it in their name),
 * --shortest (leaves out every act without which the finding stays), --trace (says what was done). A finding names its
 * sequence; `--scenario no --sequences 1 --seed N` plays one again.
 */
import { isAllRight, readRun, rehearseIn } from '../core.ts';
import { rehearse } from './rehearse.ts';
import { playScenario, scenarios } from './scenarios.ts';
import type { Rehearsed } from './stage.ts';

const run = readRun({
  usual: { sequences: 20 },
  more: { shortest: { type: 'boolean' }, trace: { type: 'boolean' }, scenario: { type: 'string' } },
});
const { sequences, seed: first } = run.plan;

/** The rule, and the first words of what broke it. */
const ruleOf = (finding: string): string => finding.split(':')[0] ?? '';

/** Leaves out acts, half of them at a time, then fewer, while the same rule is broken. */
async function shortest(seed: number, found: Rehearsed): Promise<Rehearsed> {
  const rule = ruleOf(found.wrong[0] ?? '');
  const numbers = found.trace.flatMap((each) => /^(\d+)\./.exec(each)?.[1] ?? []).map(Number);
  let kept = numbers;
  let best = found;
  for (let size = Math.ceil(kept.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let at = 0; at < kept.length; ) {
      const tried = kept.filter((_, index) => index < at || index >= at + size);
      const rehearsed = await rehearse(seed, { only: new Set(tried) });
      if (rehearsed.wrong.some((each) => ruleOf(each) === rule)) {
        kept = tried;
        best = rehearsed;
      } else at += size;
    }
  return best;
}

const wrong: string[] = [];
const done = { falls: 0, messages: 0 };
const met = new Map<string, number>();

/** One finding of each rule, with how many there are: the others say the same. */
function oneOfEach(findings: readonly string[]): string[] {
  const byRule = new Map<string, string[]>();
  for (const each of findings) byRule.set(ruleOf(each), [...(byRule.get(ruleOf(each)) ?? []), each]);
  return [...byRule].map(([, [first = '', ...others]]) =>
    others.length === 0 ? first : `${first} (+${others.length})`,
  );
}

function note(name: string, rehearsed: Rehearsed): void {
  done.falls += rehearsed.falls;
  done.messages += rehearsed.messages;
  for (const [rule, times] of Object.entries(rehearsed.met)) met.set(rule, (met.get(rule) ?? 0) + times);
  if (rehearsed.wrong.length === 0) return;
  const isTold = run.given['shortest'] === true || run.given['trace'] === true;
  wrong.push([name, ...oneOfEach(rehearsed.wrong), ...(isTold ? rehearsed.trace : [])].join('\n    '));
}

async function playAll(): Promise<boolean> {
  const wanted = String(run.given['scenario'] ?? '');
  for (const name of Object.keys(scenarios)) if (name.includes(wanted)) note(name, await playScenario(name));
  for (let seed = first; seed < first + sequences; seed += 1) {
    const rehearsed = await rehearse(seed);
    const isShortened = rehearsed.wrong.length > 0 && run.given['shortest'] === true;
    note(`--seed ${seed}`, isShortened ? await shortest(seed, rehearsed) : rehearsed);
  }
  // A rule with nothing to judge, or a channel without messages or bad weather, proved nothing.
  if (wanted === '') for (const [rule, times] of met) if (times === 0) wrong.push(`not met: ${rule}`);
  for (const [rule, times] of [...met].toSorted(([one], [other]) => one.localeCompare(other)))
    console.log(`${rule}: ${times} times`);
  console.log(`${done.falls} failed checks, ${done.messages} messages`);
  return isAllRight(run, wrong);
}

// Each sequence has a world of its own.
await rehearseIn(
  run,
  `; ${sequences} sequências`,
  () => null,
  playAll,
  async () => {},
);
