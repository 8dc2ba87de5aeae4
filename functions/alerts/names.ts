/** Names of kinds of work that statements of other rooms contain. */
import type { RecipientKind } from '#domain/alerts/codes.ts';

/** Tells one recipient; its key is the recipient. */
export const ALERT_WORK = 'send-alert';

/** Posts to one webhook; its key is the recipient. Its own kind, so that a webhook that does not answer delays no other recipient. */
export const POST_WORK = 'alert-post';

/** Looks at monitors that are up from another network; one item for all. */
export const LOOK_WORK = 'second-looks';

/** The work that tells a recipient. */
export const workKindOf = (kind: RecipientKind): string => (kind === 'webhook' ? POST_WORK : ALERT_WORK);
