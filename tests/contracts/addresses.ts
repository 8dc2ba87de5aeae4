import { stackAddresses } from '#dev/ports.ts';

/** Names, not ports: nothing listens on them, calls are handed over inside the process. */
export const addresses = stackAddresses(7000);

/** The time that the Worker lives in from a call on, milliseconds UTC. */
export const CLOCK_HEADER = 'x-rehearsal-now';
