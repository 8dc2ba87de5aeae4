/**
 * For how long a request keeps a row to itself.
 *
 * A lease is also a token: each write names it, and whoever lost it writes nothing. So its length decides only how long
 * others wait after a kill, except where a call that cannot be taken back may be under way; those need the long one.
 */

/** Longer than tokenising and charging may take together (60 s each): from the moment the processor may be asked. */
export const CHARGING_LEASE_MS = 130_000;
/** Before that moment: long enough for a processor that answers, and no minute of waiting after a crash. */
export const PREPARING_LEASE_MS = 30_000;
