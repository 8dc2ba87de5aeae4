/** The local stack with one environment and no background work, so that only calls write. */
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { makeOwnEnvironments } from '#dev/own-environments.ts';
import { startStack } from '#dev/stack.ts';
import { stackFolders } from '#dev/stack-folders.ts';
import { demoUser } from '#dev/stand-ins/identity/index.ts';
import { checkoutEndpoint } from '#domain/api-schemas/checkout.ts';
import { healthEndpoint } from '#domain/api-schemas/health.ts';
import { openapiEndpoint } from '#domain/api-schemas/openapi.ts';
import type { OpenapiDocument } from '#functions/http/openapi/document.ts';
import { newFreeOrder } from '#tests/support/orders.ts';
import { callApi, setAsaas, setTimings, stateOf } from '#tests/support/stand-in-controls.ts';
import { type Watched, watchDatabase } from './database.ts';
import { TENANT } from './requests.ts';
import { mintTokens, type Tokens } from './tokens.ts';

export interface World {
  readonly port: number;
  readonly siteUrl: string;
  readonly tokens: Tokens;
  /** As served by the Worker. */
  readonly api: OpenapiDocument;
  readonly database: Watched;
  /** Waits until the work of accepted calls has finished. */
  calmDown(): Promise<void>;
  /** Final checks: the log, the inbox, and whether the Worker still answers. */
  lastLook(): Promise<string[]>;
  stop(): Promise<void>;
}

const CALM_MS = 120_000;
const QUIET_LOOKS = 3;
const LOOK_MS = 30;

export async function createWorld(sitePort: number): Promise<World> {
  const stack = await startStack({
    ...stackFolders(sitePort),
    sitePort,
    isFresh: true,
    isApiOnly: true,
    isTickedByHand: true,
    // No scheduled counting of monitors meanwhile.
    variables: { QUOTA_CHECK_SECONDS: '86400', LOG_LEVEL: 'warn' },
  });
  const { siteUrl } = stack.addresses;
  const { state: processor } = stack.services.asaas;
  const database = watchDatabase(stack.stateDir);
  const isUnderWay = (): boolean =>
    database.unfinished() > 0 ||
    !database.hasReport() ||
    Object.keys(processor.dueConfirmations).length > 0 ||
    processor.events.some(({ nextAttemptAt }) => nextAttemptAt !== null);
  const calmDown = async (): Promise<void> => {
    const until = Date.now() + CALM_MS;
    // The last background step may write once more.
    for (let quiet = 0; quiet < QUIET_LOOKS; ) {
      if (Date.now() > until) throw new Error('The work of an accepted call does not finish.');
      if (isUnderWay()) await stack.tick();
      await wait(LOOK_MS);
      const isStill = database.changedTables().length === 0;
      quiet = isStill && !isUnderWay() ? quiet + 1 : 0;
    }
  };
  try {
    await setAsaas(stack, { confirmAfterMs: 0 });
    await setTimings(stack, { secondsToSync: 0, secondsToHealthy: 0 });
    const token = await stack.services.identity.tokenFor(demoUser.email);
    const ordered = await callApi(stack, checkoutEndpoint, token, {
      method: 'POST',
      headers: { 'Idempotency-Key': 'preparo' },
      body: JSON.stringify(newFreeOrder({ subdominio: TENANT })),
    });
    if (!ordered.ok) throw new Error(`The environment was refused: ${await ordered.text()}`);
    // Readiness misses them otherwise, and answers 503.
    let isMaking = true;
    const making = makeOwnEnvironments(sitePort).finally(() => {
      isMaking = false;
    });
    for (; isMaking; await wait(LOOK_MS)) await stack.tick();
    if (!(await making)) throw new Error('Demonstration and status page were not made.');
    await calmDown();
    const api = (await (await fetch(`${siteUrl}${openapiEndpoint}`)).json()) as OpenapiDocument;
    return {
      port: sitePort,
      siteUrl,
      api,
      tokens: await mintTokens(stack),
      database,
      calmDown,
      async lastLook() {
        const log = readFileSync(stack.workerLogFile, 'utf8');
        const unexpected = log.split('\n').filter((line) => /"(unexpected|job-failed)"/.test(line));
        const { messages } = await stateOf<{ messages: { subject: string; to: string[]; from: string }[] }>(
          stack,
          'mail',
        );
        const injected = messages.filter(
          ({ subject, to, from }) => /\p{Cc}/u.test(subject + from + to.join('')) || to.length !== 1,
        );
        const health = await fetch(`${siteUrl}${healthEndpoint}`);
        return [
          ...unexpected.map((line) => `no registro: ${line.slice(0, 500)}`),
          ...injected.map((mail) => `e-mail com cabeçalho de fora: ${JSON.stringify(mail).slice(0, 300)}`),
          ...(health.ok ? [] : [`depois de tudo, ${healthEndpoint} respondeu ${health.status}`]),
        ];
      },
      async stop() {
        database.close();
        await stack.stop();
      },
    };
  } catch (error) {
    database.close();
    await stack.stop();
    throw error;
  }
}
