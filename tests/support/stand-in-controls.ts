/** Controls of a running stack: faults, actions and state of the stand-ins. */
import { fetchAnew } from '#dev/fetch-anew.ts';
import type { Stack } from '#dev/stack.ts';
import type { EnvironmentAction } from '#dev/stand-ins/tenants/environment.ts';
import type { MonitorWish } from '#dev/stand-ins/tenants/monitors.ts';
import { provisioningStatusEndpoint } from '#domain/api-schemas/provisioning.ts';

/** Services with faults on demand. */
export type BreakableService = 'identity' | 'asaas' | 'argocd' | 'mail' | 'tenants';

async function send(url: string, method: string, body: unknown): Promise<void> {
  const response = await fetchAnew(url, {
    method,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${method} ${url} answered ${response.status}`);
}

export const setFaults = (
  stack: Stack,
  service: BreakableService,
  faults: { down?: boolean; delayMs?: number; loseAnswers?: number; losePath?: string },
): Promise<void> => send(`${stack.services[service].url}/__stand-in/faults`, 'PATCH', faults);

export const noFaults = { down: false, delayMs: 0, loseAnswers: 0, losePath: '' };

export const setTimings = (
  stack: Stack,
  timings: { secondsToSync?: number; secondsToHealthy?: number },
): Promise<void> => send(`${stack.services.argocd.url}/__stand-in/settings`, 'PATCH', timings);

/** How long an environment takes in the journeys; a stack starts with them, and tests restore them. */
export const quickTimings = { secondsToSync: 1, secondsToHealthy: 1 };

export const pressArgocd = (stack: Stack, application: string, action: string): Promise<void> =>
  send(`${stack.services.argocd.url}/__stand-in/applications/${application}/${action}`, 'POST', {});

/** Calls an action of the processor: `confirm`, `overdue`, `renew`, … */
export const pressAsaas = (
  stack: Stack,
  kind: 'payments' | 'subscriptions',
  id: string,
  action: string,
): Promise<void> => send(`${stack.services.asaas.url}/__stand-in/${kind}/${id}/${action}`, 'POST', {});

/** Changes the processor's settings; tests must restore them. */
export const setAsaas = (
  stack: Stack,
  settings: { confirmMode?: 'automatic' | 'manual'; confirmAfterMs?: number },
): Promise<void> => send(`${stack.services.asaas.url}/__stand-in/settings`, 'PATCH', settings);

/** How long a charge waits for its confirmation, as the stand-in starts. */
export const usualConfirmation = { confirmAfterMs: 1500 };

/** Calls an action of an environment: `stop`, `counter-off`, … */
export const pressTenant = (stack: Stack, subdomain: string, action: EnvironmentAction): Promise<void> =>
  send(`${stack.services.tenants.url}/__stand-in/tenants/${subdomain}/${action}`, 'POST', {});

/** Replaces an environment's monitors. */
export const setMonitors = (stack: Stack, subdomain: string, kinds: readonly MonitorWish[]): Promise<void> =>
  send(`${stack.services.tenants.url}/__stand-in/tenants/${subdomain}/monitors`, 'POST', kinds);

/** Lets a monitor of an environment fall, or lets it stand again. */
export const letFall = (stack: Stack, subdomain: string, id: number, isDown: boolean): Promise<void> =>
  send(
    `${stack.services.tenants.url}/__stand-in/tenants/${subdomain}/monitors/${id}/${isDown ? 'cair' : 'voltar'}`,
    'POST',
    {},
  );

/** A stand-in's `/__stand-in/state`. */
export async function stateOf<T>(stack: Stack, service: keyof Stack['services']): Promise<T> {
  return (await (await fetchAnew(`${stack.services[service].url}/__stand-in/state`)).json()) as T;
}

/** The Argo CD application of a subdomain, once it exists. */
export async function applicationOf(stack: Stack, subdomain: string): Promise<string | undefined> {
  const { applications } = await stateOf<{
    applications: readonly { subdomain: string; metadata: { name: string } }[];
  }>(stack, 'argocd');
  return applications.find((each) => each.subdomain === subdomain)?.metadata.name;
}

interface Charges {
  readonly subscriptions: readonly { id: string; value: number; cycle: string; description: string | null }[];
  readonly payments: readonly {
    id: string;
    status: string;
    value: number;
    subscription: string | null;
    description: string | null;
    invoiceUrl: string;
  }[];
}

/** A subdomain's subscriptions, their payments, and single charges. */
export async function chargesOf(stack: Stack, subdomain: string): Promise<Charges> {
  const state = await stateOf<Charges>(stack, 'asaas');
  const isIts = ({ description }: { readonly description: string | null }) =>
    description?.includes(`(${subdomain})`) === true;
  const subscriptions = state.subscriptions.filter(isIts);
  const ids = new Set<string | null>(subscriptions.map(({ id }) => id));
  const payments = state.payments.filter(
    (payment) => ids.has(payment.subscription) || (payment.subscription === null && isIts(payment)),
  );
  return { subscriptions, payments };
}

/**
 * Renews, and lets the charge of the renewal become overdue. By hand, because a busy machine would see it confirmed between
 * the two.
 */
export async function missRenewal(stack: Stack, subdomain: string): Promise<Charges['payments'][number]> {
  await setAsaas(stack, { confirmMode: 'manual' });
  const [subscription] = (await chargesOf(stack, subdomain)).subscriptions;
  await pressAsaas(stack, 'subscriptions', subscription?.id ?? '', 'renew');
  const renewal = (await chargesOf(stack, subdomain)).payments.at(-1);
  if (renewal === undefined) throw new Error(`No charge of ${subdomain}.`);
  await pressAsaas(stack, 'payments', renewal.id, 'overdue');
  await setAsaas(stack, { confirmMode: 'automatic' });
  return renewal;
}

/** Calls the API with a token, like a script. */
export function callApi(
  stack: Stack,
  path: string,
  token: string,
  init: RequestInit = {},
): Promise<Response> {
  return fetchAnew(`${stack.addresses.siteUrl}${path}`, {
    ...init,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...init.headers },
  });
}

export async function provisioningStatus(stack: Stack, token: string): Promise<string> {
  const response = await callApi(stack, provisioningStatusEndpoint, token);
  const { provisionamentoStatus } = (await response.json()) as { provisionamentoStatus: string };
  return provisionamentoStatus;
}
