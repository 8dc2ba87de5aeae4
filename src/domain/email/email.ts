/**
 * An e-mail as it is kept and compared. No mailbox in use tells capital letters apart (RFC 5321, 2.4, lets it), and a
 * person asks for the own data with whatever capitals come.
 */
export const normalEmail = (typed: string): string => typed.trim().toLowerCase();
