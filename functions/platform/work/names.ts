/** Names of kinds of work, and of a notice about one, that statements of other rooms contain. */

/** Puts a member into the identity provider's group, or takes one out; its key is the membership. */
export const GROUP_WORK = 'group';
/** Carries out a deletion; its key is the account. */
export const DELETION_WORK = 'deletion';
/** The operators' notice of one that lasts; its reference names the moment of the request, and nobody. */
export const DELETION_STUCK = 'deletion-stuck';
