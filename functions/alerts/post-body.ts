/** A post to a webhook: its bytes, and its signatures after Standard Webhooks 1.0.0 (spec/standard-webhooks.md). */
import { webhookBody } from '#domain/alerts/formats/webhook.ts';
import type { Deps } from '#functions/compose.ts';
import { findLocation } from './post-store.ts';
import type { Signing } from './webhook-store.ts';

/** Where the checks are made from, until a companion says it. */
export const LOCATION_UNKNOWN = 'Brasil';

const bytesOf = (secret: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(secret.replace(/^whsec_/, '')), (character) => character.charCodeAt(0));

async function signatureOf(secret: string, signed: string): Promise<string> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytesOf(secret), algorithm, false, ['sign']);
  const sum = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(signed));
  return `v1,${btoa(String.fromCharCode(...new Uint8Array(sum)))}`;
}

/**
 * The headers of a post.
 * @param id Of the event; the same in every try. @param now Of this try, milliseconds UTC.
 */
export async function signedHeaders(
  { secret, oldSecret }: Signing,
  id: string,
  body: string,
  now: number,
): Promise<Record<string, string>> {
  const timestamp = String(Math.floor(now / 1000));
  const secrets = oldSecret === null ? [secret] : [secret, oldSecret];
  const signatures = await Promise.all(
    secrets.map((each) => signatureOf(each, `${id}.${timestamp}.${body}`)),
  );
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}

/** A test, before a webhook is added or switched on: number 0, and beside those that count. */
export async function testPost(
  needs: Pick<Deps, 'db' | 'newId'>,
  orderId: string,
  signing: Signing | null,
  now: number,
): Promise<{ body: string; headers: Record<string, string> }> {
  const location = (await findLocation(needs.db, orderId)) ?? LOCATION_UNKNOWN;
  const body = JSON.stringify(webhookBody({ what: 'test', at: now }, { location, sequence: 0 }));
  return {
    body,
    headers: signing === null ? {} : await signedHeaders(signing, needs.newId(), body, now),
  };
}
