/** What a route finds on the request. */
import type { Context } from 'hono';
import type { Deps } from '#functions/deps.ts';
import type { Logger } from '#functions/platform/logger.ts';
import { networkOf } from '#functions/platform/network.ts';
import type { TokenVerifier } from '#functions/vendors/identity.ts';
import type { RateLimiter } from './rate-limiter.ts';

/** What the app is made of: the use cases' ports and what stands in front of them. */
export interface AppPorts {
  readonly deps: Deps;
  readonly verifier: TokenVerifier;
  /** Proves tokens of the operators' own client. */
  readonly operatorVerifier: TokenVerifier;
  readonly rateLimiter: RateLimiter;
  readonly webhookToken: string;
  /** Origins whose pages may call; the site's own. */
  readonly siteOrigin: string;
  /** True when the database answers. */
  readonly isDatabaseUp: () => Promise<boolean>;
}

export interface AppEnv {
  Variables: { requestId: string; logger: Logger };
}

export type AppContext = Context<AppEnv>;

/** The caller's address as the edge saw it. A client cannot set this header in production. */
export function callerAddress(c: AppContext): string {
  return c.req.header('cf-connecting-ip') ?? '127.0.0.1';
}

/** What the limits count as one caller. */
export const callerNetwork = (c: AppContext): string => networkOf(callerAddress(c));
