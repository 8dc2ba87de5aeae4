/** What a customer does in an instance's panel, and the instance once a day (server/server.js, server/database.js). */
import type { DatabaseSync } from 'node:sqlite';
import { kumaTime } from '#dev/stand-ins/tenants/kuma-tables.ts';
import type { Monitor } from '#dev/stand-ins/tenants/monitors.ts';
import type { RehearsalClock } from './clock.ts';

const DAY_MS = 86_400_000;
/** Unimportant checks of a day ago are deleted, but not the last hundred. */
const KEPT_CHECKS = 100;

interface Instance {
  readonly raw: DatabaseSync;
  readonly clock: RehearsalClock;
  readonly all: () => readonly Monitor[];
  readonly startMonitor: (id: number) => void;
  readonly stopMonitor: (id: number) => void;
}

export function panelOf({ raw, clock, all, startMonitor, stopMonitor }: Instance) {
  return {
    /** The panel's switch. */
    switchTo(id: number, active: boolean): void {
      raw.prepare('UPDATE monitor SET active = ? WHERE id = ?').run(Number(active), id);
      if (active) startMonitor(id);
      else stopMonitor(id);
    },
    delete(id: number): void {
      stopMonitor(id);
      raw.prepare('DELETE FROM monitor WHERE id = ?').run(id);
    },
    clearHistory(id: number): void {
      raw.prepare('DELETE FROM heartbeat WHERE monitor_id = ?').run(id);
      startMonitor(id);
    },
    clearEvents(id: number): void {
      raw.prepare(`UPDATE heartbeat SET msg = '', important = 0 WHERE monitor_id = ?`).run(id);
    },
    cleanUp(): void {
      for (const { id } of all())
        raw
          .prepare(
            `DELETE FROM heartbeat WHERE monitor_id = ?1 AND important = 0 AND time < ?2 AND id NOT IN
             (SELECT id FROM heartbeat WHERE monitor_id = ?1 ORDER BY time DESC LIMIT ${KEPT_CHECKS})`,
          )
          .run(id, kumaTime(clock.now() - DAY_MS));
    },
    /** Opens a window over monitors, or closes all. */
    openWindow(ids: readonly number[]): void {
      const { lastInsertRowid } = raw
        .prepare(
          `INSERT INTO maintenance (title, description, strategy) VALUES ('Troca de disco', '', 'manual')`,
        )
        .run();
      for (const id of ids)
        raw
          .prepare('INSERT INTO monitor_maintenance (monitor_id, maintenance_id) VALUES (?, ?)')
          .run(id, lastInsertRowid);
    },
    closeWindows: () => raw.exec('UPDATE maintenance SET active = 0; DELETE FROM monitor_maintenance'),
  };
}
