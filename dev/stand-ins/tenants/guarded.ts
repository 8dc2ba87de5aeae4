/**
 * Paths of an environment for the Worker only: counter, limits, recorded days and `/metrics`.
 *
 * All go through the chart's companion, which requires the Worker's token for this environment, has its SHA-256 from
 * the application's values, and reads the metrics of an instance whose own login is off. A tester may turn that login
 * on: the companion then has nothing to return, and the instance accepts its own API key.
 */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Context } from 'hono';
import type * as z from 'zod/mini';
import {
  AlertsSetUp,
  type CompanionPath,
  ExportQuery,
  ImportBatch,
  ImportQuery,
  LimitsOrders,
  Showcase,
} from '#companion/contract.ts';
import { NoExport } from '#companion/exports.ts';
import { daysOf } from '#companion/reports.ts';
import { isServed, isTested } from '#companion/state.ts';
import type { Companion } from './companion.ts';
import type { Environment } from './environment.ts';
import { metricsText } from './metrics.ts';
import { counterAnswer } from './monitors.ts';
import { recordedAnswer } from './recorded.ts';

/** The API key that an owner would create in the instance, in the vendor's format. */
const INSTANCE_API_KEY = 'uk1_local-only-0000000000000000000000000000000';

const STATE_PATH = '/-/state';
const LIMITS_PATH = '/-/limits';
const ALERTS_PATH = '/-/alerts';
const IMPORT_PATH = '/-/import';
const SHOWCASE_PATH = '/-/showcase';
const STATUS_PATH = '/-/status';
/** Those that take more than GET. */
const WRITTEN: readonly string[] = [LIMITS_PATH, ALERTS_PATH, IMPORT_PATH, SHOWCASE_PATH];

export interface Guards {
  readonly companion: Companion;
  readonly now: () => number;
}

/** The companion's own paths; a chart that is too old has none of them. */
const ownPaths = {
  '/-/monitors': (c: Context, { monitors }: Environment) => c.json(counterAnswer(monitors)),
  '/-/reports': reports,
  [STATE_PATH]: (c: Context, { version, volume }: Environment) =>
    c.json({
      version,
      isTested: isTested(version),
      isServed: isServed(version),
      isMailPortOpen: null,
      volume,
    }),
  '/-/copies': copies,
  [LIMITS_PATH]: (c: Context, _: Environment, { companion }: Guards) => answerLimits(c, companion),
  [ALERTS_PATH]: (c: Context, _: Environment, { companion }: Guards) => answerAlerts(c, companion),
  [STATUS_PATH]: (c: Context, _: Environment, { companion }: Guards) => givePicture(c, companion),
  '/-/export': (c: Context, _: Environment, { companion }: Guards) => giveExport(c, companion),
  [IMPORT_PATH]: (c: Context, _: Environment, { companion }: Guards) => answerImport(c, companion),
  [SHOWCASE_PATH]: async (c: Context, { isReadOnly }: Environment, { companion }: Guards) => {
    if (!isReadOnly) return c.body(null, 404);
    if (c.req.method !== 'PUT') return c.body(null, 405);
    companion.refresh();
    return answerTo(c, Showcase, await c.req.json(), companion.showcase.show);
  },
} satisfies Partial<Record<CompanionPath, unknown>>;

/** The password of a Basic credential; with an API key the user name does not matter. */
function basicPassword(header: string): string | null {
  const [, encoded] = /^Basic ([A-Za-z0-9+/=]+)$/.exec(header) ?? [];
  if (encoded === undefined) return null;
  const credential = Buffer.from(encoded, 'base64').toString('utf8');
  return credential.slice(credential.indexOf(':') + 1);
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The token hash that the companion compares, as the application says it. */
function tokenDigest({ workload }: Environment): unknown {
  const { functions } = (workload?.values ?? {}) as { functions?: { tokenSha256?: unknown } };
  return functions?.tokenSha256;
}

/** Whether a request has the Worker's token for this environment. */
export function carriesToken(c: Context, environment: Environment): boolean {
  const [, token = ''] = /^Bearer (\S+)$/.exec(c.req.header('authorization') ?? '') ?? [];
  return String(tokenDigest(environment)).split(' ').includes(sha256(token));
}

/** Answers a guarded path, like the gateway 404 for others under `/-/`, and `null` for any other. */
export function answerGuarded(
  c: Context,
  environment: Environment,
  path: string,
  guards: Guards,
): Response | Promise<Response> | null {
  const own =
    environment.hasCounter && Object.hasOwn(ownPaths, path) ? ownPaths[path as keyof typeof ownPaths] : null;
  if (own === null && path.startsWith('/-/')) return c.body(null, 404);
  if (own === null && path !== '/metrics') return null;
  const given = c.req.header('authorization') ?? '';
  const password = own === null ? basicPassword(given) : null;
  if (password !== null) {
    if (environment.hasLogin && password === INSTANCE_API_KEY) return metrics(c, environment);
    return c.body(null, 401, { 'WWW-Authenticate': 'Basic realm="X-API-Key"' });
  }
  if (!carriesToken(c, environment)) return c.body(null, 401);
  if (c.req.method !== 'GET' && !WRITTEN.includes(path)) return c.body(null, 405);
  if (own !== null && path !== STATE_PATH && !isServed(environment.version))
    return c.json({ reason: `versão ${environment.version} não atendida` }, 503);
  if (own !== null) return own(c, environment, guards);
  return environment.hasLogin ? c.body(null, 503) : metrics(c, environment);
}

/** Answers with what `work` makes of a value of the request. */
async function answerTo<T>(
  c: Context,
  schema: z.ZodMiniType<T>,
  value: unknown,
  work: (value: T) => Promise<object>,
): Promise<Response> {
  const { data } = schema.safeParse(value);
  if (data === undefined) return c.body(null, 400);
  try {
    return c.json(await work(data));
  } catch {
    // The companion's response while its instance does not answer.
    return c.body(null, 503);
  }
}

async function answerLimits(c: Context, { limits }: Companion): Promise<Response> {
  if (c.req.method === 'GET') return c.json(limits.report());
  if (c.req.method !== 'PUT') return c.body(null, 405);
  return answerTo(c, LimitsOrders, await c.req.json(), limits.carryOut);
}

async function answerAlerts(c: Context, { alerts, refresh }: Companion): Promise<Response> {
  refresh();
  if (c.req.method === 'GET') return c.json(alerts.report());
  if (c.req.method !== 'PUT') return c.body(null, 405);
  return answerTo(c, AlertsSetUp, await c.req.json(), alerts.setUp);
}

/** Without the clock of a started stand-in nobody has looked yet. */
async function givePicture(c: Context, { alerts, refresh }: Companion): Promise<Response> {
  refresh();
  await alerts.poll().catch(() => undefined);
  const picture = alerts.picture();
  return picture === null ? c.body(null, 503) : c.json(picture);
}

async function giveExport(c: Context, { exports, refresh }: Companion): Promise<Response> {
  const { data: options } = ExportQuery.safeParse(c.req.query());
  if (options === undefined) return c.body(null, 400);
  refresh();
  try {
    const { type, bytes, stream } = await exports.open(options);
    const body = Readable.toWeb(stream) as ReadableStream;
    return c.body(body, 200, { 'Content-Type': type, 'Content-Length': String(bytes) });
  } catch (error) {
    if (error instanceof NoExport) return c.body(null, error.reason === 'busy' ? 409 : 507);
    throw error;
  }
}

async function answerImport(c: Context, { imports, refresh }: Companion): Promise<Response> {
  refresh();
  if (c.req.method === 'GET')
    return answerTo(c, ImportQuery, c.req.query(), ({ source }) => imports.list(source));
  if (c.req.method !== 'POST') return c.body(null, 405);
  return answerTo(c, ImportBatch, await c.req.json(), imports.bring);
}

function metrics(c: Context, { monitors }: Environment): Response {
  return c.body(metricsText(monitors), 200, {
    'Content-Type': 'text/plain; version=0.0.4; charset=utf-8',
  });
}

/** Copies are the cluster's work: the application says which restore its pod has done, and when it was last copied. */
function copies(c: Context, { workload }: Environment): Response {
  const { restore } = (workload?.values ?? {}) as { restore?: { id?: string } };
  return c.json({
    at: workload?.copiedAtMs ?? null,
    snapshot: workload?.copiedAtMs?.toString(16).padStart(12, '0') ?? null,
    restored: workload?.healthy ? (restore?.id ?? null) : null,
  });
}

function reports(c: Context, { tenant, monitors }: Environment, guards: Guards): Response {
  const now = guards.now();
  const days = daysOf(new URLSearchParams(c.req.query()), now);
  return days === null ? c.body(null, 400) : c.json(recordedAnswer(tenant, monitors, days, now));
}
