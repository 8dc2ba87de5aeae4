/**
 * Runs beside the instance: sets it up when it is fresh, keeps its login off, and serves the Worker and the gateway.
 *
 * The chart has it as one file (`npm run build:chart`), which runs with the Node of the instance's image: without a word
 * as the companion, with `take` or `put-back ID` in the pods of copies, and as the thread that makes an export.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isMainThread } from 'node:worker_threads';
import { createAlertRecord } from './alert-record.ts';
import { createAlerts } from './alerts.ts';
import { claim, type Instance, Refusal, turnLoginOff } from './bootstrap.ts';
import { putBack, readRestored, takeCopy } from './copies.ts';
import { isClaimed, readMonitors } from './counter.ts';
import { createDomainRecord, createDomainWatch, type ParseHost } from './domain-expiry.ts';
import './export-file.ts';
import { createExports } from './exports.ts';
import { createImportRecord } from './import-record.ts';
import { createImports } from './imports.ts';
import { createLimits, createLimitsRecord } from './limits.ts';
import { logLine, reasonOf } from './log.ts';
import { createMailPort } from './mail-port.ts';
import { createRdap, readServers } from './rdap.ts';
import { readTextOrNull } from './record-file.ts';
import { createCompanion, NOTIFY_PATH } from './server.ts';
import { createShowcase } from './showcase.ts';
import { isServed, isTested, readVersion } from './state.ts';
import type { SocketLibrary } from './visitors.ts';

const CLAIM_EVERY_MS = 10_000;
const ANSWER_MS = 10_000;

interface Claim extends Instance {
  readonly database: string;
  readonly publicUrl: string;
}

/** Checks regularly whether the instance is set up, and sets it up if not. Returns when `signal` is aborted. */
async function claimUntilStopped(options: Claim, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await claimWhenNeeded(options);
    } catch (error) {
      logLine({ event: 'claim-failed', reason: reasonOf(error) });
    }
    await wait(CLAIM_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** If the database cannot be read, the instance is starting; it reports itself whether it is fresh. */
async function claimWhenNeeded({ database, ...options }: Claim): Promise<void> {
  try {
    if (isClaimed(database)) return;
  } catch {}
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

/** Whether the instance answers, as for a sign of a job. @throws Error when it does not. */
async function isAnswering(instanceUrl: string): Promise<boolean> {
  const signal = AbortSignal.timeout(ANSWER_MS);
  const response = await fetch(`${instanceUrl}/api/entry-page`, { signal });
  await response.body?.cancel();
  return response.ok;
}

type DomainWatchOptions = Parameters<typeof createDomainWatch>[0];

/** The watch of domains, with the lists that the instance's image has; `null` where it has none. */
function watchOfDomains(
  load: NodeJS.Require,
  options: Omit<DomainWatchOptions, 'rdap' | 'parseHost' | 'now' | 'log'>,
) {
  try {
    const { parse: parseHost } = load('tldts') as { parse: ParseHost };
    const known = readServers(readTextOrNull(join(process.cwd(), 'extra/rdap-dns.json')) ?? '');
    const rdap = createRdap({ known, fetch, now: Date.now });
    return createDomainWatch({ ...options, rdap, parseHost, now: Date.now, log: logLine });
  } catch (error) {
    logLine({ event: 'domains-unwatched', reason: reasonOf(error) });
    return null;
  }
}

/** Both ends of socket.io, as the instance's image has them. */
const libraryOf = (load: NodeJS.Require): SocketLibrary => ({
  ...(load('socket.io-client') as Pick<SocketLibrary, 'io'>),
  ...(load('socket.io') as Pick<SocketLibrary, 'Server'>),
});

/** A variable of the pod; empty where it is not set. */
const variable = (name: string): string => process.env[name] ?? '';

async function runBesideInstance(): Promise<void> {
  const [ownDir, instanceUrl, port] = [variable('OWN_DIR'), variable('INSTANCE_URL'), variable('PORT')];
  const load = createRequire(`${process.cwd()}/package.json`);
  const { io } = load('socket.io-client') as Pick<Instance, 'io'>;
  const isReadOnly = variable('READ_ONLY') === 'true';
  const database = join(variable('DATA_DIR'), 'kuma.db');
  const version = readVersion(process.cwd());
  logLine({ event: 'instance-version', version, isTested: isTested(version), isServed: isServed(version) });
  const stop = new AbortController();
  const instance = { io, instanceUrl, administratorFile: join(ownDir, 'administrator.json') };
  const shared = { database, instance, log: logLine };
  const limitsRecord = createLimitsRecord(join(ownDir, 'limits.json'));
  const alerts = createAlerts({
    ...shared,
    record: createAlertRecord(join(ownDir, 'alerts.json')),
    notifyUrl: `http://127.0.0.1:${port}${NOTIFY_PATH}`,
    limited: () => limitsRecord.read().paused,
    restored: () => readRestored(ownDir),
    isReceiving: () => isAnswering(instanceUrl),
    domainDays: (monitor) => domains?.daysOf(monitor),
    location: variable('LOCATION'),
  });
  const domains = watchOfDomains(load, {
    database,
    record: createDomainRecord(join(ownDir, 'domains.json')),
    channel: alerts.channel,
    tell: alerts.enqueue,
  });
  const imports = createImports({
    ...shared,
    record: createImportRecord(join(ownDir, 'imports.json')),
    ownChannel: alerts.channel,
  });
  const server = createCompanion({
    ...{ database, ownDir, instanceUrl, version, alerts, imports },
    showcase: isReadOnly ? createShowcase({ database, instance, imports }) : null,
    visitors: isReadOnly ? { library: libraryOf(load), signal: stop.signal } : null,
    limits: createLimits({
      ...shared,
      monitors: () => readMonitors(database),
      record: limitsRecord,
    }),
    exports: createExports({ database, folder: join(ownDir, 'export'), version }),
    isMailPortOpen: createMailPort(variable('MAIL_PROBE_HOST'), logLine),
    signInUrl: variable('SIGN_IN_URL'),
    group: variable('GROUP'),
    tokenSha256: variable('TOKEN_SHA256'),
    admittedFiles: { chartFile: variable('ADMITTED_FILE'), sentFile: join(ownDir, 'admitted.json') },
  });
  server.listen(Number(port));
  for (const name of ['SIGTERM', 'SIGINT']) {
    process.once(name, () => {
      stop.abort();
      server.close();
      server.closeAllConnections();
    });
  }
  await Promise.all([
    claimUntilStopped({ database, publicUrl: variable('PUBLIC_URL'), ...instance }, stop.signal),
    alerts.run(stop.signal),
    domains?.run(stop.signal),
  ]);
}

const [, , work, id = ''] = process.argv;
if (isMainThread) {
  if (work === undefined) await runBesideInstance();
  else if (work === 'take')
    logLine({ event: 'copy-taken', monitors: takeCopy(variable('VOLUME'), variable('COPY_DIR')) });
  else if (work === 'put-back') putBack(variable('VOLUME'), variable('COPY_DIR'), id);
  else throw new Error(`unknown work: ${work}`);
}
