/**
 * The current request, scheduled run or workflow run. Loggers, events and vendor clients read it without passing it
 * through every function.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

export interface RequestScope {
  /** Sent as `X-Request-Id`; `cron-…` for scheduled work, `{order}-{attempt}` for a workflow run. */
  readonly requestId: string;
  /** The operator who gave the command, if any. */
  readonly operator?: string;
  /** The account that asks. */
  readonly subject?: string;
}

const scopes = new AsyncLocalStorage<RequestScope>();

/** The current scope, or `undefined` outside of any. */
export function currentScope(): RequestScope | undefined {
  return scopes.getStore();
}

/** Runs `work`, and everything it starts, in a scope. */
export function inScope<T>(scope: RequestScope, work: () => T): T {
  return scopes.run(scope, work);
}
