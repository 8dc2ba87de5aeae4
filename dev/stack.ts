/**
 * The whole local stack: stand-ins, database, pages, Worker.
 *
 * `npm start` and the browser journeys start the same stack, so tests and users run the same thing.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startDevSite } from './dev-site.ts';
import { requireFreePorts } from './free-ports.ts';
import { requireDatabases } from './local-databases.ts';
import { createLocalServices, type LocalServices, startAll, stopAll } from './local-services.ts';
import { publicValues, type WorkerVariables, workerVariables } from './local-values.ts';
import { type StackAddresses, stackAddresses } from './ports.ts';
import { clearLeftoverWorker } from './process-group.ts';
import { ensureSiteBuild, type SiteBuild } from './site-build.ts';
import type { StandIn } from './stand-ins/stand-in.ts';
import { writeOpsSettings } from './variable-files.ts';
import { createWorkerProcess, type WorkerLogLevel } from './worker-process.ts';
import { migrate, requireSchema } from './wrangler.ts';

export interface StackOptions {
  readonly sitePort: number;
  /** State that is kept across restarts. */
  readonly stateDir: string;
  /** Folder of the built pages. */
  readonly outDir: string;
  /** Deletes accounts, orders, environments and mail first. */
  readonly isFresh?: boolean;
  /** Serves pages from the sources with hot reload, instead of a build. */
  readonly isDev?: boolean;
  /** Puts the pages into `outDir`; builds them by default. */
  readonly preparePages?: (site: SiteBuild) => Promise<void>;
  /** Without pages, for callers that only use the API. */
  readonly isApiOnly?: boolean;
  /** An identity provider to use on the identity port instead of the stand-in. */
  readonly identity?: StandIn | undefined;
  /** Variables of the Worker that replace the usual ones. */
  readonly variables?: WorkerVariables;
  /** A module to run as the Worker instead of the one in wrangler.jsonc. */
  readonly workerEntry?: string;
  /** Clock of processor and environments, in milliseconds since the epoch, for tests that move the Worker's clock. */
  readonly now?: () => number;
  /** Scheduled work runs only by `tick()`, for tests that must know what each run writes. */
  readonly isTickedByHand?: boolean;
  /** Level of the Worker's log; see `WorkerLogLevel`. */
  readonly workerLogLevel?: WorkerLogLevel;
  /** Ends a start that has not finished, and stops what is running. */
  readonly signal?: AbortSignal;
  /** Called before each step that takes a while, with its Portuguese name. */
  readonly onStep?: (step: string) => void;
  /** Called when the Worker has ended by itself and could not be restarted. */
  readonly onWorkerLost?: (error: unknown) => void;
}

export interface Stack {
  readonly addresses: StackAddresses;
  readonly stateDir: string;
  readonly services: LocalServices;
  /** Output of the Worker and its runtime. */
  readonly workerLogFile: string;
  /** Runs the Worker's scheduled handler now. */
  tick(): Promise<void>;
  /** Sends SIGKILL to the Worker and its runtime. */
  killWorker(): Promise<void>;
  /** Restarts the Worker on the same state, with changed variables if given; resolves when it answers. */
  restartWorker(changed?: WorkerVariables): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts everything and resolves when all of it answers; after a failure nothing is left running.
 *
 * @throws CommandFailure for an error that the user can fix: a port in use, a failed build, a Worker that does not start.
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  const {
    sitePort,
    stateDir,
    outDir,
    isFresh = false,
    isDev = false,
    isApiOnly = false,
    preparePages = ensureSiteBuild,
    signal,
    onStep = () => undefined,
  } = options;
  const addresses = stackAddresses(sitePort);
  await clearLeftoverWorker(stateDir);
  await requireFreePorts(addresses);
  // After the port check, so that a running stack keeps its state.
  if (isFresh) rmSync(stateDir, { recursive: true, force: true });
  writeOpsSettings(stateDir, addresses);
  requireSchema(stateDir);
  requireDatabases(stateDir);

  const services = createLocalServices(addresses, stateDir, options.now, options.identity === undefined);
  const running = { ...services, ...(options.identity ? { identity: options.identity } : {}) };
  const worker = createWorkerProcess({
    port: isDev ? addresses.devWorkerPort : sitePort,
    stateDir,
    assetsDir: isDev || isApiOnly ? emptyFolder(stateDir) : outDir,
    variables: { ...workerVariables(addresses), ...options.variables },
    logLevel: options.workerLogLevel ?? 'error',
    entry: options.workerEntry,
    isTickedByHand: options.isTickedByHand,
    onCrash: () => {
      onStep('A API parou sem aviso; subindo de novo');
      worker.start().catch((error) => options.onWorkerLost?.(error));
    },
  });
  let stopSite = async (): Promise<void> => undefined;
  const stop = async (): Promise<void> => {
    await Promise.allSettled([stopSite(), worker.stop()]);
    await stopAll(running);
  };

  signal?.addEventListener('abort', () => void stop(), { once: true });
  try {
    onStep('Substitutos locais e banco de dados');
    await startAll(running);
    signal?.throwIfAborted();
    migrate(stateDir);
    const values = publicValues(addresses);
    if (isDev) {
      onStep('Páginas com recarga automática');
      stopSite = await startDevSite({
        port: sitePort,
        apiPort: addresses.devWorkerPort,
        publicValues: values,
      });
    } else if (!isApiOnly) {
      const onBuild = (): void => onStep('Construção do site (só quando algo mudou)');
      await preparePages({ outDir, publicValues: values, onBuild, ...(signal && { signal }) });
    }
    signal?.throwIfAborted();
    onStep('API (Worker)');
    await worker.start();
  } catch (error) {
    await stop();
    throw error;
  }

  return {
    addresses,
    stateDir,
    services,
    workerLogFile: worker.logFile,
    tick: worker.tick,
    killWorker: worker.kill,
    restartWorker: worker.start,
    stop,
  };
}

/** The Worker requires a folder of pages even when it serves none. */
function emptyFolder(stateDir: string): string {
  const folder = join(stateDir, 'no-pages');
  mkdirSync(folder, { recursive: true });
  return folder;
}
