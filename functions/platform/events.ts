/** The event log in D1: what happened to an order, for operators. */
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
    /** Appends an event with its request id. `detail` must not contain personal data. */
    async append(kind: string, about: About): Promise<void> {
      await insert(kind, about);
    },
    /**
     * Appends an event before its action.
     * @returns A function that adds the outcome; an event without outcome was interrupted.
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
