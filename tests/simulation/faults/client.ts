/** Calls to the API like a browser: the key is kept while the outcome is unknown, and retries have a time limit. */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { World } from './world.ts';

interface Request {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly token?: string | undefined;
  readonly key?: string | undefined;
  readonly body?: unknown;
}

export interface Reply {
  readonly status: number;
  /** Error code; empty for a success. */
  readonly code: string;
  readonly body: Record<string, unknown>;
}

const PAUSE_MS = 700;
/** Pause before polling again, as on the page and within the limit per account. */
const PATIENT_PAUSE_MS = 3200;
const CALL_TIMEOUT_MS = 90_000;

/** Each caller has an own IP address: limits per address are tested elsewhere. */
function addressOf(request: Request): string {
  const seed = [...(request.token ?? request.key ?? '')].reduce(
    (sum, each) => (sum * 31 + each.charCodeAt(0)) >>> 0,
    7,
  );
  return `198.${18 + (seed & 1)}.${(seed >>> 8) & 255}.${(seed >>> 16) & 255}`;
}

export type Client = ReturnType<typeof createClient>;

/**
 * Shared by all calls of a run.
 * @param deadline Time in milliseconds since the epoch after which retries stop.
 */
export function createClient(world: World, deadline: () => number) {
  /** Responses that no customer should ever see, with their path. */
  const odd: string[] = [];
  /** Longest wait of one customer, by the code that caused it, in milliseconds. */
  const longestWaits = new Map<string, number>();

  /** One call; `null` for a broken connection. */
  async function once({ method, path, token, key, body }: Request): Promise<Reply | null> {
    let answer: Response;
    let text: string;
    try {
      answer = await fetch(`${world.stack().addresses.siteUrl}${path}`, {
        method,
        headers: {
          'CF-Connecting-IP': addressOf({ method, path, token, key }),
          'Content-Type': 'application/json',
          ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
          ...(key === undefined ? {} : { 'Idempotency-Key': key }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
      });
      text = await answer.text();
    } catch {
      return null;
    }
    const read = parse(text);
    // The runtime's own responses during a restart count as a broken connection.
    if (read === null || (answer.status >= 400 && typeof read['code'] !== 'string')) return null;
    const code = typeof read['code'] === 'string' ? read['code'] : '';
    if (answer.status === 500) odd.push(`${method} ${path} → 500 ${text}`);
    return { status: answer.status, code, body: read };
  }

  /** Retries until the outcome is known: after broken connections, 5xx, "in progress" and "slow down". */
  async function insist(request: Request): Promise<Reply> {
    const began = Date.now();
    let reason = 'line';
    for (;;) {
      const reply = await once(request);
      if (reply !== null && !isUnknown(reply)) {
        const waited = Date.now() - began;
        longestWaits.set(reason, Math.max(longestWaits.get(reason) ?? 0, waited));
        return reply;
      }
      if (reply !== null) reason = reply.code;
      if (Date.now() > deadline())
        throw new Error(`${request.method} ${request.path} never ended: ${reason}`);
      await wait(reply !== null && reply.status < 500 ? PATIENT_PAUSE_MS : PAUSE_MS);
    }
  }

  /**
   * For loops over definite responses.
   * @throws Error after the time limit.
   */
  async function pause(what: string): Promise<void> {
    if (Date.now() > deadline()) throw new Error(`${what} never ended`);
    await wait(PAUSE_MS);
  }

  return { insist, pause, odd, longestWaits };
}

/** The page keeps the key, and the customer may try again. */
function isUnknown({ status, code }: Reply): boolean {
  return status >= 500 || status === 429 || code === 'idempotency-in-progress';
}

function parse(text: string): Record<string, unknown> | null {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return null;
  }
}

export const newKey = (): string => randomUUID();
