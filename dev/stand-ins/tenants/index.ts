/**
 * Stand-in for the tenants' instances: one environment for each Argo CD application, at
 * `http://{tenant}.localhost:{port}` for browsers and at `/__probe/{tenant}/…` for clients whose resolver does not
 * know `*.localhost`.
 */
import type { Server } from 'node:http';
import { type Context, Hono } from 'hono';
import {
  close,
  type Faults,
  faultRoutes,
  listen,
  misbehave,
  noFaults,
  refuseProduction,
  type StandIn,
} from '../stand-in.ts';
import { kindsOfForm, tenantsPage } from './dashboard.ts';
import { createEnvironments, type Environments, environmentActions, type Workload } from './environment.ts';
import { answerInstance } from './instance.ts';
import { readKinds } from './monitors.ts';
import { noticePage } from './pages.ts';

export interface TenantsStandInOptions {
  readonly port: number;
  /** Folder of the state file; `null` keeps it in memory. */
  readonly stateDir: string | null;
  /** The Argo CD stand-in of the same process, or anything that reports its applications. */
  readonly argocd: { workloads(): readonly Workload[] };
  /** From a healthy workload to a claimed instance. */
  readonly secondsToBootstrap?: number;
  /** The tokens that counter and `/metrics` ask for are derived from it, as the functions do. */
  readonly counterSecret: string;
  /** Product name on the pages. */
  readonly brand?: string;
  readonly now?: () => number;
}

export interface TenantsStandIn extends StandIn {
  readonly app: Hono;
  readonly faults: Faults;
}

function dashboardRoutes(environments: Environments, faults: Faults, port: number): Hono {
  const isKnown = (tenant: string): boolean => environments.find(tenant).phase !== 'absent';
  const isForm = (c: Context): boolean =>
    c.req.header('content-type')?.startsWith('application/x-www-form-urlencoded') === true;
  const done = (c: Context, tenant: string): Response =>
    isForm(c) ? c.redirect('/__stand-in', 303) : c.json(environments.find(tenant));
  return (
    new Hono()
      .route('/', faultRoutes(faults))
      .get('/__stand-in', (c) => c.html(tenantsPage(environments.all(), faults, port)))
      .get('/__stand-in/state', (c) => c.json({ tenants: environments.all(), faults }))
      // The whole list at once: JSON `["http", "paused"]`, or the same words in the form of the page.
      .post('/__stand-in/tenants/:tenant/monitors', async (c) => {
        const tenant = c.req.param('tenant');
        const kinds = readKinds(isForm(c) ? kindsOfForm(await c.req.parseBody()) : await c.req.json());
        if (kinds === null || !isKnown(tenant)) return c.json({ error: 'unknown tenant or kind' }, 404);
        environments.setMonitors(tenant, kinds);
        return done(c, tenant);
      })
      .post('/__stand-in/tenants/:tenant/:action', (c) => {
        const tenant = c.req.param('tenant');
        const action = environmentActions.find((known) => known === c.req.param('action'));
        if (!action || !isKnown(tenant)) return c.json({ error: 'unknown tenant or action' }, 404);
        environments.act(tenant, action);
        return done(c, tenant);
      })
  );
}

/** Which environment a request is for, by host or by the `/__probe/{tenant}` prefix. */
function addressed(c: Context): { tenant: string; path: string; prefix: string } | null {
  const { hostname, pathname } = new URL(c.req.url);
  const byPath = /^\/__probe\/([a-z0-9-]+)(\/.*)?$/.exec(pathname);
  if (byPath?.[1]) {
    return { tenant: byPath[1], path: byPath[2] ?? '/', prefix: `/__probe/${byPath[1]}` };
  }
  const byHost = /^([a-z0-9-]+)\.localhost$/.exec(hostname);
  return byHost?.[1] ? { tenant: byHost[1], path: pathname, prefix: '' } : null;
}

/** Creates the stand-in; `start()` makes it listen, `app` answers without listening. */
export function createTenantsStandIn(options: TenantsStandInOptions): TenantsStandIn {
  refuseProduction('Ambientes dos clientes');
  const { port, argocd, counterSecret, secondsToBootstrap = 2, brand = 'Vigia', now = Date.now } = options;
  const environments = createEnvironments({
    stateDir: options.stateDir,
    secondsToBootstrap,
    workloads: () => argocd.workloads(),
    now,
  });
  const faults = noFaults();
  const app = new Hono()
    .use(misbehave(faults))
    .route('/', dashboardRoutes(environments, faults, port))
    .all('*', (c) => {
      const target = addressed(c);
      if (target) {
        return answerInstance(c, environments.find(target.tenant), target, { brand, counterSecret, now });
      }
      if (c.req.path === '/') return c.redirect('/__stand-in');
      const text = 'Cada ambiente responde no próprio endereço, como demo.localhost.';
      return c.html(noticePage(brand, 'localhost', 'Ambiente não encontrado', text), 404);
    });
  // A lost answer must look like a broken connection in process too, not like hono's own 500.
  app.onError((error) => {
    throw error;
  });
  let server: Server | undefined;

  return {
    name: 'Ambientes dos clientes',
    url: `http://localhost:${port}`,
    app,
    faults,
    async start() {
      server = await listen(app.fetch, port);
    },
    async stop() {
      await close(server);
      server = undefined;
    },
  };
}
