/** The log of events in D1: what happened to an order, for operators. */
import { run } from './db.ts';
import { currentScope } from './request-scope.ts';

export type EventLog = ReturnType<typeof createEventLog>;

export function createEventLog(db: D1Database, now: () => number) {
  return {
    /** Appends what happened, with the request it happened in; no personal data in `detail`. */
    async append(kind: string, { orderId, detail }: { orderId?: string; detail?: string }): Promise<void> {
      const scope = currentScope();
      await run(
        db,
        'INSERT INTO events (at, kind, order_id, request_id, operator, detail) VALUES (?, ?, ?, ?, ?, ?)',
        now(),
        kind,
        orderId ?? null,
        scope?.requestId ?? null,
        scope?.operator ?? null,
        detail ?? null,
      );
    },
  };
}
