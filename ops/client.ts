/**
 * Calls to the operators' routes: where, as whom, and what a refusal says.
 *
 * Without any variable it speaks to the stack of `npm start`. `OPS_API_URL` and its companions lead elsewhere; secrets
 * come from the environment or a file, never from the command line, which every user of a machine can read.
 */
import { userInfo } from 'node:os';
import * as z from 'zod';
import { KEYCLOAK_OPS_CLIENT_ID, KEYCLOAK_REALM, localSecrets } from '#dev/local-values.ts';
import { DEFAULT_SITE_PORT, stackAddresses } from '#dev/ports.ts';
import { readyEndpoint } from '#domain/contracts/health.ts';
import {
  OPERATOR_HEADER,
  type OperatorCommand,
  operationPath,
  type ReadyResponse,
} from '#domain/contracts/operations.ts';

/** What a person at the keyboard can mend; its message is Portuguese and complete. */
export class OpsFailure extends Error {
  override readonly name = 'OpsFailure';
}

export interface OpsSettings {
  /** Origin of the API. */
  readonly apiUrl: string;
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Who is at the keyboard; stands in the events. */
  readonly operator: string;
  readonly isLocal: boolean;
}

const url = z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/+$/, ''));
const Remote = z.object({
  OPS_API_URL: url,
  OPS_KEYCLOAK_URL: url,
  OPS_KEYCLOAK_REALM: z.string().min(1).default(KEYCLOAK_REALM),
  OPS_CLIENT_ID: z.string().min(1).default(KEYCLOAK_OPS_CLIENT_ID),
  OPS_CLIENT_SECRET: z.string().min(8),
  OPS_OPERATOR: z.string().min(2),
});

const tokenUrlOf = (keycloakUrl: string, realm: string): string =>
  `${keycloakUrl}/realms/${realm}/protocol/openid-connect/token`;

/** @throws OpsFailure naming every variable that is missing or wrong. */
export function readOpsSettings(variables: Readonly<Record<string, string | undefined>>): OpsSettings {
  const names = Object.keys(Remote.shape);
  if (!names.some((name) => name !== 'OPS_OPERATOR' && variables[name])) return localSettings(variables);
  const read = Remote.safeParse(
    Object.fromEntries(names.map((name) => [name, variables[name] || undefined])),
  );
  if (!read.success) {
    const missing = [...new Set(read.error.issues.map((issue) => String(issue.path[0])))].join(', ');
    throw new OpsFailure(
      `Faltam ou estão erradas: ${missing}. Sem nenhuma delas, o comando fala com o "npm start" desta máquina. Veja docs/operating.md.`,
    );
  }
  const { data } = read;
  return {
    apiUrl: data.OPS_API_URL,
    tokenUrl: tokenUrlOf(data.OPS_KEYCLOAK_URL, data.OPS_KEYCLOAK_REALM),
    clientId: data.OPS_CLIENT_ID,
    clientSecret: data.OPS_CLIENT_SECRET,
    operator: data.OPS_OPERATOR,
    isLocal: false,
  };
}

function localSettings(variables: Readonly<Record<string, string | undefined>>): OpsSettings {
  const at = stackAddresses(Number(variables['PORT'] || DEFAULT_SITE_PORT));
  return {
    apiUrl: at.siteUrl,
    tokenUrl: tokenUrlOf(at.identityUrl, KEYCLOAK_REALM),
    clientId: KEYCLOAK_OPS_CLIENT_ID,
    clientSecret: localSecrets.keycloakOpsClientSecret,
    operator: variables['OPS_OPERATOR'] || userInfo().username,
    isLocal: true,
  };
}

/** Comparing payments or removing an environment takes a while; nothing takes longer than this. */
const TIMEOUT_MS = 300_000;

const TokenAnswer = z.object({ access_token: z.string() });
const ErrorAnswer = z.object({
  error: z.string(),
  code: z.string(),
  requestId: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
});

export interface OpsClient {
  command(name: OperatorCommand, body: unknown): Promise<unknown>;
  ready(): Promise<ReadyResponse>;
}

export function createOpsClient(settings: OpsSettings): OpsClient {
  async function send(what: string, address: string, init: RequestInit): Promise<Response> {
    try {
      return await fetch(address, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
    } catch {
      const hint = settings.isLocal ? ' O "npm start" está no ar? PORT diz em que porta.' : '';
      throw new OpsFailure(`${what} não respondeu em ${new URL(address).origin}.${hint}`);
    }
  }

  async function token(): Promise<string> {
    const { tokenUrl, clientId, clientSecret } = settings;
    const response = await send('O serviço de identidade', tokenUrl, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: clientSecret,
      }),
    });
    const read = TokenAnswer.safeParse(await response.json().catch(() => null));
    if (!response.ok || !read.success)
      throw new OpsFailure(
        `O serviço de identidade recusou o cliente ${clientId} (${response.status}). Confira OPS_CLIENT_ID e OPS_CLIENT_SECRET.`,
      );
    return read.data.access_token;
  }

  async function call(path: string, body?: unknown): Promise<Response> {
    return send('A API', `${settings.apiUrl}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      redirect: 'error',
      headers: {
        Authorization: `Bearer ${await token()}`,
        [OPERATOR_HEADER]: encodeURIComponent(settings.operator),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  return {
    async command(name, body) {
      const response = await call(operationPath(name), body);
      const answer: unknown = await response.json().catch(() => null);
      if (!response.ok) throw refusal(response.status, answer);
      return answer;
    },
    async ready() {
      const response = await call(readyEndpoint);
      const answer: unknown = await response.json().catch(() => null);
      // Not ready is an answer, too: 503 with the same body.
      if (answer === null || typeof answer !== 'object' || !('dependencies' in answer))
        throw refusal(response.status, answer);
      return answer as ReadyResponse;
    },
  };
}

function refusal(status: number, answer: unknown): OpsFailure {
  const read = ErrorAnswer.safeParse(answer);
  if (!read.success) return new OpsFailure(`A API respondeu ${status}, em um formato inesperado.`);
  const { error, code, requestId, fields = {} } = read.data;
  const lines = Object.entries(fields).map(([field, sentence]) => `  ${field}: ${sentence}`);
  return new OpsFailure([error, ...lines, `(${code}, pedido ${requestId})`].join('\n'));
}
