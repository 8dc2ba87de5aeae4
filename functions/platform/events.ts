/** The log of events in D1: what happened to an order, for operators. */
import { run, statement } from './db.ts';
import { currentScope } from './request-scope.ts';

interface About {
  readonly orderId?: string;
  readonly detail?: string;
}

export type EventLog = ReturnType<typeof createEventLog>;

export function createEventLog(db: D1Database, now: () => number) {
  async function insert(kind: string, { orderId, detail }: About): Promise<number> {
    const scope = currentScope();
    const { meta } = await statement(
      db,
      'INSERT INTO events (at, kind, order_id, request_id, operator, detail) VALUES (?, ?, ?, ?, ?, ?)',
      now(),
      kind,
      orderId ?? null,
      scope?.requestId ?? null,
      scope?.operator ?? null,
      detail ?? null,
    ).run();
    return meta.last_row_id;
  }

  return {
    /** Appends what happened, with the request it happened in; no personal data in `detail`. */
    async append(kind: string, about: About): Promise<void> {
      await insert(kind, about);
    },
    /**
     * Appends what is about to be done. @returns Writes how it ended behind the detail; an event without that was cut off.
     */
    async begin(kind: string, about: About): Promise<(outcome: string) => Promise<void>> {
      const id = await insert(kind, about);
      return async (outcome) => {
        await run(
          db,
          "UPDATE events SET detail = COALESCE(detail || ': ', '') || ? WHERE id = ?",
          outcome,
          id,
        );
      };
    },
  };
}
