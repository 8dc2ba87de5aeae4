/**
 * The Worker on this machine: `wrangler dev` in its own process group.
 *
 * The group is needed because killing only the outer process leaves the runtime listening on the port.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { fstatSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { CommandFailure } from '#ops/failure.ts';
import { fetchAnew } from './fetch-anew.ts';
import type { WorkerVariables } from './local-values.ts';
import { groupEnded, pidFileIn, signalGroup } from './process-group.ts';
import { projectRoot } from './project-root.ts';
import { writeVariables } from './variable-files.ts';
import { wrangler, wranglerEnvironment } from './wrangler.ts';

const READY_TIMEOUT_MS = 90_000;
/**
 * Output after which a start cannot succeed: code that does not compile, invalid variables or content, a damaged
 * database.
 */
const GIVES_UP = ['Build failed with', '"misconfigured"', 'SQLITE_CORRUPT', 'SQLITE_NOTADB'] as const;
const STOP_TIMEOUT_MS = 5_000;
const TICK_EVERY_MS = 5_000;

/**
 * `error` logs errors only and is five times faster; `log` also has every structured line, for tests that read them.
 */
export type WorkerLogLevel = 'error' | 'log';

export interface WorkerOptions {
  readonly port: number;
  /** Database, workflows, logs. */
  readonly stateDir: string;
  /** Built pages. In development the folder may be empty: another server has the pages. */
  readonly assetsDir: string;
  readonly variables: WorkerVariables;
  readonly logLevel: WorkerLogLevel;
  /** Module to run instead of `main` in wrangler.jsonc. */
  readonly entry?: string | undefined;
  /** The scheduled handler runs only by `tick()`, not every few seconds. */
  readonly isTickedByHand?: boolean | undefined;
  /** Called when the process ended unexpectedly; `start()` may be called again. */
  readonly onCrash?: () => void;
}

export interface WorkerProcess {
  /** Output of the Worker and the runtime since the state folder was created. */
  readonly logFile: string;
  /** Resolves when the Worker answers and its scheduled handler has run once. `changed` variables stay in effect. */
  start(changed?: WorkerVariables): Promise<void>;
  /** Sends SIGTERM to the group and waits for its end. */
  stop(): Promise<void>;
  /** Sends SIGKILL to the whole group, like a power cut. */
  kill(): Promise<void>;
  /** Runs the scheduled handler now, as cron would. */
  tick(): Promise<void>;
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
    const response = await fetchAnew(`${origin}/cdn-cgi/handler/scheduled?cron=*+*+*+*+*`);
    await response.arrayBuffer();
  }

  async function waitUntilReady(started: ChildProcess, loggedBefore: number): Promise<void> {
    const deadline = Date.now() + READY_TIMEOUT_MS;
    while (Date.now() < deadline) {
      if (started.exitCode !== null || started.signalCode !== null) throw neverReady(logFile);
      const logged = readFileSync(logFile).subarray(loggedBefore);
      if (GIVES_UP.some((word) => logged.includes(word))) throw neverReady(logFile);
      try {
        const response = await fetchAnew(`${origin}/api/health`);
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
      // A tick may fail during a restart or a kill; the next one works.
      await tick().catch(() => undefined);
      if (ticker) scheduleTicks();
    }, TICK_EVERY_MS);
    ticker.unref();
  }

  /** Ends the rest of the group after a crash, because the runtime would keep the port. */
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
      child = spawn(
        process.execPath,
        wranglerArguments(options, writeVariables(join(stateDir, 'worker.env'), variables)),
        {
          cwd: projectRoot,
          detached: true,
          env: wranglerEnvironment(stateDir),
          stdio: ['ignore', log, log],
        },
      );
      writeFileSync(pidFile, JSON.stringify([child.pid, process.pid]));
      try {
        await waitUntilReady(child, loggedBefore);
        // The sweep resumes interrupted work.
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

function neverReady(logFile: string): CommandFailure {
  const end = readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-30).join('\n');
  return new CommandFailure(
    `${end}\n\nA API local (Worker) não respondeu. O motivo costuma estar nas linhas acima; o registro completo está em ${logFile}.`,
  );
}
