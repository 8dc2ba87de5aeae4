/**
 * The whole local stack: stand-ins, database, pages, Worker.
 *
 * `npm start` and the journeys in the browser start this same one, so what the tests prove is what a person gets.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startDevSite } from './dev-site.ts';
import { requireFreePorts } from './free-ports.ts';
import { createLocalServices, type LocalServices, startAll, stopAll } from './local-services.ts';
import { publicValues, type WorkerVariables, workerVariables } from './local-values.ts';
import { type StackAddresses, stackAddresses } from './ports.ts';
import { clearLeftoverWorker } from './process-group.ts';
import { ensureSiteBuild, type SiteBuild } from './site-build.ts';
import type { StandIn } from './stand-ins/stand-in.ts';
import { createWorkerProcess, type WorkerLogLevel } from './worker-process.ts';
import { migrate } from './wrangler.ts';

export interface StackOptions {
  readonly sitePort: number;
  /** Everything that outlives a restart. */
  readonly stateDir: string;
  /** Where the built pages go. */
  readonly outDir: string;
  /** Forgets accounts, orders, environments and mail first. */
  readonly isFresh?: boolean;
  /** Pages straight from the sources, reloaded when they change, instead of a build. */
  readonly isDev?: boolean;
  /** Puts the pages where the Worker reads them; builds them unless told otherwise. */
  readonly preparePages?: (site: SiteBuild) => Promise<void>;
  /** No pages at all, for whoever only talks to the API. */
  readonly isApiOnly?: boolean;
  /** Another identity provider on the identity port, in the place of the stand-in. */
  readonly identity?: StandIn | undefined;
  /** Variables of the Worker in the place of the usual ones. */
  readonly variables?: WorkerVariables;
  /** Another module as the Worker, in the place of the one in wrangler.jsonc. */
  readonly workerEntry?: string;
  /** The clock of processor and environments, in milliseconds since the epoch, for whoever moves the Worker's. */
  readonly now?: () => number;
  /** Scheduled work runs only when `tick()` is called, for whoever has to know who wrote what. */
  readonly isTickedByHand?: boolean;
  /** What the Worker's log keeps; see `WorkerLogLevel`. */
  readonly workerLogLevel?: WorkerLogLevel;
  /** Told before each step that takes a while, in Portuguese. */
  readonly onStep?: (step: string) => void;
  /** Told when the Worker ended by itself and could not be started again. */
  readonly onWorkerLost?: (error: unknown) => void;
}

export interface Stack {
  readonly addresses: StackAddresses;
  readonly stateDir: string;
  readonly services: LocalServices;
  /** Everything the Worker and its runtime wrote. */
  readonly workerLogFile: string;
  /** Runs the Worker's scheduled handler now. */
  tick(): Promise<void>;
  /** SIGKILL of the Worker and its runtime, at whatever they are doing. */
  killWorker(): Promise<void>;
  /** Starts the Worker again on the same state, with other variables if told; resolves when it answers. */
  restartWorker(changed?: WorkerVariables): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts everything and resolves when all of it answers; on failure nothing is left running.
 *
 * @throws StartFailure for what the person can mend: a port in use, a failed build, a Worker that does not start.
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
    onStep = () => undefined,
  } = options;
  const addresses = stackAddresses(sitePort);
  await clearLeftoverWorker(stateDir);
  await requireFreePorts(addresses);
  // After the port check: a stack that is running keeps its state.
  if (isFresh) rmSync(stateDir, { recursive: true, force: true });
  mkdirSync(stateDir, { recursive: true });

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

  try {
    onStep('Substitutos locais e banco de dados');
    await startAll(running);
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
      await preparePages({ outDir, publicValues: values, onBuild });
    }
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

/** The Worker wants a folder of pages even when it serves none. */
function emptyFolder(stateDir: string): string {
  const folder = join(stateDir, 'no-pages');
  mkdirSync(folder, { recursive: true });
  return folder;
}
