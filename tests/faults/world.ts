/**
 * The local stack with bad lines between its parts, and the levers of the run on it.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { localFiscalService, localSecrets, type WorkerVariables } from '#dev/local-values.ts';
import { stackAddresses } from '#dev/ports.ts';
import { type Stack, startStack } from '#dev/stack.ts';
import { stackFolders } from '#dev/stack-folders.ts';
import { DAY_MS } from '#domain/billing/days.ts';
import type { CardEntry } from '#domain/contracts/checkout.ts';
import { asaasWebhookEndpoint } from '#domain/contracts/webhook.ts';
import { listenedEvents } from '#functions/vendors/asaas/webhooks.ts';
import { createFaultProxy } from './fault-proxy.ts';
import type { Chance } from './random.ts';
import { createCourier } from './webhook-courier.ts';

/** Lines that can be bad. */
const lines = ['identity', 'asaas', 'argocd', 'tenants', 'mail'] as const;
type Line = (typeof lines)[number];

export interface World {
  stack(): Stack;
  /** An access token of an account, with its groups of this moment; the Worker knows the provider by the bad line. */
  tokenFor(email: string, claims?: Readonly<Record<string, unknown>>): Promise<string>;
  /** Share of requests that are hurt from now on, from 0 to 1. */
  setWeather(share: number): void;
  /** Injected faults by name, `asaas lost` and the like. */
  readonly faults: ReadonlyMap<string, number>;
  /** SIGKILL and a new start on the same state, this much later by the clocks of Worker and processor. */
  killAndRestart(outageMs: number): Promise<void>;
  /** A month goes by without the Worker; the processor charges what becomes due, day by day. */
  passDays(days: number): Promise<void>;
  /** Milliseconds since the epoch by the clock of the Worker. */
  now(): number;
  /** As a deploy that nobody waits for: the Worker is killed and comes back with the card typed elsewhere. */
  changeCardEntry(entry: CardEntry): Promise<void>;
  /** Resolves when no event of the processor is under way, or after half a minute all the same. */
  eventsDelivered(): Promise<void>;
  stop(): Promise<void>;
}

/** Where each service stands a second request of the same kind. Creating at the processor is not among them. */
const repeatable: Readonly<Record<Line, (method: string, path: string) => boolean>> = {
  identity: () => true,
  asaas: (method) => method !== 'POST',
  argocd: () => true,
  tenants: () => true,
  mail: () => true,
};

/** A line's port next to that of its service: `sitePort` + 10 becomes + 20. */
const LINE_OFFSET = 10;

/** Tokens outlast every outage: a session that ended is not what is rehearsed. */
const TOKEN_SECONDS = 100 * 24 * 3600;
const DELIVERY_MS = 30_000;

export async function createWorld(sitePort: number, chance: Chance): Promise<World> {
  const at = stackAddresses(sitePort);
  const folders = stackFolders(sitePort);
  const faults = new Map<string, number>();
  const count = (name: string): void => void faults.set(name, (faults.get(name) ?? 0) + 1);
  let share = 0;

  const ports: Readonly<Record<Line, number>> = {
    identity: at.identityPort,
    asaas: at.asaasPort,
    argocd: at.argocdPort,
    tenants: at.tenantsPort,
    mail: at.mailPort,
  };
  const proxies = lines.map((line) =>
    createFaultProxy({
      port: ports[line] + LINE_OFFSET,
      target: `http://127.0.0.1:${ports[line]}`,
      chance: chance.fork(line),
      share: () => share,
      isRepeatable: repeatable[line],
      onFault: (fault) => count(`${line} ${fault}`),
    }),
  );
  const courier = createCourier({
    port: at.cepPort + LINE_OFFSET,
    webhookUrl: `${at.siteUrl}${asaasWebhookEndpoint}`,
    chance: chance.fork('events'),
    share: () => share * 4,
    onFault: (fault) => count(`event ${fault}`),
  });
  const lineOf = (line: Line): string => `http://localhost:${ports[line] + LINE_OFFSET}`;

  let entry: CardEntry = 'form';
  let aheadMs = 0;
  const changing = (): WorkerVariables => ({
    CLOCK_AHEAD_MS: String(aheadMs),
    PAYMENT_CARD_ENTRY: entry,
  });
  const start = (): Promise<Stack> =>
    startStack({
      ...folders,
      sitePort,
      isFresh: true,
      isApiOnly: true,
      workerEntry: 'tests/faults/entry.ts',
      now: () => Date.now() + aheadMs,
      variables: {
        ...changing(),
        KEYCLOAK_URL: lineOf('identity'),
        ASAAS_URL: lineOf('asaas'),
        ARGOCD_URL: lineOf('argocd'),
        MAIL_URL: lineOf('mail'),
        TENANT_PROBE_URL: `${lineOf('tenants')}/__probe/{tenant}`,
        // A step goes on through any number of outages; giving up has tests of its own, and so has counting monitors.
        PROVISION_PATIENCE_SECONDS: '86400',
        QUOTA_CHECK_SECONDS: '3600',
        NOTA_FISCAL: localFiscalService,
        LOG_LEVEL: 'error',
      },
      onWorkerLost: (error) => console.error('O Worker parou e não subiu de novo:', error),
    });

  await Promise.all([...proxies, courier].map((each) => each.start()));
  const stack = await start();
  await listenThrough(courier.url, at.asaasUrl);

  async function killAndRestart(): Promise<void> {
    await stack.killWorker();
    await restart();
  }

  async function restart(): Promise<void> {
    // On a machine that is busy otherwise its first scheduled run may take longer than the start waits for.
    for (let attempt = 1; ; attempt += 1) {
      try {
        await stack.restartWorker(changing());
        return;
      } catch (error) {
        if (attempt === 3) throw error;
      }
    }
  }

  return {
    stack: () => stack,
    tokenFor: (email, claims = {}) =>
      stack.services.identity.tokenFor(email, {
        iss: `${lineOf('identity')}/realms/vigia`,
        exp: Math.floor(Date.now() / 1000) + TOKEN_SECONDS,
        ...claims,
      }),
    setWeather(next) {
      share = next;
    },
    faults,
    async killAndRestart(outageMs) {
      count('worker killed');
      aheadMs += outageMs;
      await killAndRestart();
    },
    now: () => Date.now() + aheadMs,
    async passDays(days) {
      await stack.killWorker();
      for (let passed = 0; passed < days; passed += 1) {
        aheadMs += DAY_MS;
        const answer = await fetch(`${at.asaasUrl}/__stand-in/advance`, { method: 'POST' });
        if (!answer.ok) throw new Error(`the processor's day answered ${answer.status}`);
      }
      await restart();
    },
    async changeCardEntry(next) {
      count('worker killed');
      entry = next;
      await killAndRestart();
    },
    async eventsDelivered() {
      const until = Date.now() + DELIVERY_MS;
      const { events } = stack.services.asaas.state;
      while (Date.now() < until) {
        if (!courier.isBusy() && events.every(({ nextAttemptAt }) => nextAttemptAt === null)) return;
        await wait(100);
      }
    },
    async stop() {
      await stack.stop();
      await Promise.all([...proxies, courier].map((each) => each.stop()));
    },
  };
}

/** Sets the processor's webhook up as an operator does, with the courier as its address. */
async function listenThrough(courierUrl: string, asaasUrl: string): Promise<void> {
  const answer = await fetch(`${asaasUrl}/v3/webhooks`, {
    method: 'POST',
    headers: { access_token: localSecrets.asaasApiKey, 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{
        name: 'Vigia',
        url: courierUrl,
        email: 'operacao@vigia.example',
        enabled: true,
        interrupted: false,
      },
      ...{ authToken: localSecrets.asaasWebhookToken, sendType: 'SEQUENTIALLY', events: listenedEvents },
    }),
  });
  if (!answer.ok) throw new Error(`The webhook could not be set up: ${answer.status} ${await answer.text()}`);
}

/** Longer than anything that a killed request leaves: whoever comes back then finds no lease. */
const LONG_OUTAGE_MS = 150_000;

/** Kills the Worker now and then until told to stop; half of the time it is back at once, else after minutes. */
export async function killNowAndThen(
  world: World,
  chance: Chance,
  everySeconds: readonly [number, number],
  isOver: () => boolean,
): Promise<void> {
  for (;;) {
    const until = Date.now() + chance.between(everySeconds[0] * 1000, everySeconds[1] * 1000);
    while (Date.now() < until) {
      if (isOver()) return;
      await wait(100);
    }
    await world.killAndRestart(chance.hits(0.5) ? LONG_OUTAGE_MS : 0);
  }
}
