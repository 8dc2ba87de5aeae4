/** The local stack with unreliable connections between its parts, and the run's controls. */
import { setTimeout as wait } from 'node:timers/promises';
import { localFiscalService, localSecrets, type WorkerVariables } from '#dev/local-values.ts';
import { stackAddresses } from '#dev/ports.ts';
import { type Stack, startStack } from '#dev/stack.ts';
import { stackFolders } from '#dev/stack-folders.ts';
import type { CardEntry } from '#domain/api-schemas/checkout.ts';
import { asaasWebhookEndpoint } from '#domain/api-schemas/webhook.ts';
import { DAY_MS } from '#domain/billing/days.ts';
import { listenedEvents } from '#functions/vendors/asaas/webhooks.ts';
import type { Chance } from '../chance.ts';
import { createFaultProxy } from './fault-proxy.ts';
import { createCourier } from './webhook-courier.ts';

/** Connections that can have faults. */
const lines = ['identity', 'asaas', 'argocd', 'tenants', 'mail'] as const;
type Line = (typeof lines)[number];

/** Requests that each service tolerates twice. Create calls at the processor are not among them. */
const repeatable: Readonly<Record<Line, (method: string, path: string) => boolean>> = {
  identity: () => true,
  asaas: (method) => method !== 'POST',
  argocd: () => true,
  tenants: () => true,
  mail: () => true,
};

/** Port of a proxy relative to its service: `sitePort` + 10 becomes + 50, behind those of every service. */
const LINE_OFFSET = 40;

/** Tokens outlast every outage: expired sessions are not rehearsed. */
const TOKEN_SECONDS = 100 * 24 * 3600;
const DELIVERY_MS = 30_000;

export async function createWorld(sitePort: number, chance: Chance) {
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
      workerEntry: 'tests/simulation/faults/entry.ts',
      now: () => Date.now() + aheadMs,
      variables: {
        ...changing(),
        KEYCLOAK_URL: lineOf('identity'),
        ASAAS_URL: lineOf('asaas'),
        ARGOCD_URL: lineOf('argocd'),
        MAIL_URL: lineOf('mail'),
        TENANT_PROBE_URL: `${lineOf('tenants')}/__probe/{tenant}`,
        // Steps survive any number of outages here; giving up and counting monitors have their own tests.
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
    // On a busy machine the first scheduled run may exceed the start's timeout.
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
    /** An access token of an account with its current groups, issued for the provider's address behind the proxy. */
    tokenFor: (email: string, claims = {}) =>
      stack.services.identity.tokenFor(email, {
        iss: `${lineOf('identity')}/realms/vigia`,
        exp: Math.floor(Date.now() / 1000) + TOKEN_SECONDS,
        ...claims,
      }),
    /** Sets the share of requests with faults, from 0 to 1. */
    setWeather(next: number) {
      share = next;
    },
    /** Number of injected faults by name, such as `asaas lost`. */
    faults,
    /** Sends SIGKILL and restarts on the same state, with the clocks of Worker and processor this much later. */
    async killAndRestart(outageMs: number) {
      count('worker killed');
      aheadMs += outageMs;
      await killAndRestart();
    },
    /** Milliseconds since the epoch by the Worker's clock. */
    now: () => Date.now() + aheadMs,
    /** Lets days pass without the Worker; the processor charges what is due, day by day. */
    async passDays(days: number) {
      await stack.killWorker();
      for (let passed = 0; passed < days; passed += 1) {
        aheadMs += DAY_MS;
        const answer = await fetch(`${at.asaasUrl}/__stand-in/advance`, { method: 'POST' });
        if (!answer.ok) throw new Error(`the processor's day answered ${answer.status}`);
      }
      await restart();
    },
    /** Kills the Worker and restarts it with another card entry mode, like an abrupt deploy. */
    async changeCardEntry(next: CardEntry) {
      count('worker killed');
      entry = next;
      await killAndRestart();
    },
    /** Resolves when no processor event is in progress, or after half a minute. */
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
export type World = Awaited<ReturnType<typeof createWorld>>;

/** Sets up the processor's webhook like an operator, with the courier as its address. */
async function listenThrough(courierUrl: string, asaasUrl: string): Promise<void> {
  const answer = await fetch(`${asaasUrl}/v3/webhooks`, {
    method: 'POST',
    headers: { access_token: localSecrets.asaasApiKey, 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'Vigia',
      url: courierUrl,
      email: 'operacao@vigia.example',
      enabled: true,
      interrupted: false,
      authToken: localSecrets.asaasWebhookToken,
      sendType: 'SEQUENTIALLY',
      events: listenedEvents,
    }),
  });
  if (!answer.ok) throw new Error(`The webhook could not be set up: ${answer.status} ${await answer.text()}`);
}

/** Longer than any lease of a killed request. */
const LONG_OUTAGE_MS = 150_000;

/** Kills the Worker now and then; half of the time it is back at once, else after minutes. */
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
