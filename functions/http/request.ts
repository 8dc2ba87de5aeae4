/** What a request carries on its way through the layers of a route. */
import type { Context } from 'hono';
import type { Logger } from '#functions/platform/logger.ts';
import { networkOf } from '#functions/platform/network.ts';
import type { Identity } from '#functions/vendors/identity.ts';

/** Set for every request. */
export interface RequestFacts {
  readonly requestId: string;
  readonly logger: Logger;
}

/** Set by layers; a handler sees those that its own layers set. */
export interface LayerFacts {
  readonly identity: Identity;
  readonly body: unknown;
  /** OIDC subject of the caller where a token was sent and could be proved. */
  readonly subject: string | null;
  /** `undefined` where none was sent. */
  readonly idempotencyKey: string | undefined;
  /** Name of the person at the operator's keyboard. */
  readonly operator: string;
}

export interface AppEnv {
  Variables: RequestFacts & LayerFacts;
}
export type AppContext = Context<AppEnv>;

/** The caller's address as the edge saw it. A client cannot set this header in production. */
export function callerAddress(c: Context): string {
  return c.req.header('cf-connecting-ip') ?? '127.0.0.1';
}

/** What the limits count as one caller. */
export const callerNetwork = (c: Context): string => networkOf(callerAddress(c));
