/**
 * `npm run test:alerts`: many sequences of changes, outages and deaths (rehearse.ts), each with its own seed.
 *
 * Options: --sequences N, --seed N (of the first sequence; the others follow). A finding names its seed, and
 * `--sequences 1 --seed N` plays it again.
 */
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { rehearse } from './rehearse.ts';

const { values } = parseArgs({
  options: { sequences: { type: 'string', default: '200' }, seed: { type: 'string' } },
});
const sequences = Number(values.sequences);
const first = values.seed === undefined ? randomInt(1_000_000) : Number(values.seed);
if (!(Number.isSafeInteger(sequences) && sequences > 0 && Number.isSafeInteger(first))) {
  throw new Error('--sequences and --seed are whole numbers.');
}

let failed = 0;
let changes = 0;
let messages = 0;
const met = new Map<string, number>();
for (let seed = first; seed < first + sequences; seed += 1) {
  const rehearsed = await rehearse(seed);
  changes += rehearsed.changes;
  messages += rehearsed.messages;
  for (const [rule, times] of Object.entries(rehearsed.met)) met.set(rule, (met.get(rule) ?? 0) + times);
  if (rehearsed.wrong.length === 0) continue;
  failed += 1;
  console.error(`✗ --seed ${seed}\n${rehearsed.wrong.map((line) => `    ${line}`).join('\n')}`);
}
for (const [rule, times] of met) console.log(`${rule}: ${times} times`);
console.log(`${changes} changes, ${messages} messages, from seed ${first}`);
console.log(`${sequences - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
