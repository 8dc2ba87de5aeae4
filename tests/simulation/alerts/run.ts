/**
 * `npm run test:alerts`: many sequences of changes, outages and deaths (rehearse.ts), each with its own seed.
 *
 * Options: --sequences N, --seed N (of the first sequence; the others follow). A finding names its seed, and
 * `--sequences 1 --seed N` plays it again.
 */
import { isAllRight, readRun, rehearseIn } from '../core.ts';
import { rehearse } from './rehearse.ts';

const run = readRun({ usual: { sequences: 200 } });
const { sequences, seed: first } = run.plan;

async function playAll(): Promise<boolean> {
  const wrong: string[] = [];
  const done = { changes: 0, messages: 0 };
  const met = new Map<string, number>();
  for (let seed = first; seed < first + sequences; seed += 1) {
    const rehearsed = await rehearse(seed);
    done.changes += rehearsed.changes;
    done.messages += rehearsed.messages;
    for (const [rule, times] of Object.entries(rehearsed.met)) met.set(rule, (met.get(rule) ?? 0) + times);
    if (rehearsed.wrong.length > 0) wrong.push([`--seed ${seed}`, ...rehearsed.wrong].join('\n    '));
  }
  for (const [rule, times] of met) console.log(`${rule}: ${times} times`);
  console.log(`${done.changes} changes, ${done.messages} messages`);
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
