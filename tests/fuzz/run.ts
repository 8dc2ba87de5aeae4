/**
 * `npm run test:fuzz`: bad input for every route of the real Worker, drawn from its own description.
 *
 * Starts the local stack, creates one environment, and sends requests, up to sixteen at once (judge.ts checks them).
 * `--seed` repeats a run; a finding is shrunk before it is shown.
 *
 * Options: --requests N (in total, about), --seed N, --only WORD (operations whose path contains it), --sample (for
 * `npm test`: few calls, always the same).
 */
import fc from 'fast-check';
import { localSecrets } from '#dev/local-values.ts';
import { TERMS_VERSION } from '#domain/orders/order.ts';
import type { OpenapiDocument, OpenapiOperation } from '#functions/http/openapi/document.ts';
import { isAllRight, readRun, rehearseIn } from '#tests/simulation/core.ts';
import { programPort } from '#tests/support/journey-port.ts';
import { type RawReply, type RawRequest, send } from './http.ts';
import { createJudge } from './judge.ts';
import { replays } from './replays.ts';
import { type Attempt, attempts, strays, type Target } from './requests.ts';
import { createWorld, type World } from './world.ts';

const run = readRun({
  usual: { requests: 26_000 },
  sample: { requests: 3_000, seed: 20_833 },
  more: { only: { type: 'string' } },
});
const { requests: wanted, seed } = run.plan;
const only = String(run.given['only'] ?? '');

const targetsOf = (api: OpenapiDocument): Target[] =>
  Object.entries(api.paths).flatMap(([path, item]) =>
    (Object.entries(item) as [string, OpenapiOperation][]).map(([method, operation]) => ({
      method,
      path,
      operation,
    })),
  );

/** Routes with a body get more calls. */
const weightOf = ({ operation }: Target): number => (operation.requestBody ? 3 : 1);

interface Tally {
  sent: number;
  slowestMs: number;
  readonly statuses: Map<number, number>;
}

function show(request: RawRequest): string {
  const body =
    request.body === undefined ? '' : `\n${Buffer.from(request.body).toString('utf8').slice(0, 800)}`;
  const headers = request.headers.map(([name, value]) => `${name}: ${value.slice(0, 120)}`);
  return `${request.method} ${request.path.slice(0, 300)}\n${headers.join('\n')}${body}`;
}

async function sendCounted(world: World, tally: Tally, request: RawRequest): Promise<RawReply> {
  tally.sent += 1;
  // Each call has an own IP address, or rate limits would answer them all.
  const address = `198.${[tally.sent >> 16, tally.sent >> 8, tally.sent].map((part) => part & 255).join('.')}`;
  const headers = [['CF-Connecting-IP', address] as const, ...request.headers];
  const reply = await send(world.port, { ...request, headers });
  tally.slowestMs = Math.max(tally.slowestMs, reply.ms);
  tally.statuses.set(reply.status, (tally.statuses.get(reply.status) ?? 0) + 1);
  return reply;
}

/** Number of parallel calls. */
const AT_ONCE = 16;
/** Time limit for shrinking a finding. */
const SHRINK_MS = 20_000;

/**
 * Runs one property over parallel calls.
 * @returns The shrunk finding, or `null`.
 */
async function proveAll<T>(
  draw: fc.Arbitrary<T>,
  calls: number,
  requestOf: (drawn: T) => RawRequest,
  prove: (drawn: readonly T[]) => Promise<void>,
): Promise<string | null> {
  const race = fc.array(draw, { minLength: 1, maxLength: AT_ONCE, size: 'max' });
  // Lengths are evenly distributed.
  const numRuns = Math.ceil((calls * 2) / (AT_ONCE + 1));
  let foundAt: number | null = null;
  const proveForAWhile = async (drawn: readonly T[]): Promise<void> => {
    if (foundAt !== null && Date.now() - foundAt > SHRINK_MS) return;
    try {
      await prove(drawn);
    } catch (error) {
      foundAt ??= Date.now();
      throw error;
    }
  };
  const result = await fc.check(fc.asyncProperty(race, proveForAWhile), { seed, numRuns });
  if (!result.failed) return null;
  const [found = []] = result.counterexample ?? [];
  const cause =
    result.errorInstance instanceof Error ? result.errorInstance.message : String(result.errorInstance);
  return `${cause}\n${found.map((each) => show(requestOf(each))).join('\n\n')}`;
}

async function play(world: World): Promise<boolean> {
  const tally: Tally = { sent: 0, slowestMs: 0, statuses: new Map() };
  const findings: string[] = [];
  const judge = createJudge(world.api, world.siteUrl, world.database);
  const all = targetsOf(world.api);
  const targets = all.filter(({ path }) => path.includes(only));
  const drawing = {
    tokens: world.tokens,
    siteUrl: world.siteUrl,
    webhookToken: localSecrets.asaasWebhookToken,
  };
  const share = wanted / (targets.reduce((sum, target) => sum + weightOf(target), 0) + 2);

  const prove = async (race: readonly Attempt[]): Promise<void> => {
    world.database.changedTables();
    const replies = await Promise.all(race.map(({ request }) => sendCounted(world, tally, request)));
    const calls = race.map(({ target }, at) => [target, replies[at]] as const);
    const answered = calls.filter((call): call is readonly [Target, RawReply] => call[1] !== undefined);
    const isWork = ([target, { status }]: readonly [Target, RawReply]): boolean =>
      target.method === 'post' && (status < 400 || status === 402 || status === 503);
    // Accepted calls write, now and later; let that finish before refusals are judged.
    if (answered.some(isWork)) await world.calmDown();
    else judge.judgeChanges(answered);
    for (const [at, attempt] of race.entries()) if (replies[at]) judge.judge(attempt, replies[at]);
  };
  for (const target of targets) {
    const before = { sent: tally.sent, at: Date.now() };
    const runs = Math.ceil(share * weightOf(target));
    const found = await proveAll(
      attempts(target, drawing, TERMS_VERSION),
      runs,
      ({ request }) => request,
      prove,
    );
    if (found !== null) findings.push(`${target.method.toUpperCase()} ${target.path}: ${found}`);
    console.log(
      `${found === null ? '✓' : '✗'} ${target.method.toUpperCase()} ${target.path}: ${tally.sent - before.sent} em ${((Date.now() - before.at) / 1000).toFixed(1)} s`,
    );
  }
  const stray = await proveAll(
    strays(all, drawing),
    share * 2,
    (request) => request,
    async (race) => {
      await Promise.all(
        race.map(async (request) => judge.judgeStray(request, await sendCounted(world, tally, request))),
      );
    },
  );
  if (stray !== null) findings.push(`caminhos sem descrição: ${stray}`);
  findings.push(...(await replays(world)), ...(await world.lastLook()));
  const statuses = [...tally.statuses]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${status}: ${count}`);
  console.log(
    `\n${tally.sent} chamadas, a mais lenta em ${tally.slowestMs.toFixed(0)} ms; ${statuses.join(', ')}`,
  );
  return isAllRight(run, findings);
}

await rehearseIn(
  run,
  '',
  () => createWorld(programPort('fuzz')),
  play,
  (world) => world.stop(),
);
