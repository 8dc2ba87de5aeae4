/** The bridge between our routes and the library, which wants Node's own request below the issuer's path. */
import type { IncomingMessage } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import type Provider from 'oidc-provider';

/** What every route of the stand-in gets. */
export interface IdentityEnv {
  Bindings: HttpBindings;
}

export type IdentityContext = Context<IdentityEnv>;

export interface Handover {
  /** Another address below the issuer than the one asked for, e.g. with parameters filled in. */
  readonly search?: string;
  readonly path?: string;
  /** Lets the library do its work and keeps its answer back. */
  readonly mute?: boolean;
}

/** Hands a request over to the library, which answers by itself. */
export async function handOver(
  provider: Provider,
  c: IdentityContext,
  { path, search, mute }: Handover = {},
) {
  const { outgoing } = c.env;
  const incoming: IncomingMessage & { originalUrl?: string } = c.env.incoming;
  const issuerPath = new URL(provider.issuer).pathname;
  const asked = new URL(c.req.url);
  const below = `${path ?? asked.pathname.slice(issuerPath.length)}${search ?? asked.search}`;
  incoming.originalUrl = `${issuerPath}${below}`;
  incoming.url = below;
  // Hono drops what middleware has set (CORS) once somebody else answers.
  for (const [name, value] of c.res.headers) outgoing.setHeader(name, value);
  if (mute) outgoing.end = () => outgoing;
  await provider.callback()(incoming, outgoing);
  return RESPONSE_ALREADY_SENT;
}

/** The session of the calling browser. */
export async function currentSession(provider: Provider, c: IdentityContext) {
  return provider.Session.get(provider.createContext(c.env.incoming, c.env.outgoing));
}
