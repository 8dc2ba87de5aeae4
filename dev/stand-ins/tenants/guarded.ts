/**
 * What an environment answers only to the functions: the counter and `/metrics`.
 *
 * Before both stands the gate of the chart, which asks for the functions' token. Behind it `/metrics` is open, because
 * the chart turns the instance's own login off; a tester may turn it on again, and then only an API key is let in.
 */
import type { Context } from 'hono';
import type { Environment } from './environment.ts';
import { metricsText } from './metrics.ts';
import { counterAnswer, monitorsOf } from './monitors.ts';

/** The key an owner would have made in the instance, in the vendor's form. */
export const INSTANCE_API_KEY = 'uk1_local-only-0000000000000000000000000000000';

const COUNTER_PATH = '/-/monitors';

/** The password of a Basic credential; any user name goes with an API key. */
function basicPassword(header: string): string | null {
  const [, encoded] = /^Basic ([A-Za-z0-9+/=]+)$/.exec(header) ?? [];
  if (encoded === undefined) return null;
  const credential = Buffer.from(encoded, 'base64').toString('utf8');
  return credential.slice(credential.indexOf(':') + 1);
}

/** Answers a guarded path, or `null` for any other. */
export function answerGuarded(
  c: Context,
  environment: Environment,
  path: string,
  token: string,
): Response | null {
  const isCounter = path === COUNTER_PATH && environment.hasCounter;
  if (!isCounter && path !== '/metrics') return null;
  if (c.req.method !== 'GET') return c.body(null, 405, { Allow: 'GET' });
  const given = c.req.header('authorization') ?? '';
  const hasKey = basicPassword(given) === INSTANCE_API_KEY;
  const passesGate = given === `Bearer ${token}` || (environment.hasLogin && !isCounter && hasKey);
  if (!passesGate) return c.body(null, 401, { 'WWW-Authenticate': 'Bearer' });
  if (isCounter) return c.json(counterAnswer(environment.monitors));
  if (environment.hasLogin && !hasKey) {
    return c.body(null, 401, { 'WWW-Authenticate': 'Basic realm="X-API-Key"' });
  }
  return c.body(metricsText(monitorsOf(environment.monitors)), 200, {
    'Content-Type': 'text/plain; version=0.0.4; charset=utf-8',
  });
}
