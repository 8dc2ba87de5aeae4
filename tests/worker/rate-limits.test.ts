/** Every route has the limit of its definition, and docs/threat-model.md the reason of those without one. */
import { expect, test } from 'vitest';
import { messages } from '#domain/messages.ts';
import { apiDefinition } from '#functions/api.ts';
import { signUp } from '#tests/support/worker-door.ts';
import threatModel from '../../docs/threat-model.md?raw';
import wranglerConfig from '../../wrangler.jsonc?raw';
import { operatorToken } from './operations-support.ts';
import { call } from './support.ts';

interface Row {
  readonly method: string;
  readonly route: string;
  /** `null` for a route without one. */
  readonly bucket: string | null;
  readonly by: readonly string[];
}

/** As the definitions have it; operators' commands answer under one path. */
const rows: Row[] = [
  ...new Map(
    apiDefinition.map(({ method, path, loggedPath: route = path, layers }) => {
      const { bucket, by = [] } = layers.find(({ limit }) => limit)?.limit ?? {};
      const binding = bucket === undefined ? null : `${bucket.toUpperCase().replaceAll('-', '_')}_LIMIT`;
      return [`${method} ${route}`, { method: method.toUpperCase(), route, bucket: binding, by }] as const;
    }),
  ).values(),
];
/** What docs/threat-model.md says of the routes without a limit. */
const withoutLimit = [...threatModel.matchAll(/^\| `(GET|POST) ([^`]+)` \| sem limite \| .+ \|$/gm)].map(
  ([, method, route]) => `${method} ${route}`,
);
const limits = new Map(
  [...wranglerConfig.matchAll(/"name": "(\w+_LIMIT)".*?"limit": (\d+)/g)].map(([, name = '', limit]) => [
    name,
    Number(limit),
  ]),
);

const AT_ONCE = 20;
/** Readiness asks every service each time. */
const TIMEOUT_MS = 60_000;

/**
 * How many calls were let through until one was put off, some at a time; `null` when all `times` were.
 *
 * The platform counts by clock minutes, and a minute may end between any two calls: asked more than twice the limit, at
 * least the limit and at most twice as many are let through. A test that counts on one minute fails now and then.
 */
async function letThroughUntilPutOff(times: number, ask: () => Promise<Response>): Promise<number | null> {
  let letThrough = 0;
  for (let asked = 0; asked < times; asked += AT_ONCE) {
    const statuses = await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        const response = await ask();
        const answer = await response.text();
        if (response.status === 429)
          expect(JSON.parse(answer)).toMatchObject({
            code: 'rate-limited',
            error: messages['error.rate-limited'],
          });
        return response.status;
      }),
    );
    const answered = statuses.filter((status) => status !== 429).length;
    letThrough += answered;
    if (answered < AT_ONCE) return letThrough;
  }
  return null;
}

let callers = 0;
/** A caller with a network of its own, who takes another address of it for each call. */
function newCaller(): () => string {
  callers += 1;
  const network = `2001:db8:0:${callers.toString(16)}`;
  let calls = 0;
  return () => {
    calls += 1;
    return `${network}::${calls.toString(16)}`;
  };
}

interface Caller {
  readonly token?: string;
  readonly address?: string;
}

function ask({ method, route }: Row, { token, address }: Caller): Promise<Response> {
  return call(route.replace(/:\w+/g, 'exemplo'), {
    method,
    ...(token ? { token } : {}),
    ...(method === 'POST' ? { body: {} } : {}),
    ...(address ? { headers: { 'CF-Connecting-IP': address } } : {}),
  });
}

const limitOf = ({ bucket }: Row): number => limits.get(bucket ?? '') ?? 0;
const exhaust = (row: Row, askOne: () => Promise<Response>): Promise<number | null> =>
  letThroughUntilPutOff(2 * limitOf(row) + 1, askOne);
// Signed in long ago: what has a share of its own a day is refused before it counts.
const newToken = async (): Promise<string> => (await signUp({ claims: { auth_time: 1 } })).token;
const counted = (by: string): Row[] => rows.filter((row) => row.by.includes(by));

test('every route is in the table, and every limit is used', () => {
  const unlimited = rows.filter(({ bucket }) => bucket === null);
  expect(unlimited.map(({ method, route }) => `${method} ${route}`).sort()).toEqual(withoutLimit.sort());
  expect([...new Set(rows.flatMap(({ bucket }) => bucket ?? []))].sort()).toEqual([...limits.keys()].sort());
});

test.each(counted('account'))(
  '$method $route holds one account back, from whatever address',
  async (row) => {
    // The operators' client is one account for all of them.
    const isOperation = row.bucket === 'OPERATIONS_LIMIT';
    const token = await (isOperation ? operatorToken() : newToken());
    const letThrough = await exhaust(row, () => ask(row, { token }));
    expect(letThrough).not.toBeNull();
    if (isOperation) return;
    expect(letThrough).toBeGreaterThanOrEqual(limitOf(row));
    expect((await ask(row, { token: await newToken() })).status).not.toBe(429);
  },
  TIMEOUT_MS,
);

test.each(counted('network'))(
  '$method $route holds one network back, whoever calls from whichever of its addresses',
  async (row) => {
    const addressOf = newCaller();
    const isAnybody = !row.by.includes('account');
    const askAnew = async (): Promise<Response> =>
      ask(row, { address: addressOf(), ...(isAnybody ? {} : { token: await newToken() }) });
    expect(await exhaust(row, askAnew)).toBeGreaterThanOrEqual(limitOf(row));
    const other = isAnybody ? {} : { token: await newToken() };
    expect((await ask(row, { ...other, address: newCaller()() })).status).not.toBe(429);
  },
  TIMEOUT_MS,
);

test.each(rows.filter(({ bucket, method }) => bucket === null && method === 'GET'))(
  '$method $route answers however often it is asked',
  async (row) => {
    const addressOf = newCaller();
    expect(await letThroughUntilPutOff(3 * AT_ONCE, () => ask(row, { address: addressOf() }))).toBeNull();
  },
);
