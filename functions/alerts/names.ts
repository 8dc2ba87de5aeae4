/** Names of kinds of work that statements of other rooms contain. */

/** Tells one recipient; its key is the recipient. */
export const ALERT_WORK = 'send-alert';
