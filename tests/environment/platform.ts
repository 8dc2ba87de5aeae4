/**
 * The whole way of an alert: environments with real instances behind gateways as the chart renders them, the Worker in its
 * runtime, and local providers that keep when a message reached them.
 *
 * The Worker reaches each environment by one address with its name, as in production.
 */
import { createServer, request, type Server } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { WorkerVariables } from '#dev/local-values.ts';
import { startStack } from '#dev/stack.ts';
import { stackFolders } from '#dev/stack-folders.ts';
import type { StoredMail } from '#dev/stand-ins/mail/state.ts';
import type { AlertPreferences } from '#domain/alerts/preferences.ts';
import { type AlertsView, alertsEndpoint, recipientPath } from '#domain/api-schemas/alerts.ts';
import { checkoutEndpoint } from '#domain/api-schemas/checkout.ts';
import { standInControls } from '#tests/support/identity-controls.ts';
import { newPaidOrder } from '#tests/support/orders.ts';
import { newPerson, type Person } from '#tests/support/people.ts';
import { reservePorts } from '#tests/support/reserved-ports.ts';
import {
  callApi,
  provisioningStatus,
  setAsaas,
  setTimings,
  stateOf,
} from '#tests/support/stand-in-controls.ts';
import { COUNTER_SECRET, type Environment, startEnvironment } from './stage.ts';

/** As the platform's scheduled work runs. */
const CRON_MS = 60_000;
const READY_MS = 120_000;

/** Waits until something is so; unlike `vi.waitUntil`, for as long as it takes and without a word while it fails. */
export async function until(
  work: () => Promise<unknown> | unknown,
  timeoutMs: number,
  what: string,
): Promise<void> {
  for (const end = Date.now() + timeoutMs; Date.now() < end; await wait(250))
    if (await Promise.resolve(work()).catch(() => false)) return;
  throw new Error(`After ${timeoutMs / 1000} s still not so: ${what}`);
}

/** Passes `/name/path` on to that environment's gateway. */
async function startRouter(
  portOf: (name: string) => number | undefined,
): Promise<{ url: string; server: Server }> {
  const server = createServer((incoming, response) => {
    const [, name = '', path = '/'] = /^\/([^/?]*)(.*)$/.exec(incoming.url ?? '') ?? [];
    const port = portOf(name);
    if (port === undefined) {
      response.writeHead(502).end();
      return;
    }
    const { method, headers } = incoming;
    const outgoing = request({ port, host: '127.0.0.1', method, headers, path: path || '/' }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    outgoing.on('error', () => response.destroy());
    incoming.pipe(outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`, server };
}

/** An environment with a customer. */
export interface Rented {
  readonly name: string;
  readonly environment: Environment;
  readonly owner: Person;
  /** Calls the API as the owner. */
  call(path: string, method?: 'GET' | 'POST', body?: object): Promise<Response>;
  alerts(): Promise<AlertsView>;
}

/** @param names Of the environments; each has an instance, a companion and an owner of its own. */
export async function startPlatform(
  names: readonly string[],
  {
    variables = {},
    workerEntry,
    companionVariables = {},
  }: {
    variables?: WorkerVariables;
    workerEntry?: string;
    companionVariables?: Readonly<Record<string, string>>;
  } = {},
) {
  const environments = new Map<string, Environment>();
  const router = await startRouter((name) => environments.get(name)?.ports.gateway);
  const sitePort = await reservePorts('DRILL_PORT', 4700, 1);
  const folders = stackFolders(sitePort);
  const stack = await startStack({
    ...folders,
    ...{ sitePort, isFresh: true, isApiOnly: true, isTickedByHand: true, workerLogLevel: 'log' as const },
    ...(workerEntry === undefined ? {} : { workerEntry }),
    variables: {
      TENANT_COUNTER_SECRET: COUNTER_SECRET,
      TENANT_PROBE_URL: `${router.url}/{tenant}`,
      AVAILABILITY_TENANT: '',
      ...variables,
    },
  });
  await setTimings(stack, { secondsToSync: 0, secondsToHealthy: 0 });
  await setAsaas(stack, { confirmAfterMs: 0 });
  const cron = setInterval(() => void stack.tick().catch(() => undefined), CRON_MS);
  const { addPerson, tokenFor } = standInControls(stack);

  /** Starts an environment, and orders it. */
  async function rent(name: string): Promise<Rented> {
    const environment = await startEnvironment('real', { subdomain: name, companionVariables });
    environments.set(name, environment);
    await environment.startInstance();
    await environment.startCompanion();
    await until(environment.isReady, READY_MS, `${name} is ready`);
    const owner = newPerson();
    await addPerson(owner, []);
    const call: Rented['call'] = async (path, method = 'GET', body) =>
      callApi(stack, path, await tokenFor(owner), {
        method,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    const ordered = await callApi(stack, checkoutEndpoint, await tokenFor(owner), {
      method: 'POST',
      headers: { 'Idempotency-Key': crypto.randomUUID() },
      body: JSON.stringify(newPaidOrder({ subdominio: name, plano: 'enterprise' })),
    });
    if (!ordered.ok) throw new Error(`The order is refused: ${ordered.status} ${await ordered.text()}`);
    const provisioned = async () => {
      await stack.tick();
      return (await provisioningStatus(stack, await tokenFor(owner))) === 'CONCLUIDO';
    };
    await until(provisioned, READY_MS, `${name} is provisioned`);
    const alerts = async () => (await (await call(alertsEndpoint)).json()) as AlertsView;
    const rented = { name, environment, owner, call, alerts };
    await until(
      async () => {
        await stack.tick();
        return (await alerts()).channel === 'on';
      },
      READY_MS,
      `${name} has its channel`,
    );
    return rented;
  }

  const rented: Rented[] = [];
  const stop = async (): Promise<void> => {
    clearInterval(cron);
    await Promise.allSettled([...environments.values()].map((environment) => environment.stop()));
    await stack.stop();
    router.server.closeAllConnections();
    router.server.close();
  };
  try {
    for (const name of names) rented.push(await rent(name));
  } catch (error) {
    await stop();
    throw error;
  }

  return {
    stack,
    rented,
    stateDir: folders.stateDir,
    /** Mail to an address whose text or subject has these words, the oldest first. */
    async mailsTo({ email }: Pick<Person, 'email'>, words = ''): Promise<readonly StoredMail[]> {
      const { messages } = await stateOf<{ messages: readonly StoredMail[] }>(stack, 'mail');
      return messages
        .filter(({ to, subject, text }) => to.includes(email) && `${subject}\n${text}`.includes(words))
        .toSorted((a, b) => a.receivedAt - b.receivedAt);
    },
    stop,
  };
}
export type Platform = Awaited<ReturnType<typeof startPlatform>>;

/** The owner's mail as a recipient, with these wishes. */
export async function choose(rented: Rented, preferences: Partial<AlertPreferences>): Promise<void> {
  const owner = (await rented.alerts()).recipients.find(({ isOwner }) => isOwner);
  if (owner === undefined) throw new Error('The owner is no recipient.');
  const answer = await rented.call(recipientPath(owner.id, 'preferencias'), 'POST', {
    ...owner.preferences,
    ...preferences,
  });
  if (!answer.ok) throw new Error(`The wishes are refused: ${answer.status} ${await answer.text()}`);
}
