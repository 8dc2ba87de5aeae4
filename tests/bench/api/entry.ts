/**
 * The Worker with additional routes for measurements. Never deployed: wrangler.jsonc names functions/worker.ts.
 *
 * The local runtime counts rate limits in a database, but the platform in memory. `X-Bench-Limits: memory` counts like
 * the platform.
 */
import type { Env } from '#functions/env.ts';
import worker, { ProvisionTenant } from '#functions/worker.ts';
import { seed } from './seed.ts';

export { ProvisionTenant };

function memoryLimit(): RateLimit {
  const counts = new Map<string, number>();
  return {
    async limit({ key }) {
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      return { success: count > 0 };
    },
  };
}

const counted = new WeakMap<object, Env>();

/** The same object each time, because the Worker caches by environment. */
function withMemoryLimits(env: Env): Env {
  const known = counted.get(env);
  if (known !== undefined) return known;
  const limits = Object.keys(env).filter((name) => name.endsWith('_LIMIT'));
  const made = { ...env, ...Object.fromEntries(limits.map((name) => [name, memoryLimit()])) };
  counted.set(env, made);
  return made;
}

/** A single indexed SELECT: the minimum cost of an answer that reads the database. */
async function select(env: Env, subject: string): Promise<Response> {
  const row = await env.DB.prepare('SELECT * FROM orders WHERE subject = ? AND released_at IS NULL')
    .bind(subject)
    .first();
  return Response.json(row);
}

export default {
  async fetch(request, env, context) {
    const url = new URL(request.url);
    if (url.pathname === '/api/bench/select') return select(env, url.searchParams.get('sub') ?? '');
    if (url.pathname === '/api/bench/seed')
      return Response.json(await seed(env.DB, Number(url.searchParams.get('tenants')), Date.now()));
    const isCounted = request.headers.get('X-Bench-Limits') === 'memory';
    return worker.fetch(request, isCounted ? withMemoryLimits(env) : env, context);
  },
  scheduled: worker.scheduled,
} satisfies ExportedHandler<Env>;
