/** Which mailbox an address leads to. */

/**
 * The address without what follows a plus sign, so that `ana+1@…` and `ana+2@…` share the limits of one mailbox, and what its
 * reader refused.
 * @param email In lower case.
 */
export const mailboxOf = (email: string): string => email.replace(/^([^+@]+)\+[^@]*@/, '$1@');
