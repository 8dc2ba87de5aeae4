/**
 * Runs beside the instance: sets it up when it is fresh, keeps its login off, serves the Worker, and answers the gateway
 * who may enter.
 *
 * Paths under `/-/`, and `GET /metrics`, require the Worker's token for this tenant. `/ready` is for the cluster, and
 * `/membership` for the gateway: neither is reachable from outside. The gateway also passes sockets on to here.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { createAdmission, createAdmitted, readList } from './admission.mjs';
import { createAlertRecord, readSetUp } from './alert-record.mjs';
import { createAlerts } from './alerts.mjs';
import { claim, Refusal, turnLoginOff } from './bootstrap.mjs';
import { readCopies } from './copies.mjs';
import { countMonitors, isClaimed, readMonitors } from './counter.mjs';
import { createImportRecord } from './import-record.mjs';
import { createImports, readBatch, sourceOf } from './imports.mjs';
import { createLimits, createRecordFile, readOrders } from './limits.mjs';
import { logLine } from './log.mjs';
import { parsedOrNull } from './record-file.mjs';
import { daysOf, readReports } from './reports.mjs';
import { createSocketGuard } from './sockets.mjs';
import { isTested, readVersion, readVolume } from './state.mjs';

const LOOK_EVERY_MS = 10_000;
/** Where the instance's channel rings; the gateway does not pass it. */
const BELL_PATH = '/alert';
const METRICS_TIMEOUT_MS = 10_000;
const BODY_BYTES_MAX = 128 * 1024;

/** Whether a request has the token with this hash, or with one of two. Compares in constant time. */
export function carriesToken(authorization, tokenSha256) {
  const token = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
  if (token === undefined) return false;
  const given = createHash('sha256').update(token).digest();
  return tokenSha256.split(' ').some((each) => timingSafeEqual(given, Buffer.from(each, 'hex')));
}

const queryOf = (request) => new URL(request.url ?? '/', 'http://companion').searchParams;

const untested = (version) => `versão ${version} não conferida`;

function answer(response, status, body) {
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
async function answerImport(request, response, { imports }) {
  if (request.method === 'GET') {
    const source = sourceOf(queryOf(request));
    return source === null ? answer(response, 400) : answer(response, 200, await imports.list(source));
  }
  const batch = readBatch(await readJson(request));
  return batch === null ? answer(response, 400) : answer(response, 200, await imports.bring(batch));
}

/** The instance rings. Anybody in it may, so nothing is believed: the database is read. */
async function takeBell(request, response, { alerts }) {
  const body = await readJson(request);
  alerts?.bell(body?.message);
  return answer(response, 204);
}

/** The days named in the query; 400 for days that cannot be read. */
async function giveReports(request, response, { database }) {
  const days = daysOf(queryOf(request));
  if (days === null) return answer(response, 400);
  return answer(response, 200, await readReports(database, days));
}

/** What runs here. It reads nothing of the instance's tables, so it answers with any version. */
const giveState = async (_request, response, { version, database }) =>
  answer(response, 200, {
    version,
    isTested: isTested(version),
    volume: await readVolume(dirname(database)),
  });

/**
 * Paths for the Worker. Those with `readsTables` answer 503 beside a version that this companion was not tested with:
 * the tables may mean something else there, and an order may change the wrong thing.
 */
const forFunctions = {
  '/-/state': { method: 'GET', work: giveState },
  '/-/alerts': { method: ['GET', 'PUT'], readsTables: true, work: answerAlerts },
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
    work: (_request, response, { dataDir }) => answer(response, 200, readCopies(dataDir)),
  },
  '/-/admitted': { method: 'PUT', work: takeList },
  '/metrics': {
    method: 'GET',
    work: (_request, response, { instanceUrl }) => passMetrics(response, instanceUrl),
  },
};

/**
 * The companion's server, not yet listening.
 * @param {{ database: string, instanceUrl: string, version: string, signInUrl: string, group: string, tokenSha256: string,
 *   admittedFiles: { chartFile: string, sentFile: string }, askAgainMs?: number | undefined, limits?: ReturnType<typeof
 *   createLimits>, alerts?: ReturnType<typeof createAlerts>, imports?: ReturnType<typeof createImports>,
 *   log?: (event: object) => void }} options
 */
export function createCompanion(options) {
  const { database, instanceUrl, version, tokenSha256, limits, alerts, imports } = options;
  const { askAgainMs, log = logLine } = options;
  const admitted = createAdmitted(options.admittedFiles);
  const admission = createAdmission({ ...options, admitted });
  const sockets = createSocketGuard({ instanceUrl, admission, askAgainMs });
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://companion');
    try {
      if (pathname === '/ready') return answer(response, isClaimed(database) ? 200 : 503);
      if (pathname === '/membership') return answer(response, await admission(request.headers));
      if (pathname === BELL_PATH && request.method === 'POST')
        return await takeBell(request, response, options);
      const asked = Object.hasOwn(forFunctions, pathname) ? forFunctions[pathname] : null;
      if (asked === null) return answer(response, 404);
      if (!carriesToken(request.headers.authorization, tokenSha256)) return answer(response, 401);
      if (![asked.method].flat().includes(request.method)) return answer(response, 405);
      if (asked.readsTables && !isTested(version))
        return answer(response, 503, { reason: untested(version) });
      return await asked.work(request, response, {
        database,
        dataDir: dirname(database),
        instanceUrl,
        version,
        limits,
        alerts,
        imports,
        admitted,
        sockets,
      });
    } catch (error) {
      // A missing or locked database, or a starting instance or sign-in: all of these pass.
      if (!response.headersSent) answer(response, 503);
      if (pathname !== '/ready') log({ event: 'companion-failed', pathname, reason: error.message });
    }
  });
  return server.on('upgrade', sockets.onUpgrade);
}

/** Checks regularly whether the instance is set up, and sets it up if not. Returns when `signal` is aborted. */
async function claimUntilStopped({ database, signal, ...options }) {
  while (!signal.aborted) {
    try {
      await claimWhenNeeded(database, options);
    } catch (error) {
      logLine({ event: 'claim-failed', reason: error.message });
    }
    await wait(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** If the database cannot be read, the instance is starting; it reports itself whether it is fresh. */
async function claimWhenNeeded(database, options) {
  if (existing(() => isClaimed(database))) return;
  try {
    await claim(options);
    logLine({ event: 'instance-claimed' });
  } catch (error) {
    if (!(error instanceof Refusal) || error.call !== 'login') throw error;
    // The stored credentials are lost or wrong; a person could only do the same.
    turnLoginOff(database);
    logLine({ event: 'login-turned-off', reason: error.message });
  }
}

function existing(look) {
  try {
    return look();
  } catch {
    return false;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { env } = process;
  const { DATA_DIR = '', INSTANCE_URL: instanceUrl, PUBLIC_URL: publicUrl } = env;
  const { io } = createRequire(`${process.cwd()}/package.json`)('socket.io-client');
  const database = join(DATA_DIR, 'kuma.db');
  const administratorFile = join(DATA_DIR, 'vigia/administrator.json');
  const version = readVersion(process.cwd());
  logLine({ event: 'instance-version', version, isTested: isTested(version) });
  const stop = new AbortController();
  const instance = { io, instanceUrl, administratorFile };
  const alerts = createAlerts({
    database,
    record: createAlertRecord(join(DATA_DIR, 'vigia/alerts.json'), logLine),
    bellUrl: `http://127.0.0.1:${env.PORT}${BELL_PATH}`,
    instance,
    log: logLine,
  });
  const server = createCompanion({
    database,
    limits: createLimits({
      monitors: () => readMonitors(database),
      record: createRecordFile(join(DATA_DIR, 'vigia/limits.json')),
      instance,
      log: logLine,
    }),
    alerts,
    imports: createImports({
      database,
      record: createImportRecord(join(DATA_DIR, 'vigia/imports.json'), logLine),
      ownChannel: alerts.channel,
      instance,
      log: logLine,
    }),
    instanceUrl,
    version,
    signInUrl: env.SIGN_IN_URL,
    group: env.GROUP,
    tokenSha256: env.TOKEN_SHA256,
    admittedFiles: { chartFile: env.ADMITTED_FILE, sentFile: join(DATA_DIR, 'vigia/admitted.json') },
  });
  server.listen(Number(env.PORT));
  for (const name of ['SIGTERM', 'SIGINT']) {
    process.once(name, () => {
      stop.abort();
      server.close();
      server.closeAllConnections();
    });
  }
  await Promise.all([
    claimUntilStopped({ database, io, instanceUrl, publicUrl, administratorFile, signal: stop.signal }),
    alerts.run(stop.signal),
  ]);
}
