/**
 * Stands beside the instance: claims it when it is fresh, keeps its login off, and answers the functions.
 *
 * `GET /-/monitors` and `GET /metrics` want the functions' token; `/ready` is for the cluster and never passes the gateway.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { claim } from './bootstrap.mjs';
import { countMonitors, isClaimed } from './counter.mjs';

const LOOK_EVERY_MS = 10_000;
const METRICS_TIMEOUT_MS = 10_000;

const logLine = (event) => process.stdout.write(`${JSON.stringify(event)}\n`);

/** Whether a request carries the token that has this digest. Takes as long for a wrong one as for the right one. */
export function carriesToken(authorization, tokenSha256) {
  const token = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
  if (token === undefined) return false;
  return timingSafeEqual(createHash('sha256').update(token).digest(), Buffer.from(tokenSha256, 'hex'));
}

function answer(response, status, body) {
  response.writeHead(status, {
    'Cache-Control': 'no-store',
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
  });
  response.end(body === undefined ? undefined : JSON.stringify(body));
}

/** The instance's metrics, open to us because its login is off; 503 when it does not answer. */
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

/**
 * The companion's server, not yet listening.
 * @param {{ database: string, instanceUrl: string, tokenSha256: string, log?: (event: object) => void }} options
 */
export function createCompanion({ database, instanceUrl, tokenSha256, log = logLine }) {
  return createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://companion');
    try {
      if (pathname === '/ready') return answer(response, isClaimed(database) ? 200 : 503);
      if (pathname !== '/-/monitors' && pathname !== '/metrics') return answer(response, 404);
      if (!carriesToken(request.headers.authorization, tokenSha256)) return answer(response, 401);
      if (request.method !== 'GET') return answer(response, 405);
      if (pathname === '/metrics') return await passMetrics(response, instanceUrl);
      return answer(response, 200, countMonitors(database));
    } catch (error) {
      // No database yet, a locked one, an instance that starts: all of it passes.
      if (!response.headersSent) answer(response, 503);
      if (pathname !== '/ready') log({ event: 'companion-failed', pathname, reason: error.message });
    }
  });
}

/** Looks now and then whether the instance is claimed, and claims it when not. Returns when `signal` says so. */
async function keepClaimed({ database, signal, ...options }) {
  while (!signal.aborted) {
    try {
      await claimWhenNeeded(database, options);
    } catch (error) {
      logLine({ event: 'claim-failed', reason: error.message });
    }
    await wait(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** A database that cannot be read yet is that of an instance that starts: whether it is fresh, it says itself. */
async function claimWhenNeeded(database, options) {
  if (existing(() => isClaimed(database))) return;
  await claim(options);
  logLine({ event: 'instance-claimed' });
}

function existing(look) {
  try {
    return look();
  } catch {
    return false;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { DATA_DIR = '', INSTANCE_URL: instanceUrl, PUBLIC_URL: publicUrl, TOKEN_SHA256, PORT } = process.env;
  const { io } = createRequire(`${process.cwd()}/package.json`)('socket.io-client');
  const database = join(DATA_DIR, 'kuma.db');
  const stop = new AbortController();
  const server = createCompanion({ database, instanceUrl, tokenSha256: TOKEN_SHA256 });
  server.listen(Number(PORT));
  for (const name of ['SIGTERM', 'SIGINT']) {
    process.once(name, () => {
      stop.abort();
      server.close();
      server.closeAllConnections();
    });
  }
  await keepClaimed({
    database,
    io,
    instanceUrl,
    publicUrl,
    administratorFile: join(DATA_DIR, 'vigia/administrator.json'),
    signal: stop.signal,
  });
}
