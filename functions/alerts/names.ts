/** Names of kinds of work that statements of other rooms contain. */

/** Tells one recipient; its key is the recipient. */
export const ALERT_WORK = 'send-alert';

/** Looks at monitors that are up from another network; one item for all. */
export const LOOK_WORK = 'second-looks';
