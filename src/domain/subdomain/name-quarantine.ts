/**
 * How long a name stays reserved after its environment was removed. It outlasts a sign-in (`cookie_expire` in
 * deploy/sign-in-chart), because a session keeps the groups it started with.
 */
export const NAME_QUARANTINE_MS = 24 * 3_600_000;

/** The same for a name that was paid for and never delivered. */
export const UNDELIVERED_NAME_QUARANTINE_MS = 7 * NAME_QUARANTINE_MS;
