/**
 * Stand-in for Argo CD: applications whose sync and health change over seconds.
 *
 * Bearer API under `/api/v1`, dashboard at `/__stand-in`. It has no background work: the status is derived from the
 * clock, so a stopped stand-in has caught up when it restarts.
 */
import { Hono } from 'hono';
import * as z from 'zod';
import {
  type Faults,
  faultRoutes,
  type HonoStandIn,
  misbehave,
  noFaults,
  rethrow,
  serveStandIn,
} from '../stand-in.ts';
import { act, isAction } from './actions.ts';
import { createArgocdApi } from './api.ts';
import { type ArgocdSettings, gitStates, podManagements, statusAt, subdomainOf } from './application.ts';
import { findObject } from './objects.ts';
import { argocdPage } from './page.ts';
import { type ArgocdStore, createArgocdStore } from './store.ts';
import { toApplication } from './wire.ts';

export interface ArgocdStandInOptions {
  readonly port: number;
  /** Folder of the state file; `null` keeps it in memory. */
  readonly stateDir: string | null;
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

const seconds = z.coerce.number().min(0).max(86_400);
const flag = z.union([z.boolean(), z.stringbool()]);
const Settings = z.strictObject({
  secondsToSync: seconds.optional(),
  secondsToHealthy: seconds.optional(),
  failNextSyncs: z.coerce.number().int().min(0).max(1000).optional(),
  secondsToStop: seconds.optional(),
  secondsPerPass: seconds.optional(),
  git: z.enum(gitStates).optional(),
  unhealthyRevisions: z.array(z.string()).optional(),
  ingressAddress: flag.optional(),
  ingressIgnored: flag.optional(),
  podManagement: z.enum(podManagements).optional(),
  copies: flag.optional(),
  version: z
    .string()
    .regex(/^v\d+\.\d+\.\d+$/)
    .optional(),
});

/** Drops missing fields: `exactOptionalPropertyTypes` distinguishes absent from undefined. */
function readSettings(sent: unknown): Partial<ArgocdSettings> | null {
  const parsed = Settings.safeParse(sent);
  return parsed.success ? (JSON.parse(JSON.stringify(parsed.data)) as Partial<ArgocdSettings>) : null;
}

function dashboardRoutes(
  store: ArgocdStore,
  faults: Faults,
  now: () => number,
  tenantUrl: (subdomain: string) => string,
): Hono {
  const isForm = (header: string | undefined) => header?.startsWith('application/x-www-form-urlencoded');
  return new Hono()
    .route('/', faultRoutes(faults))
    .get('/', (c) => c.redirect('/__stand-in'))
    .get('/__stand-in', (c) => c.html(argocdPage(store.state(), faults, now(), tenantUrl)))
    .get('/__stand-in/state', (c) => {
      const { applications, releases, settings, erasedClaims = [] } = store.state();
      const seen = Object.values(applications).map((application) => ({
        ...toApplication(application, now()),
        subdomain: subdomainOf(application.spec),
        held: application.held,
        degraded: application.degraded,
        syncs: application.operations.length,
      }));
      // Includes objects of deleted applications.
      const objects = Object.entries(releases).flatMap(([application, release]) =>
        release.objects.map(({ kind, name, deletionAtMs }) => ({
          application,
          kind,
          name,
          isTerminating: deletionAtMs !== undefined,
        })),
      );
      return c.json({ applications: seen, objects, settings, faults, erasedClaims });
    })
    .patch('/__stand-in/settings', async (c) => {
      const settings = readSettings(await c.req.json().catch(() => null));
      return settings ? c.json(store.configure(settings)) : c.json({ error: 'invalid settings' }, 400);
    })
    .post('/__stand-in/settings', async (c) => {
      const settings = readSettings(await c.req.parseBody());
      if (settings) store.configure(settings);
      return c.redirect('/__stand-in', 303);
    })
    .post('/__stand-in/applications/:name/:action', (c) => {
      const { name, action } = c.req.param();
      if (!isAction(action) || !store.find(name))
        return c.json({ error: 'unknown application or action' }, 404);
      store.change(name, (application, settings, release) =>
        act(action, { application, settings, nowMs: now(), release }),
      );
      if (isForm(c.req.header('content-type'))) return c.redirect('/__stand-in', 303);
      const changed = store.find(name);
      return c.json(changed ? toApplication(changed, now()) : {});
    });
}

/** Creates the stand-in; `start()` makes it listen, `app` answers without listening. */
export function createArgocdStandIn(options: ArgocdStandInOptions): ArgocdStandIn {
  const { port, token, now = Date.now, secondsToSync = 2, secondsToHealthy = 3 } = options;
  const { secondsToStop = 1, secondsPerPass = 1 } = options;
  const tenantUrlTemplate = options.tenantUrlTemplate ?? `http://{tenant}.localhost:${port + 1}`;
  const defaults: ArgocdSettings = {
    secondsToSync,
    secondsToHealthy,
    failNextSyncs: 0,
    secondsToStop,
    secondsPerPass,
    ...{
      git: 'up',
      unhealthyRevisions: [],
      ingressAddress: true,
      ingressIgnored: true,
      podManagement: 'Parallel',
      copies: true,
      version: 'v3.2.1',
    },
  };
  const store = createArgocdStore(options.stateDir, defaults, now);
  const faults = noFaults();
  const app = new Hono()
    .onError(rethrow)
    .use(misbehave(faults))
    .route(
      '/',
      dashboardRoutes(store, faults, now, (subdomain) => tenantUrlTemplate.replace('{tenant}', subdomain)),
    )
    .route('/', createArgocdApi({ token, store, now }));
  app.notFound((c) => c.json({ error: 'Not Found', code: 5, message: 'Not Found' }, 404));
  return {
    ...serveStandIn({ name: 'Argo CD (implantação)', port, app, faults }),
    workloads: () => tenantWorkloads(store, now()),
    forget: store.forget,
  };
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
