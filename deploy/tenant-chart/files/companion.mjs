/**
 * Runs beside the instance: sets it up when it is fresh, keeps its login off, serves the Worker, and answers the gateway
 * who may enter.
 *
 * Paths under `/-/`, and `GET /metrics`, require the Worker's token for this tenant. `/ready` and `/alive` are for the
 * cluster, and `/membership` for the gateway: neither is reachable from outside. The gateway also passes sockets on to here.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { createAdmission, createAdmitted } from './admission.mjs';
import { createAlertRecord } from './alert-record.mjs';
import { createAlerts } from './alerts.mjs';
import { claim, Refusal, turnLoginOff } from './bootstrap.mjs';
import { isClaimed, readMonitors } from './counter.mjs';
import { createExports } from './exports.mjs';
import { createImportRecord } from './import-record.mjs';
import { createImports } from './imports.mjs';
import { createLimits, createRecordFile } from './limits.mjs';
import { logLine } from './log.mjs';
import { createMailPort } from './mail-port.mjs';
import { answer, forFunctions, takeBell } from './paths.mjs';
import { createSocketGuard } from './sockets.mjs';
import { isServed, isTested, readVersion } from './state.mjs';
import { readTarget } from './target.mjs';

const LOOK_EVERY_MS = 10_000;
/** Where the instance's channel rings; the gateway does not pass it. */
const BELL_PATH = '/alert';

/** Whether a request has the token with this hash, or with one of two. Compares in constant time. */
export function carriesToken(authorization, tokenSha256) {
  const token = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
  if (token === undefined) return false;
  const given = createHash('sha256').update(token).digest();
  return tokenSha256.split(' ').some((each) => timingSafeEqual(given, Buffer.from(each, 'hex')));
}

/**
 * The companion's server, not yet listening.
 * @param {{ database: string, ownDir: string, instanceUrl: string, version: string, signInUrl: string, group: string,
 *   tokenSha256: string, admittedFiles: { chartFile: string, sentFile: string }, askAgainMs?: number | undefined,
 *   limits?: ReturnType<typeof createLimits>, alerts?: ReturnType<typeof createAlerts>, imports?: ReturnType<typeof
 *   createImports>, exports?: ReturnType<typeof createExports>, log?: (event: object) => void }} options `ownDir` has the
 *   companion's records.
 */
export function createCompanion(options) {
  const { database, instanceUrl, version, tokenSha256 } = options;
  const { askAgainMs, log = logLine } = options;
  const admitted = createAdmitted(options.admittedFiles);
  const admission = createAdmission({ ...options, admitted });
  const sockets = createSocketGuard({ instanceUrl, admission, askAgainMs });
  const work = async (request, response, target) => {
    if (target === null) return answer(response, 400);
    const { path, query } = target;
    if (path === '/alive') return answer(response, 200);
    if (path === '/ready') return answer(response, isClaimed(database) ? 200 : 503);
    if (path === '/membership') return answer(response, await admission(request.headers));
    if (path === BELL_PATH && request.method === 'POST') return await takeBell(request, response, options);
    const asked = Object.hasOwn(forFunctions, path) ? forFunctions[path] : null;
    if (asked === null) return answer(response, 404);
    if (!carriesToken(request.headers.authorization, tokenSha256)) return answer(response, 401);
    if (![asked.method].flat().includes(request.method)) return answer(response, 405);
    if (asked.readsTables && !isServed(version))
      return answer(response, 503, { reason: `versão ${version} não atendida` });
    return await asked.work(request, response, {
      ...options,
      query,
      admitted,
      sockets,
    });
  };
  // Anybody in the pod can send anything here, and an exception outside of the `try` would end the process: with it
  // the entry of everybody, and the alerts. Node itself answers what is no HTTP.
  const server = createServer(async (request, response) => {
    try {
      await work(request, response, readTarget(request.url));
    } catch (error) {
      // A missing or locked database, or a starting instance or sign-in: all of these pass.
      if (response.headersSent) response.destroy();
      else answer(response, 503);
      const pathname = readTarget(request.url)?.path;
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
  const { DATA_DIR = '', OWN_DIR: ownDir = '', INSTANCE_URL: instanceUrl, PUBLIC_URL: publicUrl } = env;
  const { io } = createRequire(`${process.cwd()}/package.json`)('socket.io-client');
  const database = join(DATA_DIR, 'kuma.db');
  const administratorFile = join(ownDir, 'administrator.json');
  const version = readVersion(process.cwd());
  logLine({ event: 'instance-version', version, isTested: isTested(version), isServed: isServed(version) });
  const stop = new AbortController();
  const instance = { io, instanceUrl, administratorFile };
  const alerts = createAlerts({
    database,
    record: createAlertRecord(join(ownDir, 'alerts.json'), logLine),
    bellUrl: `http://127.0.0.1:${env.PORT}${BELL_PATH}`,
    instance,
    log: logLine,
  });
  const server = createCompanion({
    database,
    limits: createLimits({
      monitors: () => readMonitors(database),
      record: createRecordFile(join(ownDir, 'limits.json')),
      instance,
      log: logLine,
    }),
    alerts,
    exports: createExports({ database, folder: join(ownDir, 'export'), version }),
    imports: createImports({
      database,
      record: createImportRecord(join(ownDir, 'imports.json'), logLine),
      ownChannel: alerts.channel,
      instance,
      log: logLine,
    }),
    ownDir,
    instanceUrl,
    version,
    isMailPortOpen: createMailPort(env.MAIL_PROBE_HOST ?? '', logLine),
    signInUrl: env.SIGN_IN_URL,
    group: env.GROUP,
    tokenSha256: env.TOKEN_SHA256,
    admittedFiles: { chartFile: env.ADMITTED_FILE, sentFile: join(ownDir, 'admitted.json') },
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
