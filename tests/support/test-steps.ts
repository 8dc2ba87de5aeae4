/** The steps of `npm test`: each runs a tool, shows its output, and counts from the tool's own report. */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '#dev/project-root.ts';
import { testOutputDir } from './journey-port.ts';

/** One test with its duration and, if it failed, the reason; `isFlaky` when the retry passed. */
export interface TimedTest {
  readonly name: string;
  readonly milliseconds: number;
  readonly failure?: string;
  readonly isFlaky?: boolean;
}

/** True when the retry failed too. */
export const hasFailed = ({ failure, isFlaky = false }: TimedTest): boolean =>
  failure !== undefined && !isFlaky;

/** Nice value: about a third of the usual share of a busy processor, so that no test runs out of time. */
export const PATIENT = 5;
/** Nice value: hardly more than what nobody else uses; for what has no time limit. */
export const LAST = 19;

export interface StepResult {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly tests?: readonly TimedTest[];
  /** Output that is buffered until the end. */
  readonly said?: string;
}

type Environment = Readonly<Record<string, string>>;

const reports = join(testOutputDir, 'reports');
/** The result of a step without tests. */
export const nothing: StepResult = { passed: 0, failed: 0, skipped: 0 };

/** Whether a program's output is shown live, or buffered until its end because another step is printing. */
export type Output = 'live' | 'buffered';

interface Ended {
  readonly endedWell: boolean;
  readonly said: string;
}

/**
 * Runs a program in the project's folder.
 * @param nice Leaves the processors to the steps beside it.
 */
function run(
  command: string,
  args: readonly string[],
  env: Environment = {},
  output: Output = 'live',
  nice = 0,
): Promise<Ended> {
  return new Promise((resolve) => {
    const said: Buffer[] = [];
    const program = spawn(command, args, {
      cwd: projectRoot,
      stdio: output === 'live' ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    });
    if (nice > 0 && program.pid !== undefined) setPriority(program.pid, nice);
    for (const stream of [program.stdout, program.stderr])
      stream?.on('data', (chunk: Buffer) => said.push(chunk));
    program
      .once('error', ({ message }) => resolve({ endedWell: false, said: message }))
      .once('close', (code) => resolve({ endedWell: code === 0, said: Buffer.concat(said).toString() }));
  });
}

/** Runs a program with this process's Node. */
const runNode = (
  script: string,
  args: readonly string[],
  env?: Environment,
  output?: Output,
  nice?: number,
): Promise<Ended> => run(process.execPath, [join(projectRoot, script), ...args], env, output, nice);

/** Runs a script of package.json with the npm that runs this one. */
function runScript(name: string, output?: Output): Promise<Ended> {
  const npm = process.env['npm_execpath'];
  const words = ['run', '--silent', name];
  return npm ? run(process.execPath, [npm, ...words], {}, output) : run('npm', words, {}, output);
}

/** Removes an old report, so that it is never counted. */
function freshReport(name: string): string {
  mkdirSync(reports, { recursive: true });
  const path = join(reports, `${name}.json`);
  rmSync(path, { force: true });
  return path;
}

function readReport<T>(path: string): T | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as T;
  } catch {
    return null; // The tool broke before writing it: the caller counts that as a failure.
  }
}

/** Counts a failure outside of any test (a syntax error, a crash) as one failure. */
function settled(counted: StepResult, endedWell: boolean): StepResult {
  return endedWell || counted.failed > 0 ? counted : { ...counted, failed: 1 };
}

/** Package scripts that check the sources. All of them run even if the first fails. */
export async function checkStep(scripts: readonly string[], output?: Output): Promise<StepResult> {
  const ended: Ended[] = [];
  for (const script of scripts) ended.push(await runScript(script, output));
  return {
    ...nothing,
    failed: ended.filter(({ endedWell }) => !endedWell).length,
    said: ended.map(({ said }) => said).join(''),
  };
}

/**
 * A program judged by its exit code, counted as one test.
 * @param nice `PATIENT` or `LAST`.
 */
export async function programStep(
  script: string,
  args: readonly string[],
  output?: Output,
  nice?: number,
): Promise<StepResult> {
  const began = performance.now();
  const { endedWell, said } = await runNode(script, args, {}, output, nice);
  return {
    ...nothing,
    passed: endedWell ? 1 : 0,
    failed: endedWell ? 0 : 1,
    tests: [{ name: [script, ...args].join(' '), milliseconds: performance.now() - began }],
    said,
  };
}

interface VitestReport {
  readonly numPassedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly duration?: number | null;
      readonly failureMessages?: readonly string[] | null;
    }[];
  }[];
}

/** A file that cannot be loaded reports no test; it counts as one failure. */
function failuresOf({ testResults }: VitestReport): number {
  return testResults.reduce((sum, file) => {
    const failed = file.assertionResults.filter(({ status }) => status === 'failed').length;
    return sum + (failed === 0 && file.status === 'failed' ? 1 : failed);
  }, 0);
}

const shortPath = (file: string): string => file.slice(file.indexOf('/tests/') + '/tests/'.length);

function testsIn({
  name,
  status,
  message,
  assertionResults,
}: VitestReport['testResults'][number]): readonly TimedTest[] {
  const file = shortPath(name);
  const tests = assertionResults.map(({ fullName, duration, failureMessages, ...test }) => ({
    name: `${file}: ${fullName}`,
    milliseconds: duration ?? 0,
    // A test that passed on retry has the messages of its first try.
    ...((test.status === 'failed' || failureMessages?.length) && {
      failure: failureMessages?.join('\n') ?? '',
      isFlaky: test.status === 'passed',
    }),
  }));
  const isFileAtFault = status === 'failed' && !tests.some(hasFailed);
  return isFileAtFault ? [...tests, { name: file, milliseconds: 0, failure: message ?? '' }] : tests;
}

/**
 * Vitest projects; a requested project without tests is a failure.
 * @param shard Which part of the files, as `1/2`.
 * @param isPatient Leaves the processors to the steps beside it.
 */
export async function vitestStep(
  projects: readonly string[],
  rest: readonly string[],
  {
    env,
    output,
    shard,
    isPatient,
  }: {
    readonly env?: Environment;
    readonly output?: Output;
    readonly shard?: string | undefined;
    readonly isPatient?: boolean;
  } = {},
): Promise<StepResult> {
  const path = freshReport(['vitest', ...projects, ...(shard?.split('/') ?? [])].join('-'));
  const { endedWell, said } = await runNode(
    'node_modules/vitest/vitest.mjs',
    [
      'run',
      ...projects.map((project) => `--project=${project}`),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${path}`,
      ...(shard === undefined ? [] : [`--shard=${shard}`]),
      ...rest,
    ],
    env,
    output,
    isPatient ? PATIENT : 0,
  );
  const report = readReport<VitestReport>(path);
  if (!report) return settled({ ...nothing, said }, false);
  const empty = projects.filter(
    (project) => !report.testResults.some(({ name }) => name.includes(`/tests/${project}/`)),
  );
  for (const project of empty) console.error(`Nenhum teste rodou em tests/${project}.`);
  return settled(
    {
      passed: report.numPassedTests,
      failed: failuresOf(report) + empty.length,
      skipped: report.numPendingTests + report.numTodoTests,
      tests: report.testResults.flatMap(testsIn),
      said,
    },
    endedWell,
  );
}

interface PlaywrightSuite {
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs: readonly {
    readonly file: string;
    readonly title: string;
    readonly tests: readonly {
      readonly status: 'expected' | 'unexpected' | 'flaky' | 'skipped';
      readonly results: readonly {
        readonly duration: number;
        readonly errors: readonly { readonly message?: string }[];
      }[];
    }[];
  }[];
}

interface PlaywrightReport {
  readonly suites: readonly PlaywrightSuite[];
  readonly stats: {
    readonly expected: number;
    readonly unexpected: number;
    readonly flaky: number;
    readonly skipped: number;
  };
}

const journeysIn = ({ suites = [], specs }: PlaywrightSuite): readonly TimedTest[] => [
  ...specs.flatMap(({ file, title, tests }) =>
    tests.map(({ status, results }) => ({
      name: `${file}: ${title}`,
      milliseconds: results.reduce((sum, { duration }) => sum + duration, 0),
      ...((status === 'unexpected' || status === 'flaky') && {
        failure: results.flatMap(({ errors }) => errors.map(({ message = '' }) => message)).join('\n'),
        isFlaky: status === 'flaky',
      }),
    })),
  ),
  ...suites.flatMap(journeysIn),
];

/** Journeys in the browser. */
export async function playwrightStep(rest: readonly string[], env?: Environment): Promise<StepResult> {
  const path = freshReport('playwright');
  const { endedWell } = await runNode(
    'node_modules/@playwright/test/cli.js',
    ['test', '--reporter=list,json', ...rest],
    { PLAYWRIGHT_JSON_OUTPUT_NAME: path, ...env },
  );
  const report = readReport<PlaywrightReport>(path);
  if (!report) return settled(nothing, false);
  const { expected, unexpected, flaky, skipped } = report.stats;
  if (expected + unexpected + flaky + skipped === 0) console.error('Nenhum teste rodou em tests/e2e.');
  return settled(
    {
      passed: expected + flaky,
      failed: unexpected,
      skipped,
      tests: report.suites.flatMap(journeysIn),
    },
    endedWell && expected + flaky > 0,
  );
}
