/**
 * Idempotency-Key (IETF draft-ietf-httpapi-idempotency-key-header-07).
 *
 * Owns: missing → 400, another body under the same key → 422, in progress → 409, otherwise the stored status and body.
 * Definite outcomes are stored, card refusals included; one that may still change is not, and never one of 500 or more: the
 * caller keeps its key after those (src/form/attempt.ts), and would get the same answer for ever.
 */
import { routePath } from 'hono/route';
import { DomainError } from '#domain/errors.ts';
import type { Clock } from '#functions/platform/clock.ts';
import {
  abandonIdempotent,
  beginIdempotent,
  finishIdempotent,
  type IdempotencyScope,
} from '#functions/platform/idempotency.ts';
import { sha256 } from '#functions/platform/sha256.ts';
import { errorAnswer, statusOf } from './answer.ts';
import type { AppContext } from './request.ts';
import type { Layer } from './route.ts';

/** Reads the key, bare or as a structured-field string; 1 to 255 printable characters. */
function readIdempotencyKey(header: string | undefined): string {
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

/** SHA-256 of the body with sorted keys, as lower-case hexadecimal. */
export const fingerprintOf = (body: unknown): Promise<string> => sha256(JSON.stringify(canonical(body)));

interface Needs {
  readonly db: D1Database;
  readonly clock: Clock;
}

/**
 * Reads the key at this layer's position, and runs the handler once per key; see the header of this file.
 *
 * @param kept The validated body without anything that must not be stored, even hashed: card, CPF, CNPJ.
 */
export function idempotent<Body>(
  mode: 'required' | 'optional',
  kept: (body: Body, c: AppContext) => unknown,
): Layer<Needs, { idempotencyKey: string | undefined }> {
  return {
    describes: {
      parameters: [
        {
          name: 'Idempotency-Key',
          in: 'header',
          required: mode === 'required',
          description:
            'Chave de quem chama, uma por intenção: repetir a chamada com ela não faz nada duas vezes.',
          schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
        },
      ],
      headers: {
        'Idempotent-Replayed': {
          description: '`true` quando a resposta é a da primeira chamada com esta chave.',
          schema: { const: 'true' },
        },
      },
      errors: ['idempotency-key-missing', 'idempotency-key-reused', 'idempotency-in-progress'],
    },
    before: () => async (c, next) => {
      const header = c.req.header('idempotency-key');
      if (mode === 'required' || header !== undefined) c.set('idempotencyKey', readIdempotencyKey(header));
      await next();
    },
    around: (needs, c, handle) => {
      const key = c.get('idempotencyKey');
      if (key === undefined) return handle();
      // A public route has no account to scope keys by.
      const subject = c.get('identity')?.subject ?? 'visitor';
      const scope = { route: routePath(c, -1), subject, key };
      return once(c, needs, { scope, body: kept(c.get('body') as Body, c), handle });
    },
  };
}

interface OneCall {
  readonly scope: IdempotencyScope;
  readonly body: unknown;
  readonly handle: () => Promise<Response>;
}

async function once(
  c: AppContext,
  { db, clock }: Needs,
  { scope, body, handle }: OneCall,
): Promise<Response> {
  const begun = await beginIdempotent(db, scope, await fingerprintOf(body), clock.now());
  if (begun.state === 'reused') throw new DomainError('idempotency-key-reused');
  if (begun.state === 'in-flight') throw new DomainError('idempotency-in-progress');
  if (begun.state === 'done') {
    return new Response(begun.body, {
      status: begun.status,
      headers: { 'Content-Type': 'application/json', 'Idempotent-Replayed': 'true' },
    });
  }
  try {
    const answer = await handle();
    await finishIdempotent(db, scope, answer.status, await answer.clone().text());
    return answer;
  } catch (error) {
    if (!(error instanceof DomainError) || error.retryable || statusOf(error.code) >= 500) {
      await abandonIdempotent(db, scope);
      throw error;
    }
    const answer = errorAnswer(c, error);
    await finishIdempotent(db, scope, answer.status, await answer.clone().text());
    return answer;
  }
}
