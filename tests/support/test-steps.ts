/**
 * The steps of `npm test`: each runs a tool, shows what it says, and counts from the tool's own report.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '#dev/project-root.ts';
import { testOutputDir } from './journey-port.ts';

export interface StepResult {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

const reports = join(testOutputDir, 'reports');

/** Runs a Node program with this very Node; true when it ends well. */
function run(script: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): boolean {
  const { status } = spawnSync(process.execPath, [join(projectRoot, script), ...args], {
    cwd: projectRoot,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  return status === 0;
}

/** Makes room for a report, so that one of an earlier run is never counted. */
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
    return null; // The tool broke before it could write one: the caller counts that as a failure.
  }
}

/** What broke outside any test (a syntax error, a crash) still is one failure. */
function settled(counted: StepResult, endedWell: boolean): StepResult {
  return endedWell || counted.failed > 0 ? counted : { ...counted, failed: 1 };
}

const nothing: StepResult = { passed: 0, failed: 0, skipped: 0 };

/** Lint and types, by the same script people run. */
export function checkStep(): StepResult {
  const npm = process.env['npm_execpath'];
  const { status } = npm
    ? spawnSync(process.execPath, [npm, 'run', '--silent', 'check'], { cwd: projectRoot, stdio: 'inherit' })
    : spawnSync('npm', ['run', '--silent', 'check'], { cwd: projectRoot, stdio: 'inherit' });
  return settled(nothing, status === 0);
}

interface VitestReport {
  readonly numPassedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

/** A file that cannot be loaded reports no test; it counts as one failure. */
function failuresOf({ testResults }: VitestReport): number {
  return testResults.reduce((sum, file) => {
    const failed = file.assertionResults.filter(({ status }) => status === 'failed').length;
    return sum + (failed === 0 && file.status === 'failed' ? 1 : failed);
  }, 0);
}

/** Vitest projects; one that was asked for and has no test is a failure, not a success. */
export function vitestStep(
  projects: readonly string[],
  rest: readonly string[],
  env: Readonly<Record<string, string>> = {},
): StepResult {
  const path = freshReport(`vitest-${projects.join('-')}`);
  const endedWell = run(
    'node_modules/vitest/vitest.mjs',
    [
      'run',
      ...projects.map((project) => `--project=${project}`),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${path}`,
      ...rest,
    ],
    env,
  );
  const report = readReport<VitestReport>(path);
  if (!report) return settled(nothing, false);
  const empty = projects.filter(
    (project) => !report.testResults.some(({ name }) => name.includes(`/tests/${project}/`)),
  );
  for (const project of empty) console.error(`Nenhum teste rodou em tests/${project}.`);
  return settled(
    {
      passed: report.numPassedTests,
      failed: failuresOf(report) + empty.length,
      skipped: report.numPendingTests + report.numTodoTests,
    },
    endedWell,
  );
}

interface PlaywrightReport {
  readonly stats: {
    readonly expected: number;
    readonly unexpected: number;
    readonly flaky: number;
    readonly skipped: number;
  };
}

/** Journeys in the browser. A test that passed only when tried again counts as failed. */
export function playwrightStep(
  rest: readonly string[],
  env: Readonly<Record<string, string>> = {},
): StepResult {
  const path = freshReport('playwright');
  const endedWell = run('node_modules/@playwright/test/cli.js', ['test', '--reporter=list,json', ...rest], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: path,
    ...env,
  });
  const stats = readReport<PlaywrightReport>(path)?.stats;
  if (!stats) return settled(nothing, false);
  const { expected, unexpected, flaky, skipped } = stats;
  if (expected + unexpected + flaky + skipped === 0) console.error('Nenhum teste rodou em tests/e2e.');
  return settled({ passed: expected, failed: unexpected + flaky, skipped }, endedWell && expected > 0);
}
