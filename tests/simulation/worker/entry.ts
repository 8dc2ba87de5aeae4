/**
 * The Worker under an external clock, with slow D1 and provisioning on demand. Never deployed: wrangler.jsonc names
 * functions/worker.ts.
 *
 * Calls to `/__rehearsal/…` are controls; everything else reaches the Worker.
 */
import type { Env } from '#functions/env.ts';
import { ProvisionTenant } from '#functions/provisioning/workflow.ts';
import worker from '#functions/worker.ts';
import { CLOCK_HEADER } from '../addresses.ts';
import { gathered, slowed } from './databases.ts';
import { createProvisioningRuns } from './provisioning-runs.ts';

const clock = { now: 0 };
/** Each read of the clock is a millisecond later, so that later events have later times. */
Date.now = () => {
  clock.now += 1;
  return clock.now;
};

const slow = { databaseMs: 0 };
const pause = async (): Promise<void> => {
  if (slow.databaseMs > 0) await new Promise((resolve) => setTimeout(resolve, slow.databaseMs));
};

interface Made {
  readonly form: Env;
  readonly cron: Env;
  readonly hosted: Env;
  readonly runs: ReturnType<typeof createProvisioningRuns>;
}
let made: Made | null = null;

/** New objects for each world, because the Worker caches services per environment. */
function make(env: Env): Made {
  const runs = createProvisioningRuns((event, step) =>
    ProvisionTenant.prototype.run.call({ env: form } as unknown as ProvisionTenant, event, step),
  );
  const unlimited = { limit: async () => ({ success: true }) };
  const limits = Object.fromEntries(
    Object.keys(env)
      .filter((name) => name.endsWith('_LIMIT'))
      .map((name) => [name, unlimited]),
  );
  const form = {
    ...env,
    ...limits,
    DB: slowed(env.DB, pause),
    PROVISION_TENANT: runs.binding,
  } as unknown as Env;
  const hosted = { ...form, PAYMENT_CARD_ENTRY: 'hosted' };
  const cron = { ...form, DB: gathered(env.DB) };
  return { form, hosted, cron, runs };
}

async function emptyTables(db: D1Database): Promise<void> {
  const { results } = await db
    .prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_cf_*' AND name NOT GLOB 'sqlite_*'",
    )
    .all<{ name: string }>();
  const tables = results.map(({ name }) => name).filter((name) => name !== 'd1_migrations');
  await db.batch([
    db.prepare('PRAGMA defer_foreign_keys = ON'),
    ...tables.map((name) => db.prepare(`DELETE FROM "${name}"`)),
  ]);
}

/** Waits for the work that a call continues after its response. */
async function withAfterwork<T>(work: (context: ExecutionContext) => Promise<T>): Promise<T> {
  const afterwork: Promise<unknown>[] = [];
  const context = {
    waitUntil: (each: Promise<unknown>) => void afterwork.push(each),
    passThroughOnException() {},
  };
  const answer = await work(context as unknown as ExecutionContext);
  await Promise.allSettled(afterwork);
  return answer;
}

async function control(name: string, request: Request, env: Env): Promise<unknown> {
  switch (name) {
    case 'migrate':
      for (const sql of await request.json<string[]>()) await env.DB.prepare(sql).run();
      return {};
    case 'reset':
      await emptyTables(env.DB);
      made = make(env);
      return {};
    case 'set': {
      slow.databaseMs = (await request.json<{ databaseMs: number }>()).databaseMs;
      return {};
    }
    case 'scheduled':
      made ??= make(env);
      await worker.scheduled({} as ScheduledController, made.cron);
      return { waiting: await made.runs.goOn() };
    case 'rows': {
      const { sql } = await request.json<{ sql: string }>();
      return (await env.DB.prepare(sql).all()).results;
    }
    default:
      throw new Error(`There is no control ${name}.`);
  }
}

export { ProvisionTenant };

export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    const now = request.headers.get(CLOCK_HEADER);
    if (now !== null) clock.now = Number(now);
    const name = /^\/__rehearsal\/(\w+)$/.exec(new URL(request.url).pathname)?.[1];
    if (name !== undefined) return Response.json(await control(name, request, env));
    made ??= make(env);
    const { form, hosted } = made;
    const isHosted = request.headers.get('x-rehearsal-entry') === 'hosted';
    return withAfterwork(async (context) =>
      worker.fetch(request as Parameters<typeof worker.fetch>[0], isHosted ? hosted : form, context),
    );
  },
};
