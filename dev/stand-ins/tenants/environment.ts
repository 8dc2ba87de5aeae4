/**
 * The state of one tenant's environment, derived from its Argo CD application and the clock.
 *
 * Owns: fresh → bootstrapped, and testers' overrides. The real instance starts fresh (no administrator, no entry page),
 * and a job in the chart sets it up a few seconds after the workload is healthy.
 */
import type { AlertRecord } from '#companion/alert-record.ts';
import type { Restricted } from '#companion/limits.ts';
import { createStateFile } from '../stand-in.ts';
import { type Monitor, type MonitorWish, monitorsOf } from './monitors.ts';

/** The application behind a tenant, as the Argo CD stand-in reports it. */
export interface Workload {
  readonly name: string;
  readonly subdomain: string;
  readonly healthy: boolean;
  readonly healthySinceMs: number | null;
  /** Revision of the chart; by default `main`. */
  readonly revision?: string | null;
  /** When its volume was last copied. */
  readonly copiedAtMs?: number | null;
  readonly values: Readonly<Record<string, unknown>>;
}

/** `absent`: no application. `starting`: not healthy yet, or stopped. */
type EnvironmentPhase = 'absent' | 'starting' | 'stopped' | 'fresh' | 'ready';

export interface Environment {
  readonly tenant: string;
  readonly phase: EnvironmentPhase;
  /** Where `/` leads once set up, as the instance stores it: `dashboard` or `statusPage-{slug}`. */
  readonly entryPage: string;
  readonly readySinceMs: number | null;
  readonly workload: Workload | null;
  /** True when the panel is read-only and needs no sign-in, as the chart's value says. */
  readonly isReadOnly: boolean;
  readonly monitors: readonly Monitor[];
  /** Ids of monitors that a tester let fall. */
  readonly fallen: readonly number[];
  /** False when the chart is too old to have a counter, or the counter is broken. */
  readonly hasCounter: boolean;
  /** The instance's version. */
  readonly version: string;
  readonly volume: { readonly usedBytes: number; readonly totalBytes: number };
  /** Whether the instance asks for its own login. The bootstrap job turns it off; before that there is no account. */
  readonly hasLogin: boolean;
}

interface TenantRecord {
  /** When the instance was set up; permanent, because its data survive restarts. */
  readySinceMs?: number;
  /** True when a tester keeps the instance fresh: the bootstrap job does not run. */
  keptFresh?: boolean;
  stopped?: boolean;
  entryPage?: string;
  rows?: readonly Monitor[];
  /** The companion's record of enforced limits. */
  restricted?: Restricted;
  /** The companion's record of alerts. */
  alerts?: AlertRecord;
  fallen?: readonly number[];
  /** The newest version that has rewritten the data: older ones do not start with them. */
  migratedTo?: string;
  /** The last copy of the data, and the restore that was done last. */
  copy?: { readonly atMs: number; readonly migratedTo: string };
  restoredId?: string;
  counterOff?: boolean;
  loginOn?: boolean;
}

interface Action {
  /** Its button on the page. */
  readonly name: string;
  /** True when it would change something. */
  readonly isUseful: (environment: Environment) => boolean;
  readonly change: (now: number) => TenantRecord;
}

const actions = {
  fresh: {
    name: 'Deixar recém-criado',
    isUseful: ({ phase }) => phase !== 'fresh',
    change: () => ({ keptFresh: true }),
  },
  bootstrap: {
    name: 'Configurar',
    isUseful: ({ phase }) => phase !== 'ready',
    change: (now) => ({ keptFresh: false, readySinceMs: now }),
  },
  stop: {
    name: 'Parar',
    isUseful: ({ phase }) => phase !== 'stopped',
    change: () => ({ stopped: true }),
  },
  start: {
    name: 'Ligar',
    isUseful: ({ phase }) => phase === 'stopped',
    change: () => ({ stopped: false }),
  },
  'counter-off': {
    name: 'Desligar contador',
    isUseful: ({ hasCounter }) => hasCounter,
    change: () => ({ counterOff: true }),
  },
  'counter-on': {
    name: 'Ligar contador',
    isUseful: ({ hasCounter }) => !hasCounter,
    change: () => ({ counterOff: false }),
  },
  'login-on': {
    name: 'Exigir login',
    isUseful: ({ hasLogin }) => !hasLogin,
    change: () => ({ loginOn: true }),
  },
  'login-off': {
    name: 'Dispensar login',
    isUseful: ({ hasLogin, phase }) => hasLogin && phase === 'ready',
    change: () => ({ loginOn: false }),
  },
} satisfies Readonly<Record<string, Action>>;
export type EnvironmentAction = keyof typeof actions;

/** What a tester can do to an environment. */
export const environmentActions: Readonly<Record<EnvironmentAction, Action>> = actions;

/** The version whose tables these are, and the volume of an environment. */
const VERSION = '2.5.3';
/** The key of the record of versions; no subdomain has a slash. */
const VERSIONS = '/versions';
const VOLUME = { usedBytes: 300_000_000, totalBytes: 4_000_000_000 };

/** Opens the environments over the applications that `workloads` reports. */
export function createEnvironments(options: {
  readonly stateDir: string | null;
  readonly secondsToBootstrap: number;
  readonly workloads: () => readonly Workload[];
  readonly now: () => number;
}) {
  const { secondsToBootstrap, workloads, now } = options;
  const file = createStateFile<Record<string, TenantRecord>>(options.stateDir, 'tenants', () => ({}));
  const recordOf = (tenant: string): TenantRecord => {
    const records = file.read();
    return Object.hasOwn(records, tenant) ? (records[tenant] ?? {}) : {};
  };
  const keep = (tenant: string, record: TenantRecord): void => {
    file.write({ ...file.read(), [tenant]: record });
  };

  /** When the bootstrap job set the instance up, stored when first seen. */
  function readySince(tenant: string, record: TenantRecord, workload: Workload | null): number | null {
    if (record.keptFresh) return null;
    if (record.readySinceMs !== undefined) return record.readySinceMs;
    if (!workload?.healthy || workload.healthySinceMs === null) return null;
    const readySinceMs = workload.healthySinceMs + secondsToBootstrap * 1000;
    if (now() < readySinceMs) return null;
    keep(tenant, { ...record, readySinceMs });
    return readySinceMs;
  }

  function phaseOf(
    record: TenantRecord,
    { isUp, isSuspended }: { isUp: boolean; isSuspended: boolean },
    readySinceMs: number | null,
  ): EnvironmentPhase {
    if (record.stopped || isSuspended) return 'stopped';
    if (!isUp) return 'starting';
    return readySinceMs === null ? 'fresh' : 'ready';
  }

  const versionsKnown = () => (file.read()[VERSIONS] ?? {}) as Readonly<Record<string, string>>;
  const versionOf = (workload: Workload | null): string =>
    versionsKnown()[workload?.revision ?? ''] ?? VERSION;

  /** What copies and restores of the volume changed since the last look. */
  function withCopies(tenant: string, record: TenantRecord, workload: Workload | null): TenantRecord {
    let next = record;
    const { restore } = (workload?.values ?? {}) as { restore?: { id?: string } };
    if (restore?.id !== undefined && restore.id !== record.restoredId)
      next = { ...next, restoredId: restore.id, migratedTo: record.copy?.migratedTo ?? VERSION };
    const copiedAtMs = workload?.copiedAtMs ?? null;
    if (copiedAtMs !== null && copiedAtMs !== record.copy?.atMs)
      next = { ...next, copy: { atMs: copiedAtMs, migratedTo: next.migratedTo ?? VERSION } };
    if (next !== record) keep(tenant, next);
    return next;
  }

  /** Whether this version starts with the data; a newer one rewrites them, and only a copy from before leads back. */
  function startsWith(tenant: string, record: TenantRecord, version: string): boolean {
    const { migratedTo = VERSION } = record;
    const order = version.localeCompare(migratedTo, 'en', { numeric: true });
    if (order > 0) keep(tenant, { ...record, migratedTo: version });
    return order >= 0;
  }

  /** @param known Pass it when looking up many, because the list is built anew on each call. */
  function find(tenant: string, known = workloads()): Environment {
    const workload = known.find(({ subdomain }) => subdomain === tenant) ?? null;
    const record = withCopies(tenant, recordOf(tenant), workload);
    const common = {
      tenant,
      entryPage: record.entryPage ?? 'dashboard',
      workload,
      isReadOnly: workload?.values['readOnly'] === true,
      monitors: record.rows ?? [],
      fallen: record.fallen ?? [],
      hasCounter: record.counterOff !== true,
      version: versionOf(workload),
      volume: VOLUME,
    };
    if (!workload) return { ...common, phase: 'absent', readySinceMs: null, hasLogin: true };
    const readySinceMs = readySince(tenant, record, workload);
    const isUp = workload.healthy && startsWith(tenant, record, common.version);
    // The chart scales a suspended environment to zero: nothing answers, and the data are kept.
    const isSuspended = workload.values['suspended'] === true;
    const phase = phaseOf(record, { isUp, isSuspended }, readySinceMs);
    return { ...common, phase, readySinceMs, hasLogin: phase !== 'ready' || record.loginOn === true };
  }

  return {
    find: (tenant: string) => find(tenant),
    /** One per application. */
    all() {
      const known = workloads();
      return [...new Set(known.map(({ subdomain }) => subdomain))].map((tenant) => find(tenant, known));
    },
    act: (tenant: string, action: EnvironmentAction) =>
      keep(tenant, { ...recordOf(tenant), ...environmentActions[action].change(now()) }),
    /** Replaces an environment's monitors and forgets enforced limits. */
    setMonitors(tenant: string, wishes: readonly MonitorWish[]) {
      const { restricted: _, ...known } = recordOf(tenant);
      // Others than before, though they have the same ids.
      const rows = monitorsOf(wishes).map((row) => ({ ...row, createdAt: now() }));
      keep(tenant, { ...known, rows });
    },
    /** Changes columns of one monitor. */
    changeMonitor(tenant: string, id: number, change: Partial<Monitor>) {
      const rows = find(tenant).monitors.map((row) => (row.id === id ? { ...row, ...change } : row));
      keep(tenant, { ...recordOf(tenant), rows });
    },
    /** Adds a monitor. @returns Its id. */
    addMonitor(tenant: string, monitor: Omit<Monitor, 'id'>) {
      const { monitors } = find(tenant);
      const id = Math.max(0, ...monitors.map((row) => row.id)) + 1;
      keep(tenant, { ...recordOf(tenant), rows: [...monitors, { ...monitor, id }] });
      return id;
    },
    /** Removes a monitor. */
    removeMonitor(tenant: string, id: number) {
      const rows = find(tenant).monitors.filter((row) => row.id !== id);
      const fallen = find(tenant).fallen.filter((each) => each !== id);
      keep(tenant, { ...recordOf(tenant), rows, fallen });
    },
    /** Says where `/` leads: `dashboard`, or `statusPage-` and a slug. */
    setEntryPage: (tenant: string, entryPage: string) => keep(tenant, { ...recordOf(tenant), entryPage }),
    /** Says which version of the instance a revision of the chart runs. */
    setVersion(revision: string, version: string) {
      file.write({ ...file.read(), [VERSIONS]: { ...versionsKnown(), [revision]: version } as TenantRecord });
    },
    /** Lets a monitor fall, or lets it stand again. */
    letFall(tenant: string, id: number, isDown: boolean) {
      const others = (recordOf(tenant).fallen ?? []).filter((each) => each !== id);
      keep(tenant, { ...recordOf(tenant), fallen: isDown ? [...others, id] : others });
    },
    alertsOf: (tenant: string) => recordOf(tenant).alerts ?? null,
    setAlerts: (tenant: string, alerts: AlertRecord) => keep(tenant, { ...recordOf(tenant), alerts }),
    restrictedOf: (tenant: string) => recordOf(tenant).restricted ?? { paused: [], raised: [] },
    setRestricted: (tenant: string, restricted: Restricted) =>
      keep(tenant, { ...recordOf(tenant), restricted }),
  };
}
export type Environments = ReturnType<typeof createEnvironments>;
