/** A fake network for islands: responses by method and path, and a record of the requests. */
import { vi } from 'vitest';
import type { ErrorCode } from '#domain/errors.ts';

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly body: unknown;
}

type Answer = (sent: Sent) => Response | Promise<Response>;

export interface FakeApi {
  readonly sent: Sent[];
  /** Responses of one call, in order; the last one repeats. */
  on(call: string, ...answers: Answer[]): void;
  to(call: string): Sent[];
}

export const json = (body: unknown, status = 200): Response => Response.json(body, { status });

export function refusal(status: number, code: ErrorCode, error: string, more: object = {}): Answer {
  return () => json({ error, code, requestId: 'r-1', ...more }, status);
}

/** A request or response that was lost. */
export const lost: Answer = () => Promise.reject(new TypeError('Failed to fetch'));

export function installApi(): FakeApi {
  const answers = new Map<string, Answer[]>();
  const sent: Sent[] = [];
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const url = new URL(input, 'http://localhost:4321');
    const call = `${init.method ?? 'GET'} ${url.pathname}`;
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    const request: Sent = {
      method: init.method ?? 'GET',
      path: url.pathname,
      headers: new Headers(init.headers),
      body,
    };
    sent.push(request);
    const [known] = [...answers]
      .filter(([pattern]) => call.startsWith(pattern))
      .toSorted(([a], [b]) => b.length - a.length)
      .map(([, list]) => list);
    const answer = known && (known.length > 1 ? known.shift() : known[0]);
    if (!answer) throw new TypeError(`No answer prepared for ${call}`);
    return answer(request);
  });
  return {
    sent,
    on: (call, ...list) => answers.set(call, list),
    to: (call) => sent.filter((request) => `${request.method} ${request.path}`.startsWith(call)),
  };
}
