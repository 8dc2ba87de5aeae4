/**
 * Stand-in for the tenants' instances: one environment for each Argo CD application, at
 * `http://{tenant}.localhost:{port}` for browsers and at `/__probe/{tenant}/…` for clients whose resolver does not
 * know `*.localhost`.
 */
import { type Context, Hono } from 'hono';
import { answerControl, isForm } from '../control-page.ts';
import { createStandIn, type HonoStandIn } from '../stand-in.ts';
import { createAdmission } from './admission.ts';
import { createCompanions } from './companion.ts';
import { tenantsPage, wishesOfForm } from './dashboard.ts';
import {
  createEnvironments,
  type Environment,
  type EnvironmentAction,
  type Environments,
  environmentActions,
  type Workload,
} from './environment.ts';
import { createGate } from './gate.ts';
import { answerInstance } from './instance.ts';
import { liveOn } from './life.ts';
import { readWishes } from './monitors.ts';
import { noticePage } from './pages.ts';
import { createPanel, isPanelAction, type Panel } from './panel.ts';
import { CALLBACK_PATH, type SignIn } from './sign-in.ts';
import { guardSockets } from './sockets.ts';

export interface TenantsStandInOptions {
  readonly port: number;
  /** Folder of the state file; without it the state is only in memory. */
  readonly stateDir?: string | null;
  /** The Argo CD stand-in of the same process, or anything that reports its applications. */
  readonly argocd: { workloads(): readonly Workload[] };
  /** From a healthy workload to an instance that is set up. */
  readonly secondsToBootstrap?: number;
  /** The sign-in; without it every environment is public. */
  readonly signIn?: SignIn;
  /** Product name on the pages. */
  readonly brand?: string;
  readonly now?: () => number;
  /** The site's origin, which writes the page of an address that no environment has now; without it, a page of our own. */
  readonly siteUrl?: string;
  /** True to check monitors on a clock, and to report what changes. */
  readonly isAlive?: boolean;
}

function controlRoutes(environments: Environments, panel: Panel): Hono {
  const isKnown = (tenant: string): boolean => environments.find(tenant).phase !== 'absent';
  const done = (c: Context, tenant: string): Response => answerControl(c, environments.find(tenant));
  return (
    new Hono()
      // Which version of the instance a revision of the chart runs.
      .post('/__stand-in/versions/:revision/:version', (c) => {
        environments.setVersion(c.req.param('revision'), c.req.param('version'));
        return c.json({});
      })
      // The whole list at once: JSON `["http", { "kind": "ping", "interval": 20 }]`, or the page's form.
      .post('/__stand-in/tenants/:tenant/monitors', async (c) => {
        const tenant = c.req.param('tenant');
        const wishes = readWishes(isForm(c) ? wishesOfForm(await c.req.parseBody()) : await c.req.json());
        if (wishes === null || !isKnown(tenant)) return c.json({ error: 'unknown tenant or kind' }, 404);
        environments.setMonitors(tenant, wishes);
        return done(c, tenant);
      })
      // As the owner does in the panel.
      .post('/__stand-in/tenants/:tenant/monitors/:id/:state', (c) => {
        const { tenant, id, state } = c.req.param();
        if (!isKnown(tenant) || !isPanelAction(state))
          return c.json({ error: 'unknown tenant or action' }, 404);
        panel.act(tenant, Number(id), state);
        return done(c, tenant);
      })
      .post('/__stand-in/tenants/:tenant/channels/delete', (c) => {
        const tenant = c.req.param('tenant');
        if (!isKnown(tenant)) return c.json({ error: 'unknown tenant' }, 404);
        panel.deleteChannels(tenant);
        return done(c, tenant);
      })
      // Columns of one monitor, as its owner would change them: JSON `{ "active": false }`.
      .post('/__stand-in/tenants/:tenant/monitors/:id', async (c) => {
        environments.changeMonitor(c.req.param('tenant'), Number(c.req.param('id')), await c.req.json());
        return done(c, c.req.param('tenant'));
      })
      .post('/__stand-in/tenants/:tenant/:action', (c) => {
        const tenant = c.req.param('tenant');
        const action = c.req.param('action');
        if (!Object.hasOwn(environmentActions, action) || !isKnown(tenant))
          return c.json({ error: 'unknown tenant or action' }, 404);
        environments.act(tenant, action as EnvironmentAction);
        return done(c, tenant);
      })
  );
}

/** Whether a request would change something. */
const isWrite = (c: Context): boolean => !['GET', 'HEAD'].includes(c.req.method);

const ADMITTED_PATH = '/-/admitted';
/** The real companion checks every 15 seconds; shorter here for tests. */
const ASK_AGAIN_MS = 3000;

/** The environment of a request, by host or by the `/__probe/{tenant}` prefix. */
function addressed(c: Context): { tenant: string; path: string; prefix: string } | null {
  const { hostname, pathname } = new URL(c.req.url);
  const byPath = /^\/__probe\/([a-z0-9-]+)(\/.*)?$/.exec(pathname);
  if (byPath?.[1]) {
    return { tenant: byPath[1], path: byPath[2] ?? '/', prefix: `/__probe/${byPath[1]}` };
  }
  const byHost = /^([a-z0-9-]+)\.localhost$/.exec(hostname);
  return byHost?.[1] ? { tenant: byHost[1], path: pathname, prefix: '' } : null;
}

/** True where the application has a zero, as the chart has it; a tester's "Parar" is a crash. */
const isAway = ({ workload }: Environment): boolean => workload?.values['suspended'] === true;

/** The site's page, with nothing of the visitor's. */
async function askSite(c: Context, siteUrl: string, tenant: string): Promise<Response> {
  const accept = c.req.header('accept')?.includes('text/html') ? 'text/html' : '*/*';
  const answer = await fetch(`${siteUrl}/api/fora-do-ar/${tenant}`, { headers: { accept } });
  // The body is no longer encoded, nor as long, as the site's headers say.
  const passed = ['content-type', 'content-security-policy', 'retry-after', 'cache-control'];
  const headers = [...answer.headers].filter(([name]) => passed.includes(name));
  return new Response(await answer.text(), { status: answer.status, headers: Object.fromEntries(headers) });
}

/** Creates the stand-in; `start()` makes it listen, `app` answers without listening. */
export function createTenantsStandIn(options: TenantsStandInOptions): HonoStandIn {
  const { port, argocd, secondsToBootstrap = 2, brand = 'Vigia', now = Date.now } = options;
  const { stateDir = null } = options;
  const environments = createEnvironments({
    stateDir,
    secondsToBootstrap,
    workloads: () => argocd.workloads(),
    now,
  });
  const companions = createCompanions(environments, stateDir, now);
  const panel = createPanel(environments, companions);
  const admission = createAdmission(stateDir);
  const gate = options.signIn && createGate(options.signIn, admission, brand);
  const environmentOf = (host: string): Environment | null => {
    const [, tenant] = /^([a-z0-9-]+)\.localhost(?::\d+)?$/.exec(host) ?? [];
    return tenant === undefined ? null : environments.find(tenant);
  };
  const standIn = createStandIn({
    name: 'Ambientes dos clientes',
    port,
    title: 'Ambientes dos clientes',
    page: () => tenantsPage(environments.all(), panel, port),
    state: () => ({
      tenants: environments.all().map((each) => ({ ...each, admitted: admission.current(each) })),
    }),
    controls: controlRoutes(environments, panel),
    onListening(server) {
      const endSockets = guardSockets(server, { gate, environmentOf, askAgainMs: ASK_AGAIN_MS });
      const endLife = options.isAlive ? liveOn(environments, companions, now) : () => undefined;
      return () => {
        endLife();
        endSockets();
        companions.close();
      };
    },
  });
  standIn.app.all('*', async (c) => {
    const target = addressed(c);
    if (target) {
      const environment = environments.find(target.tenant);
      // As the cluster's way in (deploy/sign-in-chart/templates/away.yaml): a probe asks an environment, and finds none.
      if (isAway(environment) && target.prefix === '' && options.siteUrl !== undefined)
        return askSite(c, options.siteUrl, target.tenant);
      const isUp = environment.phase === 'fresh' || environment.phase === 'ready';
      if (isUp && target.path === ADMITTED_PATH) return admission.take(c, environment);
      if (environment.isReadOnly && isWrite(c) && !target.path.startsWith('/-/')) return c.body(null, 405);
      const refusal = isUp && target.prefix === '' ? gate?.intercept(c, environment, target.path) : null;
      return (
        refusal ??
        answerInstance(c, environment, target, {
          brand,
          get companion() {
            return companions.of(target.tenant);
          },
          now,
        })
      );
    }
    if (c.req.path === CALLBACK_PATH && options.signIn)
      return c.redirect((await options.signIn.finish(c.req.query())) ?? '/__stand-in', 302);
    if (c.req.path === '/ping') return c.text('OK');
    if (c.req.path === '/') return c.redirect('/__stand-in');
    const text = 'Cada ambiente responde no próprio endereço, como padaria.localhost.';
    return c.html(noticePage(brand, 'localhost', 'Ambiente não encontrado', text), 404);
  });
  return standIn;
}
