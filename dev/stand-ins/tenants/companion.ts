/** The chart's own companion for each local environment: plan limits and alerts, over the instance's socket. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readAlertRecord } from '#companion/alert-record.ts';
import { createAlerts } from '#companion/alerts.ts';
import { createExports } from '#companion/exports.ts';
import { createImportRecord } from '#companion/import-record.ts';
import { createImports } from '#companion/imports.ts';
import { createLimits } from '#companion/limits.ts';
import { createShowcase, type ShowcaseWork } from '#companion/showcase.ts';
import type { Environments } from './environment.ts';
import { type InstanceDatabase, openInstanceDatabase } from './instance-database.ts';
import { createInstanceSocket } from './instance-socket.ts';

export interface Companion {
  readonly limits: ReturnType<typeof createLimits>;
  readonly alerts: ReturnType<typeof createAlerts>;
  readonly imports: ReturnType<typeof createImports>;
  readonly exports: ReturnType<typeof createExports>;
  /** Only environments of our own are told to use it. */
  readonly showcase: ShowcaseWork;
  readonly database: InstanceDatabase;
  /** Makes the instance's database what a tester made of the environment. */
  refresh(): void;
}

export interface Companions {
  of(tenant: string): Companion;
  /** Removes databases that must not survive. */
  close(): void;
}

/**
 * One companion per environment, created on first use: orders of one environment wait for each other.
 * @param stateDir Folder of the databases; `null` for one that is removed afterwards.
 */
export function createCompanions(
  environments: Environments,
  stateDir: string | null,
  now: () => number,
): Companions {
  const companions = new Map<string, Companion>();
  let folder: string | null = null;
  const folderOf = (): string => {
    folder ??=
      stateDir === null ? mkdtempSync(join(tmpdir(), 'vigia-environments-')) : join(stateDir, 'environments');
    mkdirSync(folder, { recursive: true });
    return folder;
  };
  const make = (tenant: string): Companion => {
    const rows = () => environments.find(tenant).monitors;
    const database = openInstanceDatabase(join(folderOf(), `${tenant}.kuma.db`), now);
    const refresh = () => database.mirror(rows());
    refresh();
    const io = createInstanceSocket({
      all: rows,
      change(id, change) {
        environments.changeMonitor(tenant, id, change);
        refresh();
      },
      add(monitor) {
        const id = environments.addMonitor(tenant, monitor);
        refresh();
        return id;
      },
      remove(id) {
        environments.removeMonitor(tenant, id);
        refresh();
      },
      channels: database.channels,
      tags: database.tags,
      pages: database.pages,
      settings: {
        read: () => ({ entryPage: environments.find(tenant).entryPage, disableAuth: true }),
        write: ({ entryPage }) => environments.setEntryPage(tenant, String(entryPage)),
      },
    });
    const instance = {
      io,
      instanceUrl: '',
      administratorFile: join(folderOf(), `${tenant}.administrator.json`),
    };
    const limits = createLimits({
      monitors: () => [...rows()],
      record: {
        read: () => environments.restrictedOf(tenant),
        write: (restricted) => environments.setRestricted(tenant, restricted),
      },
      instance,
      log: () => undefined,
    });
    const alerts = createAlerts({
      database: database.path,
      record: {
        read: () => readAlertRecord(environments.alertsOf(tenant)),
        write: (record) => environments.setAlerts(tenant, record),
      },
      notifyUrl: 'http://127.0.0.1:3002/alert',
      instance,
      limited: () => environments.restrictedOf(tenant).paused,
      now,
      location: 'São Paulo',
      log: () => undefined,
    });
    const imports = createImports({
      database: database.path,
      record: createImportRecord(join(folderOf(), `${tenant}.imports.json`)),
      ownChannel: alerts.channel,
      instance,
      log: () => undefined,
    });
    const exports = createExports({
      database: database.path,
      folder: join(folderOf(), `${tenant}.export`),
      version: environments.find(tenant).version,
    });
    const showcase = createShowcase({ database: database.path, imports, instance });
    const made = { limits, alerts, imports, exports, showcase, database, refresh };
    companions.set(tenant, made);
    return made;
  };
  return {
    of: (tenant) => companions.get(tenant) ?? make(tenant),
    close() {
      for (const { database } of companions.values()) database.close();
      companions.clear();
      if (stateDir === null && folder !== null) rmSync(folder, { recursive: true, force: true });
    },
  };
}
