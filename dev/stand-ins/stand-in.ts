/**
 * Shared by all local stand-ins: life cycle, state on disk, faults on demand, and the routes of `/__stand-in`.
 *
 * Stand-ins speak the vendor's wire format on loopback. They are never deployed and refuse to run in production.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { serve } from '@hono/node-server';
import { Hono, type MiddlewareHandler } from 'hono';
import { html } from 'hono/html';
import { fileSentence } from '#ops/failure.ts';
import { settingsControl, standInPage } from './control-page.ts';

/** One local service, started and stopped by `dev/start.ts` and by the test harness. */
export interface StandIn {
  /** Portuguese name for the board. */
  readonly name: string;
  readonly url: string;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** A stand-in that is one Hono app, which tests may also ask without a port. */
export interface HonoStandIn extends StandIn {
  readonly app: Hono;
  readonly faults: Faults;
}

/** What a stand-in says about itself at `/__stand-in`. */
export interface Described {
  readonly title: string;
  /** The page's own part: trusted markup made with hono's `html`. */
  readonly page: () => unknown;
  /** Response of `/__stand-in/state`. */
  readonly state: () => object;
}

/** Routes of `/__stand-in`: the page with the form of the faults, the state, and the faults. */
export function describedRoutes({ title, page, state }: Described, faults: Faults): Hono {
  const control = settingsControl({
    name: 'faults',
    legend: 'Falhas de propósito',
    fields: {
      down: 'Fora do ar (503)',
      delayMs: 'Atraso (ms)',
      loseAnswers: 'Respostas a perder',
      losePath: 'só em caminhos com início',
    },
    read: () => faults,
  });
  return new Hono()
    .route('/', control.routes)
    .get('/__stand-in', (c) => c.html(standInPage(title, html`${control.form()} ${page()}`)))
    .get('/__stand-in/state', (c) => c.json(state()));
}

/** @throws Error In production. */
export function refuseProduction(name: string): void {
  if (process.env.NODE_ENV === 'production') {
    throw new Error(`O substituto local "${name}" não sobe com NODE_ENV=production.`);
  }
}

/**
 * Makes a stand-in; the vendor's routes are added to its `app`, and have faults. Refuses to be created in production.
 */
export function createStandIn({
  name,
  port,
  controls = new Hono(),
  onListening = () => () => {},
  ...described
}: Described & {
  readonly name: string;
  readonly port: number;
  /** Routes without faults. */
  readonly controls?: Hono;
  /** Called with the server; returns what to do before it stops. */
  readonly onListening?: (server: Server) => () => void;
}): HonoStandIn {
  refuseProduction(name);
  const faults = noFaults();
  const app = new Hono()
    // A lost response must stay lost, and a defect must not look like a vendor's response.
    .onError((error) => {
      throw error;
    })
    .route('/', controls)
    .route('/', describedRoutes(described, faults))
    .use(misbehave(faults));
  let stop = (): Promise<void> => close(undefined);
  return {
    name,
    url: `http://localhost:${port}`,
    app,
    faults,
    async start() {
      const server = await listen(app.fetch, port);
      const beforeStop = onListening(server);
      stop = () => {
        beforeStop();
        return close(server);
      };
    },
    stop: () => stop(),
  };
}

/** Listens on loopback; resolves once the port answers, rejects when it is taken. */
export function listen(fetch: Hono['fetch'], port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    // The pages of "npm run dev" are made in this process: what is global stays Node's own.
    const options = { fetch, port, hostname: '127.0.0.1', overrideGlobalObjects: false };
    const server = serve(options, () => resolve(server as Server)) as Server;
    server.once('error', reject);
  });
}

/** How long changes are collected before a write: writing the whole file for each would block this process. */
const SAVE_AFTER_MS = 250;

/** Pending writes by path; flushed before a stand-in stops, its file is opened again, or the process ends. */
const unsaved = new Map<string, () => void>();
const saveAll = (): void => {
  for (const save of unsaved.values()) save();
};
process.once('exit', saveAll);

/** Closes a server and the connections that browsers keep open; its state is on disk then. */
export function close(server: Server | undefined): Promise<void> {
  saveAll();
  if (!server) return Promise.resolve();
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

function readState<T>(path: string): T | null {
  unsaved.get(path)?.();
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * State that survives a restart: one JSON file, read once, and replaced a moment after a change. Without a folder it stays
 * in memory (tests).
 */
export function createStateFile<T>(
  folder: string | null,
  name: string,
  initial: () => T,
): { read(): T; write(state: T): void } {
  const path = folder === null ? null : join(folder, `${name}.json`);
  let latest = (path === null ? null : readState<T>(path)) ?? initial();
  const save = (path: string): void => {
    unsaved.delete(path);
    // A removed folder must not be created again.
    if (folder === null || !existsSync(folder)) return;
    try {
      writeFileSync(`${path}.next`, JSON.stringify(latest, null, 2));
      renameSync(`${path}.next`, path);
    } catch (error) {
      const sentence = fileSentence(error);
      if (sentence === undefined) throw error;
      // Goes on from memory, so that a stop still closes everything.
      console.error(sentence);
    }
  };
  return {
    read: () => latest,
    write(state) {
      latest = state;
      if (folder === null || path === null || unsaved.has(path)) return;
      mkdirSync(folder, { recursive: true });
      const saveThis = (): void => save(path);
      unsaved.set(path, saveThis);
      setTimeout(() => unsaved.get(path) === saveThis && saveThis(), SAVE_AFTER_MS);
    },
  };
}

/** A stand-in's current faults; set from its page or by a test. */
export interface Faults {
  /** Answers 503 to every request. */
  down: boolean;
  /** Delay before each response. */
  delayMs: number;
  /** How many requests are processed and then lose their response. */
  loseAnswers: number;
  /** Only requests whose path starts with this lose their response; empty means any. */
  losePath: string;
}

/** No faults. */
export const noFaults = (): Faults => ({ down: false, delayMs: 0, loseAnswers: 0, losePath: '' });

/** Applies `faults` to every route registered after it, except `/__stand-in`. */
export function misbehave(faults: Faults): MiddlewareHandler {
  return async (c, next) => {
    if (c.req.path.startsWith('/__stand-in')) return next();
    if (faults.delayMs > 0) await wait(faults.delayMs);
    if (faults.down) return c.json({ error: 'stand-in is down' }, 503);
    await next();
    if (faults.loseAnswers > 0 && c.req.path.startsWith(faults.losePath)) {
      faults.loseAnswers -= 1;
      const outgoing = (c.env as { outgoing?: { destroy(): void } } | undefined)?.outgoing;
      if (!outgoing) throw new Error('the answer was lost');
      outgoing.destroy();
    }
  };
}
