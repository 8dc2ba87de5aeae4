/** Calls to the operators' routes: their token, and the text of a refusal. */
import * as z from 'zod';
import { readyEndpoint } from '#domain/api-schemas/health.ts';
import type { ReadyResponse } from '#domain/api-schemas/operation-answers.ts';
import { OPERATOR_HEADER, type OperatorCommand, operationPath } from '#domain/api-schemas/operations.ts';
import { CommandFailure } from './failure.ts';
import type { OpsSettings } from './settings.ts';
import { fieldWord, refusalSentence } from './words.ts';

/** The identity provider issues no token; the operator's input is not the cause. */
class IdentityDown extends CommandFailure {}

/** Longest wait: comparing payments or removing an environment takes a while. */
const TIMEOUT_MS = 300_000;
/** The identity provider answers at once or is down. */
const TOKEN_TIMEOUT_MS = 10_000;

const TokenAnswer = z.object({ access_token: z.string() });
const ErrorAnswer = z.object({
  error: z.string(),
  code: z.string(),
  requestId: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
});

export interface OpsClient {
  command(name: OperatorCommand, body: unknown): Promise<unknown>;
  /** @param note Called when the answer had to be read without identity. */
  ready(note: (text: string) => void): Promise<ReadyResponse>;
}

export function createOpsClient(settings: OpsSettings): OpsClient {
  const hint = settings.isLocal ? ' O "npm start" está no ar? PORT diz em que porta.' : '';

  async function send(address: string, init: RequestInit): Promise<Response> {
    try {
      return await fetch(address, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
    } catch {
      throw new CommandFailure(`A API não respondeu em ${new URL(address).origin}.${hint}`);
    }
  }

  async function token(): Promise<string> {
    const { tokenUrl, clientId, clientSecret } = settings;
    const response = await fetch(tokenUrl, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: clientSecret,
      }),
      signal: AbortSignal.timeout(TOKEN_TIMEOUT_MS),
    }).catch(() => null);
    if (response === null || response.status >= 500 || response.status === 429)
      throw new IdentityDown(identityDown(new URL(tokenUrl).origin, response?.status, hint));
    const read = TokenAnswer.safeParse(await response.json().catch(() => null));
    if (!response.ok || !read.success)
      throw new CommandFailure(
        `O serviço de identidade recusou o cliente ${clientId} (${response.status}). Confira OPS_CLIENT_ID e OPS_CLIENT_SECRET.`,
      );
    return read.data.access_token;
  }

  const headersOf = (bearer: string) => ({
    Authorization: `Bearer ${bearer}`,
    [OPERATOR_HEADER]: encodeURIComponent(settings.operator),
  });

  async function readyAs(bearer: string): Promise<ReadyResponse> {
    const address = `${settings.apiUrl}${readyEndpoint}`;
    const response = await send(address, { redirect: 'error', headers: headersOf(bearer) });
    const answer: unknown = await response.json().catch(() => null);
    // A 503 with the same body is a valid answer: not ready.
    if (answer !== null && typeof answer === 'object' && 'dependencies' in answer)
      return answer as ReadyResponse;
    const refused = refusal(response.status, answer);
    throw isIdentityDown(answer) ? new IdentityDown(refused.message) : refused;
  }

  return {
    async command(name, body) {
      const bearer = await token();
      const response = await send(`${settings.apiUrl}${operationPath(name)}`, {
        method: 'POST',
        redirect: 'error',
        headers: { ...headersOf(bearer), 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
      const answer: unknown = await response.json().catch(() => null);
      if (!response.ok) throw refusal(response.status, answer);
      return answer;
    },
    async ready(note) {
      try {
        return await readyAs(await token());
      } catch (error) {
        if (!(error instanceof IdentityDown)) throw error;
        const { readyKey } = settings;
        if (readyKey === null)
          throw new CommandFailure(
            `${error.message}\nPara conferir o resto enquanto isso, defina OPS_READY_KEY (docs/alarms.md).`,
          );
        note(`${error.message} O resto foi conferido com OPS_READY_KEY.`);
        return readyAs(readyKey);
      }
    },
  };
}

const identityDown = (origin: string, status: number | undefined, hint: string): string =>
  `A identidade está fora do ar: ${origin} ${status === undefined ? `não respondeu.${hint}` : `respondeu ${status}.`} Sem ela só "prontidao" funciona; veja identity-unavailable em docs/runbooks.md.`;

/** True when the API could not verify the token because it cannot reach the realm's keys. */
const isIdentityDown = (answer: unknown): boolean =>
  ErrorAnswer.safeParse(answer).data?.code === 'identity-unavailable';

function refusal(status: number, answer: unknown): CommandFailure {
  const read = ErrorAnswer.safeParse(answer);
  if (!read.success) return new CommandFailure(`A API respondeu ${status}, em um formato inesperado.`);
  const { error, code, requestId, fields = {} } = read.data;
  const lines = Object.entries(fields).map(([field, sentence]) => `  ${fieldWord(field)}: ${sentence}`);
  return new CommandFailure(
    [refusalSentence(code, error), ...lines, `(${code}, chamada ${requestId})`].join('\n'),
  );
}
