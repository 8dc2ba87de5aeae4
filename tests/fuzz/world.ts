/** The local stack with one environment in it, quiet: nothing writes unless somebody calls. */
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { startStack } from '#dev/stack.ts';
import { stackFolders } from '#dev/stack-folders.ts';
import { demoUser } from '#dev/stand-ins/identity/index.ts';
import { apiRoutes } from '#domain/contracts/routes.ts';
import type { OpenapiDocument } from '#functions/openapi/document.ts';
import { newFreeOrder } from '#tests/support/orders.ts';
import { callApi, stateOf } from '#tests/support/stand-in-levers.ts';
import { type Watched, watchDatabase } from './database.ts';
import { TENANT } from './requests.ts';
import { mintTokens, type Tokens } from './tokens.ts';

export interface World {
  readonly port: number;
  readonly siteUrl: string;
  readonly tokens: Tokens;
  /** As the Worker tells it. */
  readonly api: OpenapiDocument;
  readonly database: Watched;
  /** Lets what an accepted call began come to its end. */
  calmDown(): Promise<void>;
  /** What can only be seen at the end: the log, the inbox, whether the Worker still answers. */
  lastLook(): Promise<string[]>;
  stop(): Promise<void>;
}

const CALM_MS = 30_000;

export async function createWorld(sitePort: number): Promise<World> {
  const stack = await startStack({
    ...stackFolders(sitePort),
    sitePort,
    isFresh: true,
    isApiOnly: true,
    // Nobody counts monitors by the clock meanwhile.
    variables: { QUOTA_CHECK_SECONDS: '86400', LOG_LEVEL: 'warn' },
  });
  const { siteUrl } = stack.addresses;
  const database = watchDatabase(stack.stateDir);
  const calmDown = async (): Promise<void> => {
    const until = Date.now() + CALM_MS;
    while (database.unfinished() > 0) {
      if (Date.now() > until) throw new Error('What an accepted call began does not end.');
      await stack.tick();
      if (database.unfinished() > 0) await wait(50);
    }
    database.changedTables();
  };
  try {
    const token = await stack.services.identity.tokenFor(demoUser.email);
    const ordered = await callApi(stack, apiRoutes.checkout, token, {
      method: 'POST',
      headers: { 'Idempotency-Key': 'preparo' },
      body: JSON.stringify(newFreeOrder({ subdominio: TENANT })),
    });
    if (!ordered.ok) throw new Error(`The environment was refused: ${await ordered.text()}`);
    await calmDown();
    const api = (await (await fetch(`${siteUrl}${apiRoutes.openapi}`)).json()) as OpenapiDocument;
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
        const health = await fetch(`${siteUrl}${apiRoutes.health}`);
        return [
          ...unexpected.map((line) => `no registro: ${line.slice(0, 500)}`),
          ...injected.map((mail) => `e-mail com cabeçalho de fora: ${JSON.stringify(mail).slice(0, 300)}`),
          ...(health.ok ? [] : [`depois de tudo, ${apiRoutes.health} respondeu ${health.status}`]),
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
