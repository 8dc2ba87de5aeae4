/** Idempotency keys in D1: the request that holds a key, and its stored response. */
import { first, run } from './db.ts';

/**
 * After this time without a response, a request may be retried under its key. Shorter than the processor may take: the
 * order's own lease guards the work, and after a crash the customer should not wait a minute.
 */
const LEASE_MS = 20_000;

export interface IdempotencyScope {
  readonly route: string;
  readonly subject: string;
  readonly key: string;
}

type IdempotencyBegin =
  | { readonly state: 'fresh' | 'in-flight' | 'reused' }
  | { readonly state: 'done'; readonly status: number; readonly body: string };

interface IdempotencyRow {
  fingerprint: string;
  status: number | null;
  body: string | null;
}

/** Claims the key for this request, or returns its current state. An expired lease is taken over. */
export async function beginIdempotent(
  db: D1Database,
  { route, subject, key }: IdempotencyScope,
  fingerprint: string,
  now: number,
): Promise<IdempotencyBegin> {
  const inserted = await run(db)`INSERT INTO idempotency (route, subject, key, fingerprint, lease_until,
          created_at)
        VALUES (${route}, ${subject}, ${key}, ${fingerprint}, ${now + LEASE_MS}, ${now})
        ON CONFLICT DO NOTHING`;
  if (inserted === 1) return { state: 'fresh' };
  const row = await first<IdempotencyRow>(db)`SELECT fingerprint, status, body FROM idempotency
        WHERE route = ${route} AND subject = ${subject} AND key = ${key}`;
  if (row === null) return { state: 'in-flight' };
  if (row.fingerprint !== fingerprint) return { state: 'reused' };
  if (row.status !== null) return { state: 'done', status: row.status, body: row.body ?? '' };
  const taken = await run(db)`UPDATE idempotency SET lease_until = ${now + LEASE_MS}
        WHERE route = ${route} AND subject = ${subject} AND key = ${key} AND status IS NULL
          AND lease_until < ${now}`;
  return { state: taken === 1 ? 'fresh' : 'in-flight' };
}

/** Stores a definite response for replay. */
export const finishIdempotent = (
  db: D1Database,
  { route, subject, key }: IdempotencyScope,
  status: number,
  body: string,
) =>
  run(db)`UPDATE idempotency SET status = ${status}, body = ${body}
        WHERE route = ${route} AND subject = ${subject} AND key = ${key}`;

/** Releases the key after an open outcome: the same request may be repeated. */
export const abandonIdempotent = (db: D1Database, { route, subject, key }: IdempotencyScope) =>
  run(db)`UPDATE idempotency SET lease_until = 0 WHERE route = ${route} AND subject = ${subject}
          AND key = ${key} AND status IS NULL`;
