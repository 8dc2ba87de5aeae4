/**
 * The panel of an environment of our own, for everybody: reads are passed on to the instance, and everything else is
 * refused in the shape that the panel shows.
 *
 * A visitor's connection ends here and each has one of its own to the instance, where it counts as the administrator. Only
 * what is listed below crosses, in either direction: a call that a later Uptime Kuma adds is refused until somebody has
 * read it. Both ways of the panel end here, because it begins with long-polling and changes to a socket.
 * Calls: Uptime Kuma 2.5.3, server/server.js and server/socket-handlers; what the panel does with an answer: src/mixins/socket.js.
 */
import type { Server } from 'node:http';
import type { Server as SocketServer, Socket as VisitorSocket } from 'socket.io';
import type { Socket as InstanceSocket, io } from 'socket.io-client';
import type { Log } from './log.ts';

/** What the instance's image has of socket.io: both ends, of one version. */
export interface SocketLibrary {
  readonly io: typeof io;
  readonly Server: typeof SocketServer;
}

const ANSWER_TIMEOUT_MS = 20_000;
/** A call has a few short values. */
const MESSAGE_BYTES_MAX = 4096;
const TEXT_MAX = 100;
/** Measured beside the real instance, with 100: 1 MB and 67 ms of processor time each. The chart gives room for these. */
const VISITORS_MAX = 60;
/** The panel makes about ten calls when a page opens. */
const CALLS = { max: 60, everyMs: 10_000 } as const;

/** Calls that only read, and how many values each has before its callback. */
const reads: Readonly<Record<string, number>> = {
  needSetup: 0,
  getMonitorList: 0,
  getMonitor: 1,
  getMonitorBeats: 2,
  getMonitorChartData: 2,
  monitorImportantHeartbeatListCount: 1,
  monitorImportantHeartbeatListPaged: 3,
  getTags: 0,
  getSettings: 0,
  getMaintenanceList: 0,
  getMaintenance: 1,
  getMonitorMaintenance: 1,
  getMaintenanceStatusPage: 1,
  getStatusPage: 1,
  getIncidentHistory: 2,
};

/**
 * Events that a visitor gets. Left out: lists of channels, proxies, Docker hosts, browsers and keys, which contain secrets
 * and are empty here, and what leads a browser to the set-up or to a login.
 */
const shown: ReadonlySet<string> = new Set([
  'info',
  'autoLogin',
  'monitorList',
  'updateMonitorIntoList',
  'deleteMonitorFromList',
  'monitorTypeList',
  'maintenanceList',
  'statusPageList',
  'heartbeat',
  'heartbeatList',
  'avgPing',
  'uptime',
  'certInfo',
  'domainInfo',
]);

const refusals = {
  write: 'Só leitura: todos veem este painel, e ninguém muda nada nele.',
  often: 'Muitos pedidos em pouco tempo. Espere alguns segundos.',
  silent: 'O painel não respondeu. Tente de novo.',
} as const;

/** A refusal as the panel shows it, in red. */
const refused = (reason: keyof typeof refusals) => ({ ok: false, msg: refusals[reason] });

type Answer = (answer: unknown) => void;

/** A value of a read: an id, a number of hours, a short name, or none. */
const isPlain = (value: unknown): boolean =>
  value === null || typeof value === 'number' || (typeof value === 'string' && value.length <= TEXT_MAX);

const isRead = (call: string, values: readonly unknown[]): boolean =>
  Object.hasOwn(reads, call) && reads[call] === values.length && values.every(isPlain);

/** Says yes so many times in a stretch of time. */
function createAllowance(now: () => number): () => boolean {
  let since = now();
  let calls = 0;
  return () => {
    if (now() - since >= CALLS.everyMs) [since, calls] = [now(), 0];
    calls += 1;
    return calls <= CALLS.max;
  };
}

/** Answers one visitor's calls from a connection of its own to the instance, until either ends. */
function serve(visitor: VisitorSocket, instance: InstanceSocket): void {
  const mayCall = createAllowance(Date.now);
  visitor.onAny((call: string, ...given: unknown[]) => {
    const answer = given.at(-1);
    // Without a callback the panel expects nothing, and the instance would fail at calling it.
    if (typeof answer !== 'function') return;
    const values = given.slice(0, -1);
    if (!isRead(call, values)) return answer(refused('write'));
    if (!mayCall()) return answer(refused('often'));
    const give: Answer = (said) => answer(said);
    instance
      .timeout(ANSWER_TIMEOUT_MS)
      .emit(call, ...values, (error: Error | null, said: unknown) => give(error ? refused('silent') : said));
  });
  instance.onAny((event: string, ...values: unknown[]) => {
    if (shown.has(event)) visitor.emit(event, ...values);
  });
  // The panel connects again by itself, and then gets everything anew.
  instance.on('disconnect', () => visitor.disconnect(true));
  instance.on('connect_error', () => visitor.disconnect(true));
  visitor.on('disconnect', () => instance.disconnect());
}

/** What visitors are served with, until the signal. */
export interface VisitorOptions {
  readonly library: SocketLibrary;
  readonly signal?: AbortSignal;
}

/** Serves visitors at the server's `/socket.io/`; its other requests stay its own. */
export function admitVisitors(
  server: Server,
  { library, signal, instanceUrl, log }: VisitorOptions & { instanceUrl: string; log: Log },
): void {
  const visitors = new library.Server({
    serveClient: false,
    maxHttpBufferSize: MESSAGE_BYTES_MAX,
    perMessageDeflate: false,
    // Only a new connection is asked about; a full house is what the panel says it cannot connect to.
    allowRequest: (_request, decide) => decide(null, visitors.engine.clientsCount < VISITORS_MAX),
  });
  visitors.attach(server);
  visitors.on('connection', (visitor) => {
    try {
      const options = { transports: ['websocket'], reconnection: false, forceNew: true };
      serve(visitor, library.io(instanceUrl, options));
    } catch (error) {
      log({ event: 'visitor-failed', reason: error instanceof Error ? error.message : String(error) });
      visitor.disconnect(true);
    }
  });
  signal?.addEventListener('abort', () => visitors.disconnectSockets(true));
}
