/** Every route stands in the table of docs/threat-model.md, and what the table says of its limit is true. */
import { expect, test } from 'vitest';
import { apiRoutes } from '#domain/contracts/routes.ts';
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
  readonly countedBy: string;
}

const rows: Row[] = [
  ...threatModel.matchAll(/^\| `(GET|POST) ([^`]+)` \| (?:`(\w+)`|sem limite) \| (.+) \|$/gm),
].map(([, method = '', route = '', bucket, countedBy = '']) => ({
  method,
  route,
  bucket: bucket ?? null,
  countedBy,
}));
const limits = new Map(
  [...wranglerConfig.matchAll(/"name": "(\w+_LIMIT)".*?"limit": (\d+)/g)].map(([, name = '', limit]) => [
    name,
    Number(limit),
  ]),
);

const AT_ONCE = 20;
/** Readiness asks every service each time. */
const TIMEOUT_MS = 60_000;

/** Asks until it is put off, some at a time; false when `times` calls were all let through. */
async function isPutOff(times: number, ask: () => Promise<Response>): Promise<boolean> {
  for (let asked = 0; asked < times; asked += AT_ONCE) {
    const statuses = await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        const response = await ask();
        await response.arrayBuffer();
        return response.status;
      }),
    );
    if (statuses.includes(429)) return true;
  }
  return false;
}

let addresses = 0;
function freshAddress(): string {
  addresses += 1;
  return `203.0.113.${addresses}`;
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

/** Beyond twice the limit: the platform counts by clock minutes, and the calls may fall into two of them. */
const beyond = ({ bucket }: Row): number => 2 * (limits.get(bucket ?? '') ?? 0) + 1;
const newToken = async (): Promise<string> => (await signUp()).token;
const counted = (by: string): Row[] =>
  rows.filter((row) => row.bucket !== null && row.countedBy.includes(by));

test('every route is in the table, and every limit is used', () => {
  expect([...new Set(rows.map(({ route }) => route))].sort()).toEqual(Object.values(apiRoutes).sort());
  expect([...new Set(rows.flatMap(({ bucket }) => bucket ?? []))].sort()).toEqual([...limits.keys()].sort());
});

test.each(counted('conta'))(
  '$method $route holds one account back, from whatever address',
  async (row) => {
    // The operators' client is one account for all of them.
    const isOperation = row.bucket === 'OPERATIONS_LIMIT';
    const token = await (isOperation ? operatorToken() : newToken());
    expect(await isPutOff(beyond(row), () => ask(row, { token }))).toBe(true);
    if (!isOperation) expect((await ask(row, { token: await newToken() })).status).not.toBe(429);
  },
  TIMEOUT_MS,
);

test.each(counted('endereço'))(
  '$method $route holds one address back, whoever calls',
  async (row) => {
    const address = freshAddress();
    const isAnybody = !row.countedBy.includes('conta');
    const askAnew = async (): Promise<Response> =>
      ask(row, { address, ...(isAnybody ? {} : { token: await newToken() }) });
    expect(await isPutOff(beyond(row), askAnew)).toBe(true);
    const other = isAnybody ? {} : { token: await newToken() };
    expect((await ask(row, { ...other, address: freshAddress() })).status).not.toBe(429);
  },
  TIMEOUT_MS,
);

test.each(rows.filter(({ bucket, method }) => bucket === null && method === 'GET'))(
  '$method $route answers however often it is asked',
  async (row) => {
    const address = freshAddress();
    expect(await isPutOff(3 * AT_ONCE, () => ask(row, { address }))).toBe(false);
  },
);
