/** What a person does in an instance's panel, and what its database says. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Environment } from './stage.ts';

/** A row of `heartbeat`. */
export interface Beat {
  readonly id: number;
  readonly status: number;
  /** Start of the check, milliseconds, UTC. */
  readonly at: number;
  /** When it ended. */
  readonly endedAt: number;
}

const momentOf = (time: string): number => Date.parse(`${time.replace(' ', 'T')}Z`);

export function openPanel(environment: Environment) {
  const inDatabase = <T>(work: (database: DatabaseSync) => T): T => {
    const database = new DatabaseSync(join(environment.data, 'kuma.db'), { timeout: 10_000 });
    try {
      return work(database);
    } finally {
      database.close();
    }
  };

  /** A command of the panel. @throws Error with the instance's own words. */
  async function ask(name: string, ...values: unknown[]): Promise<Record<string, unknown>> {
    const socket = await environment.openInside();
    try {
      const answer = (await socket.emitWithAck(name, ...values)) as { ok?: boolean; msg?: string };
      if (answer.ok !== true) throw new Error(`${name}: ${answer.msg}`);
      return answer as Record<string, unknown>;
    } finally {
      socket.disconnect();
    }
  }

  const rows = (sql: string, ...values: (number | string)[]) =>
    inDatabase((database) => database.prepare(sql).all(...values));

  return {
    ask,
    rows,
    inDatabase,
    add: async (monitor: object): Promise<number> => Number((await ask('add', monitor))['monitorID']),
    /** Changes a monitor as its form does: it is checked anew at once. */
    async edit(id: number, change: object): Promise<void> {
      const { monitor } = await ask('getMonitor', id);
      await ask('editMonitor', { ...(monitor as object), ...change });
    },
    /** Checks of a monitor, the oldest first. */
    beats: (monitor: number): Beat[] =>
      rows(
        'SELECT id, status, time, end_time AS ended FROM heartbeat WHERE monitor_id = ? ORDER BY id',
        monitor,
      ).map(({ id, status, time, ended }) => ({
        id: Number(id),
        status: Number(status),
        at: momentOf(String(time)),
        endedAt: ended === null ? momentOf(String(time)) : momentOf(String(ended)),
      })),
    /** Id of our channel. */
    channel: (): number =>
      Number(rows("SELECT id FROM notification WHERE name = 'Avisos da Vigia'")[0]?.['id']),
  };
}
export type Panel = ReturnType<typeof openPanel>;
