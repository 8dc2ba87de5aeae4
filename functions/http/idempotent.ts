/**
 * Idempotency-Key (IETF draft-ietf-httpapi-idempotency-key-header-07).
 *
 * Owns: missing → 400, another body under the same key → 422, in flight → 409, otherwise the stored status and body.
 * Definite answers are stored, refusals of the card included; an outcome that may still change is not.
 */
import { DomainError } from '#domain/errors.ts';
import type { Clock } from '#functions/platform/clock.ts';
import type { IdempotencyScope, IdempotencyStore } from '#functions/platform/idempotency.ts';
import { errorAnswer } from './answer.ts';
import type { AppContext } from './context.ts';

/** Reads the key, bare or as a structured-field string; 1 to 255 printable characters. */
export function readIdempotencyKey(header: string | undefined): string {
  const key = /^"(.*)"$/.exec(header?.trim() ?? '')?.[1] ?? header?.trim() ?? '';
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) throw new DomainError('idempotency-key-missing');
  return key;
}

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => [key, canonical(item)]),
  );
}

/** SHA-256 of the body with its keys in order, as lower-case hexadecimal. */
export async function fingerprintOf(body: unknown): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(canonical(body)));
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

interface IdempotentCall {
  readonly scope: IdempotencyScope;
  /** The proved body without anything that must not be kept, hashed or not: card, CPF, CNPJ. */
  readonly body: unknown;
  readonly work: () => Promise<unknown>;
}

/** Runs `work` once per key and answers as it did; see the header of this file. */
export async function idempotently(
  c: AppContext,
  { idempotency, clock }: { idempotency: IdempotencyStore; clock: Clock },
  { scope, body, work }: IdempotentCall,
): Promise<Response> {
  const begun = await idempotency.begin(scope, await fingerprintOf(body), clock.now());
  if (begun.state === 'reused') throw new DomainError('idempotency-key-reused');
  if (begun.state === 'in-flight') throw new DomainError('idempotency-in-progress');
  if (begun.state === 'done') {
    return new Response(begun.body, {
      status: begun.status,
      headers: { 'Content-Type': 'application/json', 'Idempotent-Replayed': 'true' },
    });
  }
  try {
    const answer = c.json((await work()) as object, 200);
    await idempotency.finish(scope, 200, await answer.clone().text());
    return answer;
  } catch (error) {
    if (!(error instanceof DomainError) || error.retryable || error.code === 'internal') {
      await idempotency.abandon(scope);
      throw error;
    }
    const answer = errorAnswer(c, error);
    await idempotency.finish(scope, answer.status, await answer.clone().text());
    return answer;
  }
}
