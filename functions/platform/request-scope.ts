/**
 * Which request, scheduled run or workflow run is at work: known to whatever logs, notes an event or calls a service on
 * its way, without being handed from function to function.
 */
// biome-ignore lint/style/noRestrictedImports: the one part of Node that the runtime offers without Node (nodejs_als).
import { AsyncLocalStorage } from 'node:async_hooks';

export interface RequestScope {
  /** Answered as `X-Request-Id`; `cron-…` for scheduled work, `{order}-{attempt}` for a workflow run. */
  readonly requestId: string;
  /** Who ordered it, when an operator did. */
  readonly operator?: string;
}

const scopes = new AsyncLocalStorage<RequestScope>();

/** The scope at work, or `undefined` outside of any. */
export function currentScope(): RequestScope | undefined {
  return scopes.getStore();
}

/** Runs `work`, and everything it starts, in a scope. */
export function inScope<T>(scope: RequestScope, work: () => T): T {
  return scopes.run(scope, work);
}
