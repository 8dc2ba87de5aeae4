/**
 * The Worker on this machine: `wrangler dev` in a process group of its own.
 *
 * The group matters: killing the outer process alone leaves the runtime alive on the port.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { fstatSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { StartFailure } from './failure.ts';
import type { WorkerVariables } from './local-values.ts';
import { groupEnded, pidFileIn, signalGroup } from './process-group.ts';
import { projectRoot } from './project-root.ts';
import { wrangler, wranglerEnvironment } from './wrangler.ts';

const READY_TIMEOUT_MS = 90_000;
/** What nobody has to wait after: wrangler's word on code that does not compile, and ours on variables or content. */
const GIVES_UP = ['Build failed with', '"misconfigured"'] as const;
const STOP_TIMEOUT_MS = 5_000;
const TICK_EVERY_MS = 5_000;

/**
 * `error` keeps errors and is five times faster; `log` keeps every structured line too, for tests that read them.
 */
export type WorkerLogLevel = 'error' | 'log';

export interface WorkerOptions {
  readonly port: number;
  /** Database, workflows, logs. */
  readonly stateDir: string;
  /** Built pages. In development a folder may be empty: pages then come from elsewhere. */
  readonly assetsDir: string;
  readonly variables: WorkerVariables;
  readonly logLevel: WorkerLogLevel;
  /** Module to run in the place of `main` in wrangler.jsonc. */
  readonly entry?: string | undefined;
  /** The scheduled handler runs only when `tick()` is called, not every few seconds. */
  readonly isTickedByHand?: boolean | undefined;
  /** Told after the process ended although nobody asked it to; `start()` may be called again. */
  readonly onCrash?: () => void;
}

export interface WorkerProcess {
  /** What the Worker and the runtime wrote, since the state folder was made. */
  readonly logFile: string;
  /** Resolves when the Worker answers and its scheduled handler has run once. `changed` variables hold from now on. */
  start(changed?: WorkerVariables): Promise<void>;
  /** Asks the group to end and waits for it. */
  stop(): Promise<void>;
  /** SIGKILL of the whole group: what a power cut looks like. */
  kill(): Promise<void>;
  /** Runs the scheduled handler now, as cron would. */
  tick(): Promise<void>;
}

/** A file instead of flags: a command line is visible to every user of the machine. */
function writeVariables(stateDir: string, variables: WorkerVariables): string {
  const path = join(stateDir, 'worker.env');
  const lines = Object.entries(variables).map(([name, value]) => `${name}='${value}'`);
  writeFileSync(path, `${lines.join('\n')}\n`, { mode: 0o600 });
  return path;
}

/** Prepares the Worker's process; nothing runs before `start()`. */
export function createWorkerProcess(options: WorkerOptions): WorkerProcess {
  const { port, stateDir } = options;
  const logFile = join(stateDir, 'worker.log');
  const pidFile = pidFileIn(stateDir);
  const origin = `http://127.0.0.1:${port}`;
  let child: ChildProcess | null = null;
  let ticker: NodeJS.Timeout | null = null;
  let { variables } = options;

  async function tick(): Promise<void> {
    const response = await fetch(`${origin}/cdn-cgi/handler/scheduled?cron=*+*+*+*+*`);
    await response.arrayBuffer();
  }

  async function waitUntilReady(started: ChildProcess, loggedBefore: number): Promise<void> {
    const deadline = Date.now() + READY_TIMEOUT_MS;
    while (Date.now() < deadline) {
      if (started.exitCode !== null || started.signalCode !== null) throw neverReady(logFile);
      const logged = readFileSync(logFile).subarray(loggedBefore);
      if (GIVES_UP.some((word) => logged.includes(word))) throw neverReady(logFile);
      try {
        const response = await fetch(`${origin}/api/health`);
        await response.arrayBuffer();
        if (response.ok) return;
      } catch {
        // Not listening yet.
      }
      await wait(50);
    }
    throw neverReady(logFile);
  }

  function scheduleTicks(): void {
    ticker = setTimeout(async () => {
      // A tick may meet a restart or a kill; the next one will not.
      await tick().catch(() => undefined);
      if (ticker) scheduleTicks();
    }, TICK_EVERY_MS);
    ticker.unref();
  }

  /** Killing the outer process leaves the runtime on the port: the rest of the group has to go too. */
  function watchForCrash(started: ChildProcess): void {
    const onExit = async (): Promise<void> => {
      if (child !== started) return;
      await end('SIGKILL');
      options.onCrash?.();
    };
    if (started.exitCode !== null || started.signalCode !== null) void onExit();
    else started.once('exit', onExit);
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (ticker) clearTimeout(ticker);
    ticker = null;
    const pid = child?.pid;
    child = null;
    if (pid === undefined) return;
    signalGroup(pid, signal);
    if (!(await groupEnded(pid, STOP_TIMEOUT_MS))) {
      signalGroup(pid, 'SIGKILL');
      await groupEnded(pid, STOP_TIMEOUT_MS);
    }
    rmSync(pidFile, { force: true });
  }

  return {
    logFile,
    tick,
    async start(changed = {}) {
      if (child) throw new Error('the Worker is already running');
      variables = { ...variables, ...changed };
      mkdirSync(stateDir, { recursive: true });
      const log = openSync(logFile, 'a');
      const { size: loggedBefore } = fstatSync(log);
      child = spawn(process.execPath, wranglerArguments(options, writeVariables(stateDir, variables)), {
        cwd: projectRoot,
        detached: true,
        env: wranglerEnvironment(stateDir),
        stdio: ['ignore', log, log],
      });
      writeFileSync(pidFile, JSON.stringify([child.pid, process.pid]));
      try {
        await waitUntilReady(child, loggedBefore);
        // The sweep resumes what an earlier stop interrupted.
        await tick();
      } catch (error) {
        await end('SIGTERM');
        throw error;
      }
      if (!options.isTickedByHand) scheduleTicks();
      watchForCrash(child);
    },
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
}

function wranglerArguments(
  { port, stateDir, assetsDir, logLevel, entry }: WorkerOptions,
  envFile: string,
): string[] {
  return [
    wrangler,
    'dev',
    ...(entry === undefined ? [] : [entry]),
    '--ip=127.0.0.1',
    `--port=${port}`,
    '--inspector-port=0',
    `--persist-to=${join(stateDir, 'worker')}`,
    `--assets=${assetsDir}`,
    `--env-file=${envFile}`,
    `--log-level=${logLevel}`,
    '--show-interactive-dev-session=false',
  ];
}

function neverReady(logFile: string): StartFailure {
  const end = readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-30).join('\n');
  return new StartFailure(
    `${end}\n\nA API local (Worker) não respondeu. O motivo costuma estar nas linhas acima; o registro completo está em ${logFile}.`,
  );
}
