/**
 * Shared by all local stand-ins: life cycle, state on disk, faults on demand, and the layout of `/__stand-in`.
 *
 * Stand-ins speak the vendor's wire format on loopback. They are never deployed and refuse to run in production.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { serve } from '@hono/node-server';
import { type ErrorHandler, Hono, type MiddlewareHandler } from 'hono';
import { html, raw } from 'hono/html';
import { fileSentence } from '../failure.ts';

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

/** @throws Error In production. */
export function refuseProduction(name: string): void {
  if (process.env.NODE_ENV === 'production') {
    throw new Error(`O substituto local "${name}" não sobe com NODE_ENV=production.`);
  }
}

/** For `app.onError`: a lost response must stay lost, and a defect must not look like a vendor's response. */
export const rethrow: ErrorHandler = (error) => {
  throw error;
};

/**
 * Starts and stops an app. Refuses to be created in production.
 *
 * @param onListening Called with the server; returns what to do before it stops.
 */
export function serveStandIn(
  { name, port, app, faults }: { name: string; port: number; app: Hono; faults: Faults },
  onListening: (server: Server) => () => void = () => () => {},
): HonoStandIn {
  refuseProduction(name);
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

/** Pending writes by path; flushed before a stand-in stops, its file is read, or the process ends. */
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

/**
 * State that survives a restart: one JSON file, replaced a moment after a change. Without a folder it stays in memory
 * (tests).
 */
export function createStateFile<T>(
  folder: string | null,
  name: string,
  initial: () => T,
): { read(): T; write(state: T): void } {
  let latest = initial();
  if (folder === null) {
    return {
      read: () => latest,
      write: (next) => {
        latest = next;
      },
    };
  }
  const path = join(folder, `${name}.json`);
  const save = (): void => {
    unsaved.delete(path);
    // A removed folder must not be created again.
    if (!existsSync(folder)) return;
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
    read() {
      unsaved.get(path)?.();
      try {
        return JSON.parse(readFileSync(path, 'utf8')) as T;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return initial();
        throw error;
      }
    },
    write(state) {
      latest = state;
      if (unsaved.has(path)) return;
      mkdirSync(folder, { recursive: true });
      unsaved.set(path, save);
      setTimeout(() => unsaved.get(path) === save && save(), SAVE_AFTER_MS);
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

/** `PATCH /__stand-in/faults` with any part of `Faults` as JSON, or as a form from the page. */
export function faultRoutes(faults: Faults): Hono {
  return new Hono()
    .get('/__stand-in/faults', (c) => c.json(faults))
    .patch('/__stand-in/faults', async (c) => {
      Object.assign(faults, await c.req.json<Partial<Faults>>());
      return c.json(faults);
    })
    .post('/__stand-in/faults', async (c) => {
      const form = await c.req.parseBody();
      faults.down = form['down'] === 'on';
      faults.delayMs = Number(form['delayMs'] ?? 0);
      faults.loseAnswers = Number(form['loseAnswers'] ?? 0);
      faults.losePath = String(form['losePath'] ?? '');
      return c.redirect('/__stand-in', 303);
    });
}

/** The form on `/__stand-in` that sets faults. */
export function faultForm(faults: Faults) {
  return html`<form method="post" action="/__stand-in/faults">
    <fieldset>
      <legend>Falhas de propósito</legend>
      <label><input type="checkbox" name="down" ${faults.down ? raw('checked') : ''} /> Fora do ar (503)</label>
      <label>Atraso (ms) <input name="delayMs" inputmode="numeric" value="${faults.delayMs}" size="6" /></label>
      <label>Respostas a perder <input name="loseAnswers" inputmode="numeric" value="${faults.loseAnswers}" size="3" /></label>
      <label>só em caminhos com início <input name="losePath" value="${faults.losePath}" size="12" /></label>
      <button>Aplicar</button>
    </fieldset>
  </form>`;
}

/** Layout of every `/__stand-in` page. `body` is trusted markup made with hono's `html`. */
export function standInPage(title: string, body: unknown) {
  return html`<!doctype html>
    <html lang="pt-BR">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title} (substituto local)</title>
        <link rel="icon" href="data:," />
        <style>
          :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
          body { max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
          table { border-collapse: collapse; width: 100%; margin: 1rem 0; }
          th, td { border-bottom: 1px solid #8886; padding: 0.4rem 0.6rem; text-align: left; vertical-align: top; }
          form { display: inline; }
          fieldset { display: flex; flex-wrap: wrap; gap: 1rem; align-items: center; border: 1px solid #8886; border-radius: 10px; }
          button, input { font: inherit; padding: 0.3rem 0.6rem; }
          code { font-size: 0.9em; overflow-wrap: anywhere; }
        </style>
      </head>
      <body>
        <h1>${title}</h1>
        <p>Substituto local: fala o formato do serviço real e nunca é publicado.</p>
        ${body}
      </body>
    </html>`;
}
