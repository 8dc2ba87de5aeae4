/**
 * The Worker as it is, with routes beside it that only a measurement asks for. Never deployed: wrangler.jsonc names
 * functions/worker.ts.
 *
 * The local runtime counts rate limits in a database behind a call, where the platform counts in the memory of the
 * machine that serves. `X-Bench-Limits: memory` counts as the platform does.
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

/** The same environment object each time: the Worker keeps what it made for one. */
function withMemoryLimits(env: Env): Env {
  const known = counted.get(env);
  if (known !== undefined) return known;
  const limits = Object.keys(env).filter((name) => name.endsWith('_LIMIT'));
  const made = { ...env, ...Object.fromEntries(limits.map((name) => [name, memoryLimit()])) };
  counted.set(env, made);
  return made;
}

/** One indexed SELECT and nothing else: what any answer that reads the database costs at least. */
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
