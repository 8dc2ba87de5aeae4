/** Values attached to a request while it passes the layers of a route. */
import type { Context } from 'hono';
import type { Logger } from '#functions/platform/logger.ts';
import { networkOf } from '#functions/platform/network.ts';
import type { Identity } from '#functions/vendors/identity.ts';

/** Set for every request. */
export interface RequestFacts {
  readonly requestId: string;
  readonly logger: Logger;
}

/** Set by layers; a handler's type only has those of its own layers. */
export interface LayerFacts {
  readonly identity: Identity;
  readonly body: unknown;
  /** OIDC subject of the caller, when a valid token was sent. */
  readonly subject: string | null;
  /** `undefined` when none was sent. */
  readonly idempotencyKey: string | undefined;
  /** Order of the environment that reports. */
  readonly orderId: string;
  /** Name of the operator. */
  readonly operator: string;
}

export interface AppEnv {
  Variables: RequestFacts & LayerFacts;
}
export type AppContext = Context<AppEnv>;

/** The caller's IP address as Cloudflare reports it. In production a client cannot set this header. */
export function callerAddress(c: Context): string {
  return c.req.header('cf-connecting-ip') ?? '127.0.0.1';
}

/** The network that rate limits count as one caller. */
export const callerNetwork = (c: Context): string => networkOf(callerAddress(c));
