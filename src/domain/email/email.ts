/**
 * Normalises an e-mail for storing and comparing. RFC 5321, 2.4, allows case-sensitive mailboxes, but none in use is,
 * and people type their own address in any case.
 */
export const normalEmail = (typed: string): string => typed.trim().toLowerCase();
