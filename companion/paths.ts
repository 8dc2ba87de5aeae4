/** The companion's paths for the Worker, under `/-/`, and `/metrics`; server.ts accepts calls with the token. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type * as z from 'zod/mini';
import type { Admitted } from './admission.ts';
import type { Alerts } from './alerts.ts';
import {
  AdmittedAccounts,
  AlertsSetUp,
  type CompanionPath,
  type EnvironmentState,
  ExportQuery,
  ImportBatch,
  ImportQuery,
  LimitsOrders,
  Showcase,
} from './contract.ts';
import { readCopies } from './copies.ts';
import { countMonitors } from './counter.ts';
import { type Exports, NoExport } from './exports.ts';
import type { Imports } from './imports.ts';
import type { Limits } from './limits.ts';
import { parsedOrNull } from './record-file.ts';
import { daysOf, readReports } from './reports.ts';
import type { ShowcaseWork } from './showcase.ts';
import type { SocketGuard } from './sockets.ts';
import { isServed, isTested, readVolume } from './state.ts';

const METRICS_TIMEOUT_MS = 10_000;
const BODY_BYTES_MAX = 128 * 1024;

/** What the paths work with. */
export interface PathOptions {
  /** The instance's `kuma.db`. */
  readonly database: string;
  /** The folder of the companion's records. */
  readonly ownDir: string;
  readonly instanceUrl: string;
  readonly version: string;
  readonly limits: Limits;
  readonly alerts: Alerts;
  readonly imports: Imports;
  readonly exports: Exports;
  /** `null` in a customer's environment. */
  readonly showcase?: ShowcaseWork | null;
  readonly isMailPortOpen: () => boolean | null;
  /** When an account last entered; `undefined` for not since the start. */
  readonly enteredAt: () => number | undefined;
  readonly admitted: Admitted;
  readonly sockets: Pick<SocketGuard, 'askNow'>;
  readonly query: URLSearchParams;
}
type Work = (request: IncomingMessage, response: ServerResponse, options: PathOptions) => unknown;

export function answer(response: ServerResponse, status: number, body?: unknown): void {
  response.writeHead(status, {
    'Cache-Control': 'no-store',
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
  });
  response.end(body === undefined ? undefined : JSON.stringify(body));
}

/** The instance's metrics, readable because its login is off; 503 when it does not answer. */
const passMetrics: Work = async (_request, response, { instanceUrl }) => {
  const metrics = await fetch(`${instanceUrl}/metrics`, { signal: AbortSignal.timeout(METRICS_TIMEOUT_MS) });
  if (!metrics.ok) return answer(response, 503);
  const text = await metrics.text();
  response.writeHead(200, {
    'Cache-Control': 'no-store',
    'Content-Type': metrics.headers.get('content-type') ?? 'text/plain',
  });
  return response.end(text);
};

/** The body as JSON; `null` when it is too long or invalid. */
async function readJson(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const part of request.setEncoding('utf8')) {
    text += part;
    if (text.length > BODY_BYTES_MAX) return null;
  }
  return parsedOrNull(text);
}

/** Answers 200 with what `work` makes of a value; 400 for a value that the contract does not know. */
async function answerTo<T>(
  response: ServerResponse,
  schema: z.ZodMiniType<T>,
  value: unknown,
  work: (value: T) => unknown,
): Promise<void> {
  const { data } = schema.safeParse(value);
  return data === undefined ? answer(response, 400) : answer(response, 200, await work(data));
}

/**
 * Accepts the list of admitted accounts: 204, or 409 for one older than ours. Open sockets of an account that is no
 * longer listed are closed.
 */
const takeList: Work = async (request, response, { admitted, sockets }) => {
  const { data: list } = AdmittedAccounts.safeParse(await readJson(request));
  if (list === undefined) return answer(response, 400);
  if (!admitted.replace(list)) return answer(response, 409);
  sockets.askNow();
  return answer(response, 204);
};

/** Which monitors run and how often they check; with `PUT`, after the orders in the body. */
const answerLimits: Work = async (request, response, { limits, enteredAt }) =>
  request.method === 'GET'
    ? answer(response, 200, { ...limits.report(), enteredAt: enteredAt() })
    : answerTo(response, LimitsOrders, await readJson(request), limits.carryOut);

/** Whether alerts are on, and what waits; with `PUT`, after the set-up in the body. */
const answerAlerts: Work = async (request, response, { alerts }) =>
  request.method === 'GET'
    ? answer(response, 200, alerts.report())
    : answerTo(response, AlertsSetUp, await readJson(request), alerts.setUp);

/** How the monitors stand; 503 while that is not known. */
const givePicture: Work = (_request, response, { alerts }) => {
  const picture = alerts.picture();
  return picture === null ? answer(response, 503) : answer(response, 200, picture);
};

/** What was brought from a source; with `POST`, brings the batch in the body. */
const answerImport: Work = async (request, response, { imports, query }) =>
  request.method === 'GET'
    ? answerTo(response, ImportQuery, Object.fromEntries(query), ({ source }) => imports.list(source))
    : answerTo(response, ImportBatch, await readJson(request), imports.bring);

/** Makes an environment of our own show what is in the body; 404 in a customer's, whose monitors are the customer's. */
const answerShowcase: Work = async (request, response, { showcase }) =>
  showcase ? answerTo(response, Showcase, await readJson(request), showcase.show) : answer(response, 404);

/** The data as one file, by the options in the query; 409 while another is made, 507 where the volume is too full. */
const giveExport: Work = async (_request, response, { exports, query }) => {
  const { data: options } = ExportQuery.safeParse(Object.fromEntries(query));
  if (options === undefined) return answer(response, 400);
  try {
    const { type, bytes, stream } = await exports.open(options);
    response.writeHead(200, { 'Cache-Control': 'no-store', 'Content-Type': type, 'Content-Length': bytes });
    // A broken connection ends the stream, which closes the file.
    return await pipeline(stream, response);
  } catch (error) {
    if (error instanceof NoExport) return answer(response, error.reason === 'busy' ? 409 : 507);
    throw error;
  }
};

/** The instance says that something happened. Anybody in it may, so nothing is believed: the database is read. */
export async function takeNotification(
  request: IncomingMessage,
  response: ServerResponse,
  { alerts }: Pick<PathOptions, 'alerts'>,
): Promise<void> {
  const body = await readJson(request);
  alerts.notify(typeof body === 'object' && body !== null && 'message' in body ? body.message : undefined);
  return answer(response, 204);
}

/** The days named in the query; 400 for days that cannot be read. */
const giveReports: Work = async (_request, response, { database, query }) => {
  const days = daysOf(query);
  return days === null ? answer(response, 400) : answer(response, 200, await readReports(database, days));
};

/** What runs here. It reads nothing of the instance's tables, so it answers with any version. */
const giveState: Work = async (_request, response, { version, database, isMailPortOpen }) =>
  answer(response, 200, {
    version,
    isTested: isTested(version),
    isServed: isServed(version),
    isMailPortOpen: isMailPortOpen(),
    volume: await readVolume(dirname(database)),
  } satisfies EnvironmentState);

interface Path {
  readonly methods: readonly string[];
  readonly work: Work;
  /**
   * These answer 503 beside a version that this companion does not serve: the tables may mean something else there, and
   * an order may change the wrong thing.
   */
  readonly readsTables?: true;
}

/** Every path for the Worker. */
export const forFunctions: Readonly<Record<CompanionPath, Path>> = {
  '/-/state': { methods: ['GET'], work: giveState },
  '/-/alerts': { methods: ['GET', 'PUT'], readsTables: true, work: answerAlerts },
  '/-/export': { methods: ['GET'], readsTables: true, work: giveExport },
  '/-/import': { methods: ['GET', 'POST'], readsTables: true, work: answerImport },
  '/-/limits': { methods: ['GET', 'PUT'], readsTables: true, work: answerLimits },
  '/-/monitors': {
    methods: ['GET'],
    readsTables: true,
    work: (_request, response, { database }) => answer(response, 200, countMonitors(database)),
  },
  '/-/reports': { methods: ['GET'], readsTables: true, work: giveReports },
  '/-/showcase': { methods: ['PUT'], readsTables: true, work: answerShowcase },
  '/-/status': { methods: ['GET'], readsTables: true, work: givePicture },
  '/-/copies': {
    methods: ['GET'],
    work: (_request, response, { ownDir }) => answer(response, 200, readCopies(ownDir)),
  },
  '/-/admitted': { methods: ['PUT'], work: takeList },
  '/metrics': { methods: ['GET'], work: passMetrics },
};
