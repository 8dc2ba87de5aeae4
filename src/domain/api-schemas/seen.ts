/**
 * "Estou vendo": somebody looks after falls, so nobody is reminded of them any more. Said on the account's pages, by a link
 * in a mail, or by a button in a chat.
 */
import * as z from 'zod/mini';
import { message } from '../messages/alerts.ts';
import { Now } from './now.ts';

/** For an account; answers as `/api/conta/agora`. */
export const seenEndpoint = '/api/conta/avisos/vendo';
export const SeenRequest = z.strictObject({
  /** Numbers of open falls. */
  falls: z.array(z.int().check(z.positive())).check(z.minLength(1), z.maxLength(500)),
});
export type SeenRequest = z.output<typeof SeenRequest>;
export const SeenAnswer = Now;

/** Public, for the page that a link in a mail opens; its endpoints are apart, for a page without schemas. */
export { seenLinkEndpoint, seenLookEndpoint } from '../alerts/alerts-page.ts';
/** The link's token, after `#`; it names a message. */
export const SeenLinkRequest = z.strictObject({
  t: z.string(message('alert.link-over')).check(z.regex(/^[\w.-]{20,300}$/, message('alert.link-over'))),
});
export type SeenLinkRequest = z.output<typeof SeenLinkRequest>;

/** Answer of both: how it stands now. */
export const SeenLink = z.object({
  /** In whose name it is said: the message's recipient. */
  name: z.string(),
  tenant: z.string(),
  /** The falls of the message; moments are milliseconds, UTC. */
  falls: z.array(
    z.object({
      monitor: z.string(),
      since: z.int(),
      /** `null` while it lasts. */
      until: z.nullable(z.int()),
      /** Who said it first. */
      by: z.nullable(z.string()),
    }),
  ),
});
export type SeenLink = z.output<typeof SeenLink>;
