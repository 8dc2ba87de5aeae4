/** One request to a service, with the sentence for one that does not answer. Never says a key or an answer's text. */
import { CommandFailure } from '#ops/failure.ts';

const TIMEOUT_MS = 30_000;

export interface Answer {
  readonly status: number;
  /** `undefined` for what is no JSON. */
  readonly body: unknown;
}

/** Where each service is; the tests' stand-in is at other places. */
export interface Services {
  readonly cloudflare: string;
  /** DNS over HTTPS in JSON, as seen from the Internet and not from this machine's network. */
  readonly dns: string;
  readonly mail: string;
  readonly asaasSandbox: string;
  readonly asaas: string;
  readonly telegram: string;
}

/** @throws CommandFailure when nothing answers. */
export async function ask(
  who: string,
  address: string,
  init: RequestInit & { readonly json?: unknown } = {},
): Promise<Answer> {
  const { json, ...rest } = init;
  const headers = new Headers(rest.headers);
  headers.set('user-agent', 'vigia');
  if (json !== undefined) headers.set('content-type', 'application/json');
  try {
    const response = await fetch(address, {
      ...rest,
      headers,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
    const text = await response.text();
    return { status: response.status, body: parsed(text) };
  } catch {
    throw new CommandFailure(
      `${who} não respondeu. Nada se perdeu: confira a rede e rode npm run setup de novo.`,
    );
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
