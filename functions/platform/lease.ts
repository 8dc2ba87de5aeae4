/**
 * For how long a request keeps a row to itself.
 *
 * A lease is also a token: each write names it, and a request that lost it writes nothing. So its length decides only how
 * long others wait after a kill, except where a call that cannot be undone may be under way; those need the long one.
 */

/**
 * How long the processor may work on a charge, its answer lost or not: tokenising and charging, 60 s each. From the moment
 * it may be asked, the lease must not end before that work does.
 */
export const CHARGING_MS_MAX = 130_000;
/** Before that moment: long enough for a processor that answers, and no minute of waiting after a crash. */
export const PREPARING_LEASE_MS = 30_000;
