/** An operator as `npm run ops` is one: a token of the operators' client, and a name with each command. */
import { localSecrets } from '#dev/local-values.ts';
import { OPERATOR_HEADER, type OperatorCommand } from '#domain/contracts/operations.ts';
import { operationPath } from '#domain/contracts/routes.ts';
import { at, call } from './support.ts';

/** A token of the operators' own client. */
export async function operatorToken(): Promise<string> {
  const response = await fetch(`${at.identityUrl}/realms/vigia/protocol/openid-connect/token`, {
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

/** One command; the raw answer. */
export async function operate(command: OperatorCommand | 'nada', body: unknown = {}): Promise<Response> {
  return call(operationPath(command), {
    token: await operatorToken(),
    body,
    headers: { [OPERATOR_HEADER]: encodeURIComponent(OPERATOR) },
  });
}

/** One command that has to succeed; its answer. */
export async function operated<T>(command: OperatorCommand, body: unknown = {}): Promise<T> {
  const response = await operate(command, body);
  if (response.status !== 200) throw new Error(`${command}: ${response.status} ${await response.text()}`);
  return response.json();
}
