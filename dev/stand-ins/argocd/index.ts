/**
 * Stand-in for Argo CD: applications whose sync and health change over seconds.
 *
 * Bearer API under `/api/v1`, dashboard at `/__stand-in`. It has no background work: the status is derived from the
 * clock, so a stopped stand-in has caught up when it restarts.
 */
import { Hono } from 'hono';
import { answerControl } from '../control-page.ts';
import { createStandIn, type HonoStandIn } from '../stand-in.ts';
import { act, isAction } from './actions.ts';
import { createArgocdApi } from './api.ts';
import { statusAt, subdomainOf } from './application.ts';
import { findObject } from './objects.ts';
import { argocdPage, settingsOf } from './page.ts';
import { type ArgocdStore, createArgocdStore } from './store.ts';
import { toApplication } from './wire.ts';

export interface ArgocdStandInOptions {
  readonly port: number;
  /** Folder of the state file; without it the state is only in memory. */
  readonly stateDir?: string | null;
  /** The bearer token it accepts. */
  readonly token: string;
  /** Duration of a sync. */
  readonly secondsToSync?: number;
  /** From the end of a sync to a healthy workload. */
  readonly secondsToHealthy?: number;
  /** From a pod's deletion to its end. */
  readonly secondsToStop?: number;
  /** Between two passes of the controller over a deletion. */
  readonly secondsPerPass?: number;
  /** Address of an environment for the links on the page; `{tenant}` is replaced by the subdomain. */
  readonly tenantUrlTemplate?: string;
  readonly now?: () => number;
}

/** An application as the tenants' stand-in sees it. */
interface TenantWorkload {
  readonly name: string;
  readonly subdomain: string;
  readonly healthy: boolean;
  /** When it became healthy; `null` before. */
  readonly healthySinceMs: number | null;
  /** Revision of the chart in the cluster; `null` before the first sync. */
  readonly revision: string | null;
  /** When its volume was last copied. */
  readonly copiedAtMs?: number | null;
  /** Helm values of the application. */
  readonly values: Readonly<Record<string, unknown>>;
}

export interface ArgocdStandIn extends HonoStandIn {
  /** Applications that run a tenant, in their current state. */
  workloads(): TenantWorkload[];
  /** Forgets every application and object; the settings stay. */
  forget(): void;
}

/** Response of `/__stand-in/state`. */
function stateOf(store: ArgocdStore, nowMs: number) {
  const { applications, releases, settings, erasedClaims = [] } = store.state();
  return {
    applications: Object.values(applications).map((application) => ({
      ...toApplication(application, nowMs),
      subdomain: subdomainOf(application.spec),
      held: application.held,
      syncs: application.operations.length,
    })),
    // Includes objects of deleted applications.
    objects: Object.entries(releases).flatMap(([application, release]) =>
      release.objects.map(({ kind, name, deletionAtMs }) => ({
        application,
        kind,
        name,
        isTerminating: deletionAtMs !== undefined,
      })),
    ),
    settings,
    erasedClaims,
  };
}

/** Creates the stand-in; `start()` makes it listen, `app` answers without listening. */
export function createArgocdStandIn(options: ArgocdStandInOptions): ArgocdStandIn {
  const { port, token, now = Date.now, secondsToSync = 2, secondsToHealthy = 3 } = options;
  const { secondsToStop = 1, secondsPerPass = 1 } = options;
  const tenantUrlTemplate = options.tenantUrlTemplate ?? `http://{tenant}.localhost:${port + 1}`;
  const store = createArgocdStore(
    options.stateDir ?? null,
    {
      secondsToSync,
      secondsToHealthy,
      failNextSyncs: 0,
      secondsToStop,
      secondsPerPass,
      git: 'up',
      unhealthyRevisions: [],
      copies: true,
      version: 'v3.2.1',
    },
    now,
  );
  const settings = settingsOf(store);
  const controls = new Hono()
    .get('/', (c) => c.redirect('/__stand-in'))
    .route('/', settings.routes)
    .post('/__stand-in/applications/:name/:action', (c) => {
      const { name, action } = c.req.param();
      if (!isAction(action) || !store.find(name))
        return c.json({ error: 'unknown application or action' }, 404);
      store.change(name, (application, _, release) => act(action, { application, nowMs: now(), release }));
      const changed = store.find(name);
      return answerControl(c, changed ? toApplication(changed, now()) : {});
    });
  const standIn = createStandIn({
    name: 'Argo CD (implantação)',
    port,
    title: 'Argo CD',
    page: () =>
      argocdPage(store.state(), settings.form(), now(), (subdomain) =>
        tenantUrlTemplate.replace('{tenant}', subdomain),
      ),
    state: () => stateOf(store, now()),
    controls,
  });
  standIn.app
    .route('/', createArgocdApi({ token, store, now }))
    .notFound((c) => c.json({ error: 'Not Found', code: 5, message: 'Not Found' }, 404));
  return { ...standIn, workloads: () => tenantWorkloads(store, now()), forget: store.forget };
}

function tenantWorkloads(store: ArgocdStore, nowMs: number): TenantWorkload[] {
  const { applications, releases } = store.state();
  const managed = Object.values(applications).flatMap((application) => {
    const subdomain = subdomainOf(application.spec);
    if (subdomain === null) return [];
    const { health, healthyAtMs } = statusAt(application, nowMs);
    return {
      name: application.metadata.name,
      subdomain,
      healthy: health === 'Healthy',
      healthySinceMs: healthyAtMs,
      revision: releases[application.metadata.name]?.revision ?? null,
      copiedAtMs: releases[application.metadata.name]?.copiedAtMs ?? null,
      values: application.spec.source?.helm?.valuesObject ?? {},
    };
  });
  // Objects of a deleted application keep running.
  const orphaned = Object.entries(releases).flatMap(([name, release]) => {
    const pod = findObject(release, 'Pod');
    const { subdomain, values, revision = null } = release;
    if (Object.hasOwn(applications, name) || subdomain === null || pod === undefined) return [];
    return { name, subdomain, healthy: true, healthySinceMs: pod.createdAtMs, revision, values };
  });
  return [...managed, ...orphaned];
}
