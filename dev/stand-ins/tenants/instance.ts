/**
 * One tenant's instance over HTTP, with responses measured on the real one: `/api/entry-page`, the redirect of `/`,
 * `/robots.txt`, push, the companion's paths, `/metrics` behind a credential, and a single page for every other path.
 */
import type { Context } from 'hono';
import type { Environment } from './environment.ts';
import { answerGuarded, type Guards } from './guarded.ts';
import { dashboardPage, LIVE_PATH, liveScript, noticePage, statusPage } from './pages.ts';

/**
 * Content policy as strict as the gateway's for a page without scripts (deploy/tenant-chart/templates/gateway.yaml).
 */
const POLICY =
  "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: https:; base-uri 'none'; form-action 'self'; frame-ancestors 'self'";

function waitingText({ phase, readySinceMs }: Environment): string {
  if (phase === 'stopped') return 'O ambiente foi parado na página do substituto local.';
  return readySinceMs === null
    ? 'O ambiente está sendo criado. Isso leva alguns segundos.'
    : 'O ambiente está reiniciando. Isso leva alguns segundos.';
}

/** The proxy's response when the instance cannot answer. */
function unavailable(c: Context, environment: Environment, brand: string): Response | Promise<Response> {
  const { tenant, phase } = environment;
  if (phase === 'absent') {
    return c.html(
      noticePage(brand, tenant, 'Ambiente não encontrado', 'Não há ambiente com este endereço.'),
      404,
    );
  }
  return c.html(noticePage(brand, tenant, 'Ainda não responde', waitingText(environment)), 503);
}

/** `{"type":"entryPage","entryPage":null}` on a fresh instance, the page's name once set up. */
function entryPage(c: Context, environment: Environment): Response {
  const ready = environment.phase === 'ready';
  return c.json({ type: 'entryPage', entryPage: ready ? environment.entryPage : null });
}

/** Path of the page that `/` redirects to. */
function entryPath({ phase, entryPage: entry }: Environment): string {
  const [, slug] = /^statusPage-(.+)$/.exec(entry) ?? [];
  return phase === 'ready' && slug !== undefined ? `/status/${slug}` : '/dashboard';
}

/**
 * Answers a request to an instance.
 *
 * @param path Path inside the instance, starting with a slash.
 * @param prefix Path before it in the browser's address: empty on the tenant's own host.
 */
export function answerInstance(
  c: Context,
  environment: Environment,
  { path, prefix }: { path: string; prefix: string },
  { brand, ...guards }: { brand: string } & Guards,
): Response | Promise<Response> {
  c.header('X-Frame-Options', 'SAMEORIGIN');
  c.header('Cache-Control', 'no-store');
  c.header('Content-Security-Policy', POLICY);
  if (environment.phase !== 'fresh' && environment.phase !== 'ready') {
    return unavailable(c, environment, brand);
  }
  if (path === '/api/entry-page') return entryPage(c, environment);
  if (path === '/') return c.redirect(prefix + entryPath(environment), 302);
  if (path === '/robots.txt') return c.text('User-agent: *\nDisallow: /');
  const guarded = answerGuarded(c, environment, path, guards);
  if (guarded !== null) return guarded;
  if (path.startsWith('/api/push/')) {
    return c.json({ ok: false, msg: 'Monitor not found or not active.' }, 404);
  }
  if (path.startsWith('/api/')) return c.json({ status: 'fail', msg: 'Not Found' }, 404);
  const [, slug] = /^\/status\/([a-z0-9-]+)\/?$/.exec(path) ?? [];
  if (slug !== undefined) return c.html(statusPage(brand, environment, slug, guards.companion.database));
  if (path === LIVE_PATH) return c.body(liveScript, 200, { 'Content-Type': 'text/javascript' });
  // A monitor's own page is a view of the same application.
  if (/^\/dashboard(?:\/\d+)?$/.test(path))
    return c.html(dashboardPage(brand, environment, prefix, guards.companion.database));
  // The real one is a single-page application: any other path is a 200 with a page that says "not found".
  return c.html(
    noticePage(
      brand,
      environment.tenant,
      'Página não encontrada',
      'Este endereço não existe neste ambiente.',
    ),
  );
}
