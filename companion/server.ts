/**
 * The companion's HTTP server: serves the Worker, and answers the gateway who may enter.
 *
 * Paths under `/-/`, and `GET /metrics`, require the Worker's token for this tenant. `/ready` and `/alive` are for the
 * cluster, and `/membership` for the gateway: neither is reachable from outside. The gateway also passes sockets on to here.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createAdmission, createAdmitted } from './admission.ts';
import { isClaimed } from './counter.ts';
import { type Log, logLine, reasonOf } from './log.ts';
import { answer, forFunctions, type PathOptions, takeNotification } from './paths.ts';
import { createSocketGuard } from './sockets.ts';
import { isServed } from './state.ts';
import { readTarget } from './target.ts';
import { admitVisitors, type VisitorOptions } from './visitors.ts';

/** Where the instance's channel reports that something happened; the gateway does not pass it. */
export const NOTIFY_PATH = '/alert';

/** Whether a request has the token with this hash, or with one of two. Compares in constant time. */
export function carriesToken(authorization: string | undefined, tokenSha256: string): boolean {
  const token = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
  if (token === undefined) return false;
  const given = createHash('sha256').update(token).digest();
  return tokenSha256.split(' ').some((each) => timingSafeEqual(given, Buffer.from(each, 'hex')));
}

/** Everything that the server needs. A test leaves out what it does not ask for. */
export interface CompanionOptions extends Omit<PathOptions, 'admitted' | 'sockets' | 'query' | 'enteredAt'> {
  readonly signInUrl: string;
  readonly group: string;
  readonly tokenSha256: string;
  readonly admittedFiles: Parameters<typeof createAdmitted>[0];
  readonly askAgainMs?: number | undefined;
  readonly log?: Log;
  /** The read-only panel of an environment of our own, which needs no sign-in. `null` in a customer's. */
  readonly visitors?: VisitorOptions | null;
}

/** The companion's server, not yet listening. */
export function createCompanion(options: CompanionOptions): Server {
  const { database, instanceUrl, version, tokenSha256, askAgainMs, visitors, log = logLine } = options;
  const admitted = createAdmitted(options.admittedFiles);
  const decide = createAdmission({ ...options, admitted });
  let enteredAt: number | undefined;
  // Every page of the panel asks, and every open socket again and again.
  const admission: typeof decide = async (headers) => {
    const status = await decide(headers);
    if (status === 204) enteredAt = Date.now();
    return status;
  };
  const sockets = createSocketGuard({ instanceUrl, admission, askAgainMs });
  const work = async (
    request: IncomingMessage,
    response: ServerResponse,
    target: ReturnType<typeof readTarget>,
  ) => {
    if (target === null) return answer(response, 400);
    const { path, query } = target;
    if (path === '/alive') return answer(response, 200);
    if (path === '/ready') return answer(response, isClaimed(database) ? 200 : 503);
    if (path === '/membership') return answer(response, await admission(request.headers));
    if (path === NOTIFY_PATH && request.method === 'POST')
      return await takeNotification(request, response, options);
    const asked = Object.hasOwn(forFunctions, path) ? forFunctions[path as keyof typeof forFunctions] : null;
    if (asked === null) return answer(response, 404);
    if (!carriesToken(request.headers.authorization, tokenSha256)) return answer(response, 401);
    if (!asked.methods.includes(request.method ?? '')) return answer(response, 405);
    if (asked.readsTables && !isServed(version))
      return answer(response, 503, { reason: `versão ${version} não atendida` });
    return await asked.work(request, response, {
      ...options,
      query,
      admitted,
      sockets,
      enteredAt: () => enteredAt,
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
      if (pathname !== '/ready') log({ event: 'companion-failed', pathname, reason: reasonOf(error) });
    }
  });
  if (!visitors) return server.on('upgrade', sockets.onUpgrade);
  admitVisitors(server, { ...visitors, instanceUrl, log });
  return server;
}
