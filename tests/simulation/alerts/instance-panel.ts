/** What a customer does in an instance's panel, and the instance once a day (server/server.js, server/database.js). */
import type { DatabaseSync } from 'node:sqlite';
import { kumaTime } from '#dev/stand-ins/tenants/kuma-tables.ts';
import type { Monitor } from '#dev/stand-ins/tenants/monitors.ts';
import type { RehearsalClock } from './clock.ts';

const DAY_MS = 86_400_000;
/** Unimportant checks of a day ago are deleted, but not the last hundred. */
const KEPT_CHECKS = 100;

/** SQL: a window that runs; the moment follows. */
export const RUNS = `(w.strategy = 'manual' OR ?1 BETWEEN w.start_date AND w.end_date)`;

interface Instance {
  readonly raw: DatabaseSync;
  readonly clock: RehearsalClock;
  readonly all: () => readonly Monitor[];
  readonly startMonitor: (id: number, isSwitchedOn?: boolean) => void;
  readonly stopMonitor: (id: number) => void;
}

export function panelOf({ raw, clock, all, startMonitor, stopMonitor }: Instance) {
  return {
    /** The panel's switch. */
    switchTo(id: number, active: boolean): void {
      raw.prepare('UPDATE monitor SET active = ? WHERE id = ?').run(Number(active), id);
      if (active) startMonitor(id, true);
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
    /** Plans a window over monitors. */
    planWindow(ids: readonly number[], title: string, from: number, until: number): void {
      const { lastInsertRowid } = raw
        .prepare(
          `INSERT INTO maintenance (title, description, strategy, start_date, end_date) VALUES (?, '', 'single', ?, ?)`,
        )
        .run(title, kumaTime(from), kumaTime(until));
      for (const id of ids)
        raw
          .prepare('INSERT INTO monitor_maintenance (monitor_id, maintenance_id) VALUES (?, ?)')
          .run(id, lastInsertRowid);
    },
    /** Switches a window off, as the panel's "Pause" does. @returns Names of the monitors that it is over. */
    callOffWindow(title: string): string[] {
      raw.prepare('UPDATE maintenance SET active = 0 WHERE title = ?').run(title);
      return raw
        .prepare(
          `SELECT m.name FROM monitor_maintenance c JOIN monitor m ON m.id = c.monitor_id
             JOIN maintenance w ON w.id = c.maintenance_id WHERE w.title = ?`,
        )
        .all(title)
        .map(({ name }) => String(name));
    },
    /** Names of the monitors that a window covers now. */
    covered: (): string[] =>
      raw
        .prepare(
          `SELECT DISTINCT m.name FROM monitor_maintenance c JOIN monitor m ON m.id = c.monitor_id
             JOIN maintenance w ON w.id = c.maintenance_id WHERE w.active = 1 AND ${RUNS}`,
        )
        .all(kumaTime(clock.now()))
        .map(({ name }) => String(name)),
    /** Makes a group of some monitors; or pauses it, and resumes it: the instance goes on checking what is in it. */
    switchGroup(): { readonly isActive: boolean; readonly names: readonly string[] } {
      const group = raw.prepare(`SELECT id, active FROM monitor WHERE type = 'group'`).get();
      if (group === undefined) {
        raw.exec(`INSERT INTO monitor (name, type, active, interval) VALUES ('Grupo', 'group', 1, 60);
          UPDATE monitor SET parent = (SELECT MAX(id) FROM monitor WHERE type = 'group')
            WHERE id IN (SELECT id FROM monitor WHERE type <> 'group' ORDER BY id DESC LIMIT 2)`);
      } else raw.exec(`UPDATE monitor SET active = 1 - active WHERE type = 'group'`);
      return {
        isActive:
          raw.prepare(`SELECT 1 FROM monitor WHERE type = 'group' AND active = 0`).get() === undefined,
        names: raw
          .prepare('SELECT name FROM monitor WHERE parent IS NOT NULL')
          .all()
          .map(({ name }) => String(name)),
      };
    },
    /** The instance's own warning that a certificate expires; the next one, until there is another certificate. */
    warnOfCertificate(id: number, expiresAt: number): boolean {
      const before = raw
        .prepare(
          `SELECT MIN(days) AS days FROM notification_sent_history WHERE type = 'certificate' AND monitor_id = ?`,
        )
        .get(id)?.['days'];
      const days = before === null || before === undefined ? 21 : Number(before) - 7;
      if (days < 7) {
        raw.prepare('DELETE FROM notification_sent_history WHERE monitor_id = ?').run(id);
        raw.prepare('DELETE FROM monitor_tls_info WHERE monitor_id = ?').run(id);
        return false;
      }
      if (days === 21)
        raw
          .prepare('INSERT INTO monitor_tls_info (monitor_id, info_json) VALUES (?, ?)')
          .run(
            id,
            JSON.stringify({ certInfo: { validTo: new Date(expiresAt).toISOString(), certType: 'server' } }),
          );
      raw
        .prepare(
          `INSERT INTO notification_sent_history (type, monitor_id, days) VALUES ('certificate', ?, ?)`,
        )
        .run(id, days);
      return true;
    },
    /** When the certificate that was warned of expires. */
    certificateEnd(id: number): number | null {
      const row = raw.prepare('SELECT info_json AS info FROM monitor_tls_info WHERE monitor_id = ?').get(id);
      return row === undefined
        ? null
        : Date.parse((JSON.parse(String(row['info'])) as { certInfo: { validTo: string } }).certInfo.validTo);
    },
    closeWindows: () => raw.exec('UPDATE maintenance SET active = 0; DELETE FROM monitor_maintenance'),
  };
}
