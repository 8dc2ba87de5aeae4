/**
 * How long a name stays taken after its environment was removed: longer than a sign-in lasts (`cookie_expire` in
 * deploy/sign-in-chart), whose groups are those of the moment it began.
 */
export const NAME_REST_MS = 24 * 3_600_000;

/** The same for a name that was paid for and never delivered. */
export const UNDELIVERED_NAME_REST_MS = 7 * NAME_REST_MS;
