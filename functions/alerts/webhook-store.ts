/** Webhooks in D1: with what their posts are signed. No other room reads a secret, and no answer has one but the one that makes it. */
import { first, firstChangesOne, statement } from '#functions/platform/db.ts';
import { reportStatements } from '#functions/platform/outbox.ts';
import type { AlertRecipient } from './recipient-store.ts';

/** With what posts are signed now. */
export interface Signing {
  readonly secret: string;
  /** The one before, while it also signs. */
  readonly oldSecret: string | null;
}

/** How long the secret before also signs. */
const BOTH_SECRETS_MS = 24 * 3_600_000;
const SECRET_BYTES = 32;

/** A new secret as Standard Webhooks writes it: `whsec_` and base64. */
export const newSecret = (): string =>
  `whsec_${btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(SECRET_BYTES))))}`;

export async function findSigning(db: D1Database, recipientId: string, now: number): Promise<Signing | null> {
  return first<Signing>(db)`SELECT secret, IIF(old_until > ${now}, old_secret, NULL) AS old_secret
    FROM alert_webhooks WHERE recipient_id = ${recipientId}`;
}

/** Keeps a new secret beside the one before. A third within a day ends the first. */
export const keepNewSecret = (
  db: D1Database,
  { id, orderId }: Pick<AlertRecipient, 'id' | 'orderId'>,
  secret: string,
  now: number,
): Promise<boolean> =>
  firstChangesOne(db, [
    statement(
      db,
    )`UPDATE alert_webhooks SET old_secret = secret, old_until = ${now + BOTH_SECRETS_MS}, secret = ${secret}
      WHERE recipient_id = ${id}`,
    ...reportStatements(db, { events: [{ kind: 'alert-secret', orderId, detail: `webhook ${id}` }] }, now),
  ]);
