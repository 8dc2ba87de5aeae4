/** The companion's paths for the Worker, under `/-/`, and `/metrics`; companion.mjs lets in whoever has the token. */
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { readList } from './admission.mjs';
import { readSetUp } from './alert-record.mjs';
import { readCopies } from './copies.mjs';
import { countMonitors } from './counter.mjs';
import { exportOptionsOf, NoExport } from './exports.mjs';
import { readBatch, sourceOf } from './imports.mjs';
import { readOrders } from './limits.mjs';
import { parsedOrNull } from './record-file.mjs';
import { daysOf, readReports } from './reports.mjs';
import { isServed, isTested, readVolume } from './state.mjs';

const METRICS_TIMEOUT_MS = 10_000;
const BODY_BYTES_MAX = 128 * 1024;

export function answer(response, status, body) {
  response.writeHead(status, {
    'Cache-Control': 'no-store',
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
  });
  response.end(body === undefined ? undefined : JSON.stringify(body));
}

/** The instance's metrics, readable because its login is off; 503 when it does not answer. */
async function passMetrics(response, instanceUrl) {
  const metrics = await fetch(`${instanceUrl}/metrics`, { signal: AbortSignal.timeout(METRICS_TIMEOUT_MS) });
  if (!metrics.ok) return answer(response, 503);
  const text = await metrics.text();
  response.writeHead(200, {
    'Cache-Control': 'no-store',
    'Content-Type': metrics.headers.get('content-type') ?? 'text/plain',
  });
  return response.end(text);
}

/** The body as JSON; `null` when it is too long or invalid. */
async function readJson(request) {
  let text = '';
  for await (const part of request.setEncoding('utf8')) {
    text += part;
    if (text.length > BODY_BYTES_MAX) return null;
  }
  return parsedOrNull(text);
}

/**
 * Accepts the list of admitted accounts: 204, or 409 for one older than ours. Open sockets of an account that is no
 * longer listed are closed.
 */
async function takeList(request, response, { admitted, sockets }) {
  const list = readList(await readJson(request));
  if (list === null) return answer(response, 400);
  if (!admitted.replace(list)) return answer(response, 409);
  sockets.askNow();
  return answer(response, 204);
}

/** Which monitors run and how often they check; with `PUT`, after the orders in the body. */
async function answerLimits(request, response, { limits }) {
  if (request.method === 'GET') return answer(response, 200, limits.report());
  const orders = readOrders(await readJson(request));
  return orders === null ? answer(response, 400) : answer(response, 200, await limits.carryOut(orders));
}

/** Whether alerts are on, and what waits; with `PUT`, after the set-up in the body. */
async function answerAlerts(request, response, { alerts }) {
  if (request.method === 'GET') return answer(response, 200, alerts.report());
  const setUp = readSetUp(await readJson(request));
  return setUp === null ? answer(response, 400) : answer(response, 200, await alerts.setUp(setUp));
}

/** What was brought from a source; with `POST`, brings the batch in the body. */
async function answerImport(request, response, { imports, query }) {
  if (request.method === 'GET') {
    const source = sourceOf(query);
    return source === null ? answer(response, 400) : answer(response, 200, await imports.list(source));
  }
  const batch = readBatch(await readJson(request));
  return batch === null ? answer(response, 400) : answer(response, 200, await imports.bring(batch));
}

/** The data as one file, by the options in the query; 409 while another is made, 507 where the volume is too full. */
async function giveExport(_request, response, { exports, query }) {
  const options = exportOptionsOf(query);
  if (options === null) return answer(response, 400);
  try {
    const { type, bytes, stream } = await exports.open(options);
    response.writeHead(200, { 'Cache-Control': 'no-store', 'Content-Type': type, 'Content-Length': bytes });
    // A broken connection ends the stream, which closes the file.
    return await pipeline(stream, response);
  } catch (error) {
    if (error instanceof NoExport) return answer(response, error.reason === 'busy' ? 409 : 507);
    throw error;
  }
}

/** The instance rings. Anybody in it may, so nothing is believed: the database is read. */
export async function takeBell(request, response, { alerts }) {
  const body = await readJson(request);
  alerts?.bell(body?.message);
  return answer(response, 204);
}

/** The days named in the query; 400 for days that cannot be read. */
async function giveReports(_request, response, { database, query }) {
  const days = daysOf(query);
  if (days === null) return answer(response, 400);
  return answer(response, 200, await readReports(database, days));
}

/** What runs here. It reads nothing of the instance's tables, so it answers with any version. */
const giveState = async (_request, response, { version, database, isMailPortOpen = () => null }) =>
  answer(response, 200, {
    version,
    isTested: isTested(version),
    isServed: isServed(version),
    isMailPortOpen: isMailPortOpen(),
    volume: await readVolume(dirname(database)),
  });

/**
 * Paths for the Worker. Those with `readsTables` answer 503 beside a version that this companion does not serve: the
 * tables may mean something else there, and an order may change the wrong thing.
 */
export const forFunctions = {
  '/-/state': { method: 'GET', work: giveState },
  '/-/alerts': { method: ['GET', 'PUT'], readsTables: true, work: answerAlerts },
  '/-/export': { method: 'GET', readsTables: true, work: giveExport },
  '/-/import': { method: ['GET', 'POST'], readsTables: true, work: answerImport },
  '/-/limits': { method: ['GET', 'PUT'], readsTables: true, work: answerLimits },
  '/-/monitors': {
    method: 'GET',
    readsTables: true,
    work: (_request, response, { database }) => answer(response, 200, countMonitors(database)),
  },
  '/-/reports': { method: 'GET', readsTables: true, work: giveReports },
  '/-/copies': {
    method: 'GET',
    work: (_request, response, { ownDir }) => answer(response, 200, readCopies(ownDir)),
  },
  '/-/admitted': { method: 'PUT', work: takeList },
  '/metrics': {
    method: 'GET',
    work: (_request, response, { instanceUrl }) => passMetrics(response, instanceUrl),
  },
};
