/**
 * The summary of `npm test`: steps with their times, the slowest tests, the failures with their reasons, and the total.
 */
import { stripVTControlCharacters } from 'node:util';
import { hasFailed, type StepResult, type TimedTest } from './test-steps.ts';

/** How many of the slowest tests to list. */
const SLOWEST = 10;
/** Lines of a failure repeated at the end; the step itself showed all of them. */
const FAILURE_LINES = 12;
/** Share of tests that may need their retry (`retries` in test-scope.ts); more of them fail the run. */
const FLAKY_AT_MOST = 1 / 1_500;
/** A stack line outside of this project. */
const FRAME_OF_OTHERS = /^\s+at .*(node_modules|<anonymous>|node:internal)/;

const done: (StepResult & { readonly title: string; readonly milliseconds: number })[] = [];

const asSeconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;

/** Runs a step and counts it; true when nothing failed. Buffered output is shown at its end. */
export async function step(title: string, run: () => Promise<StepResult>): Promise<boolean> {
  const began = performance.now();
  console.log(`\n── ${title}`);
  const { said = '', ...result } = await run();
  const milliseconds = performance.now() - began;
  done.push({ ...result, title, milliseconds });
  const outcome = result.failed === 0 ? 'ok' : `${result.failed} com falha`;
  if (said !== '') console.log(`\n${said.trim()}`);
  console.log(`── ${title}: ${outcome} (${asSeconds(milliseconds)})`);
  return result.failed === 0;
}

/** A test with the beginning of its failure. */
function withReason({ name, failure = '' }: TimedTest): string {
  const said = stripVTControlCharacters(failure)
    .trim()
    .split('\n')
    .filter((line) => !FRAME_OF_OTHERS.test(line));
  return [`✗ ${name}`, ...said.slice(0, FAILURE_LINES).map((line) => `    ${line}`)].join('\n');
}

/** A step's failed tests with their reasons; the step itself when it has none to name. */
function failuresIn({ title, failed, tests = [] }: (typeof done)[number]): readonly string[] {
  const named = tests.filter(hasFailed);
  return failed > 0 && named.length === 0 ? [`✗ ${title}`] : named.map(withReason);
}

function printList(title: string, lines: readonly string[]): void {
  if (lines.length > 0) console.log(`\n${title}\n${lines.join('\n')}`);
}

/** Prints the steps and sets the exit code; the last line is `N passed, N failed`. */
export function printSummary(): void {
  const line = (milliseconds: number, what: string): void =>
    console.log(`${asSeconds(milliseconds).padStart(9)}  ${what}`);
  console.log('\nTempo de cada etapa');
  for (const { title, milliseconds, passed, failed, skipped } of done) {
    const counts = [`${passed} passed`, `${failed} failed`, ...(skipped > 0 ? [`${skipped} skipped`] : [])];
    line(milliseconds, `${title} (${counts.join(', ')})`);
  }
  const slowest = done
    .flatMap(({ tests = [] }) => tests)
    .toSorted((a, b) => b.milliseconds - a.milliseconds)
    .slice(0, SLOWEST);
  if (slowest.length > 0) console.log('\nTestes mais lentos');
  for (const { name, milliseconds } of slowest) line(milliseconds, name);

  const flaky = done.flatMap(({ tests = [] }) => tests).filter(({ isFlaky }) => isFlaky);
  const sum = (of: 'passed' | 'failed' | 'skipped'): number =>
    done.reduce((total, each) => total + each[of], 0);
  const refused = flaky.length > Math.max(1, sum('passed') * FLAKY_AT_MOST) ? flaky.length : 0;
  const verdict = refused > 0 ? 'são tantos que contam como falhas' : 'um defeito a procurar';
  printList(`Só passaram na segunda tentativa: ${verdict}`, flaky.map(withReason));
  printList('Falhas', done.flatMap(failuresIn));

  if (sum('skipped') > 0) console.log(`\n${sum('skipped')} skipped`);
  const failed = sum('failed') + refused;
  process.exitCode = failed === 0 ? 0 : 1;
  console.log(`\n${sum('passed') - refused} passed, ${failed} failed`);
}
