/** Passes requests from our routes to the library, which needs Node's own request below the issuer's path. */
import type { IncomingMessage } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import type Provider from 'oidc-provider';

/** The context of every route of the stand-in. */
export interface IdentityEnv {
  Bindings: HttpBindings;
}

export type IdentityContext = Context<IdentityEnv>;

export interface Handover {
  /** Query string to use instead of the request's, e.g. with added parameters. */
  readonly search?: string;
  readonly path?: string;
  /** Runs the library without sending its response. */
  readonly mute?: boolean;
}

/** Passes a request to the library, which responds by itself. */
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
  // Hono drops headers set by middleware (CORS) when another handler responds.
  for (const [name, value] of c.res.headers) outgoing.setHeader(name, value);
  if (mute) outgoing.end = () => outgoing;
  await provider.callback()(incoming, outgoing);
  return RESPONSE_ALREADY_SENT;
}

/** The text fields of a posted form. */
export async function readForm(c: IdentityContext): Promise<(field: string) => string> {
  const form = await c.req.parseBody();
  return (field) => (typeof form[field] === 'string' ? form[field] : '');
}

/** Signs a user in at the library, which redirects the browser and ends another account's session first. */
export async function signIn(provider: Provider, c: IdentityContext, accountId: string) {
  const result = { login: { accountId }, create: {} };
  return c.redirect(await provider.interactionResult(c.env.incoming, c.env.outgoing, result), 303);
}

/** The session of the calling browser. */
export async function currentSession(provider: Provider, c: IdentityContext) {
  return provider.Session.get(provider.createContext(c.env.incoming, c.env.outgoing));
}
