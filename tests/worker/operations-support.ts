/** An operator like `npm run ops`: a token of the operators' client, and a name with each command. */
import { localSecrets } from '#dev/local-values.ts';
import { type OperatorCommand, operationPath } from '#domain/api-schemas/operations.ts';
import { runScheduled } from '#functions/scheduled.ts';
import { newPaidOrder } from '#tests/support/orders.ts';
import { signUp } from '#tests/support/worker-accounts.ts';
import { placeOrder } from './order-support.ts';
import { addresses, call, depsAt, sql, stateOf } from './support.ts';

/** A token of the operators' own client. */
export async function operatorToken(): Promise<string> {
  const response = await fetch(`${addresses.identityUrl}/realms/vigia/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: 'vigia-ops',
      client_secret: localSecrets.keycloakOpsClientSecret,
    }),
  });
  const { access_token } = (await response.json()) as { access_token: string };
  return access_token;
}

export const OPERATOR = 'Operação Noturna';

/**
 * Runs a command and returns the raw response. Each call has its own operator name, because rate limits count by it.
 */
export async function operate(command: OperatorCommand | 'nada', body: unknown = {}): Promise<Response> {
  const { token } = await signUp({ claims: { azp: 'vigia-ops', name: OPERATOR }, roles: ['operador'] });
  return call(operationPath(command), { token, body });
}

/** Runs a command that must succeed; returns its answer. */
export async function operated<T>(command: OperatorCommand, body: unknown = {}): Promise<T> {
  const response = await operate(command, body);
  if (response.status !== 200) throw new Error(`${command}: ${response.status} ${await response.text()}`);
  return response.json();
}

/** The events of an order, oldest first, with their operator and request. */
export const eventsOf = (orderId: string) =>
  sql<{ kind: string; operator: string | null; request_id: string | null; detail: string | null }>(
    'SELECT kind, operator, request_id, detail FROM events WHERE order_id = ? ORDER BY id',
    orderId,
  );

/** Names of the groups at the identity provider. */
export const groups = async (): Promise<string[]> => {
  const state = await stateOf<{ groups: { name: string }[] }>(addresses.identityUrl);
  return state.groups.map(({ name }) => name);
};

/** An order that waits for its payment. */
export async function unpaid() {
  const { order, ...placed } = await placeOrder(newPaidOrder());
  return { ...placed, subdominio: order.subdominio };
}

/** Runs everything due, after any running call must have ended. */
export const later = (): Promise<void> => runScheduled(depsAt(400_000));
