/** Every route has the limit of its definition; docs/threat-model.md explains each route without one. */
import { expect, test } from 'vitest';
import { messages } from '#domain/messages.ts';
import { apiDefinition } from '#functions/api.ts';
import { signUp } from '#tests/support/worker-accounts.ts';
import threatModel from '../../docs/threat-model.md?raw';
import wranglerConfig from '../../wrangler.jsonc?raw';
import { operatorToken } from './operations-support.ts';
import { call } from './support.ts';

interface Row {
  readonly method: string;
  readonly route: string;
  /** `null` for a route without a limit. */
  readonly bucket: string | null;
  readonly by: readonly string[];
}

/** From the definitions; operators' commands share one path. */
const rows: Row[] = [
  ...new Map(
    apiDefinition.map(({ method, path, loggedPath: route = path, layers }) => {
      const { bucket, by = [] } = layers.find(({ limit }) => limit)?.limit ?? {};
      const binding = bucket === undefined ? null : `${bucket.toUpperCase().replaceAll('-', '_')}_LIMIT`;
      return [`${method} ${route}`, { method: method.toUpperCase(), route, bucket: binding, by }] as const;
    }),
  ).values(),
];
/** The routes without a limit in docs/threat-model.md. */
const withoutLimit = [...threatModel.matchAll(/^\| `(GET|POST) ([^`]+)` \| sem limite \| .+ \|$/gm)].map(
  ([, method, route]) => `${method} ${route}`,
);
const limits = new Map(
  [...wranglerConfig.matchAll(/"name": "(\w+_LIMIT)".*?"limit": (\d+)/g)].map(([, name = '', limit]) => [
    name,
    Number(limit),
  ]),
);

/** Limits of no route; tests/worker/alerts-second-look.test.ts exhausts them. */
const ofNoRoute = ['LOOK_LIMIT', 'LOOK_HOST_LIMIT'];

const AT_ONCE = 20;
/** Readiness calls every service each time. */
const TIMEOUT_MS = 60_000;

/**
 * How many calls passed until one was limited, a few in parallel; `null` when all `times` passed.
 *
 * The platform counts per clock minute, and a minute may end between two calls: of more than twice the limit, between
 * one and two times the limit pass. A test that assumes one minute fails now and then.
 */
async function callsUntilLimited(times: number, ask: () => Promise<Response>): Promise<number | null> {
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
/** A caller in its own network, with a new IP address for each call. */
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
  callsUntilLimited(2 * limitOf(row) + 1, askOne);
// An old sign-in, so that routes with a daily limit refuse before they count.
const newToken = async (): Promise<string> => (await signUp({ claims: { auth_time: 1 } })).token;
const counted = (by: string): Row[] => rows.filter((row) => row.by.includes(by));

test('every route is listed, and every limit is used', () => {
  const unlimited = rows.filter(({ bucket }) => bucket === null);
  expect(unlimited.map(({ method, route }) => `${method} ${route}`).sort()).toEqual(withoutLimit.sort());
  expect([...ofNoRoute, ...new Set(rows.flatMap(({ bucket }) => bucket ?? []))].sort()).toEqual(
    [...limits.keys()].sort(),
  );
});

/** Routes that count in the same bucket, by the same callers. */
const groups = (by: string): (readonly [string, readonly Row[]])[] => {
  const found = new Map<string, Row[]>();
  for (const row of counted(by)) {
    const name = `${row.bucket} of ${row.by.join(' and ')}`;
    found.set(name, [...(found.get(name) ?? []), row]);
  }
  return [...found];
};

/**
 * Uses a bucket up by its first route, and expects every route of it to be limited then: asked again when a minute ends in
 * between.
 */
async function expectOneLimit(
  rows: readonly Row[],
  askOne: (row: Row) => Promise<Response>,
): Promise<number | null> {
  const [first] = rows;
  if (first === undefined) throw new Error('There is no route.');
  let letThrough: number | null = null;
  await expect
    .poll(async () => {
      letThrough = await exhaust(first, () => askOne(first));
      const answers = await Promise.all(rows.map(async (row) => [row, (await askOne(row)).status] as const));
      return answers.flatMap(([{ method, route }, status]) => (status === 429 ? [] : [`${method} ${route}`]));
    })
    .toEqual([]);
  return letThrough;
}

test.each(groups('account'))(
  '%s: its routes limit an account across addresses, together',
  async (_, group) => {
    const [row] = group;
    // The operators' client is one account for all of them.
    const isOperation = row?.bucket === 'OPERATIONS_LIMIT';
    const token = await (isOperation ? operatorToken() : newToken());
    const letThrough = await expectOneLimit(group, (each) => ask(each, { token }));
    if (isOperation || row === undefined) return;
    expect(letThrough).toBeGreaterThanOrEqual(limitOf(row));
    expect((await ask(row, { token: await newToken() })).status).not.toBe(429);
  },
  TIMEOUT_MS,
);

test.each(groups('network'))(
  '%s: its routes limit a network across accounts and addresses, together',
  async (_, group) => {
    const addressOf = newCaller();
    const isAnybody = !group.some(({ by }) => by.includes('account'));
    const askAnew = async (row: Row): Promise<Response> =>
      ask(row, { address: addressOf(), ...(isAnybody ? {} : { token: await newToken() }) });
    const [row] = group;
    if (row === undefined) throw new Error('There is no route.');
    expect(await expectOneLimit(group, askAnew)).toBeGreaterThanOrEqual(limitOf(row));
    const other = isAnybody ? {} : { token: await newToken() };
    expect((await ask(row, { ...other, address: newCaller()() })).status).not.toBe(429);
  },
  TIMEOUT_MS,
);

test.each(rows.filter(({ bucket, method }) => bucket === null && method === 'GET'))(
  '$method $route has no limit',
  async (row) => {
    const addressOf = newCaller();
    expect(await callsUntilLimited(3 * AT_ONCE, () => ask(row, { address: addressOf() }))).toBeNull();
  },
);
