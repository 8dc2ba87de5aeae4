import { stackAddresses } from '#dev/ports.ts';

/** Names without listeners: calls are passed on inside the process. */
export const addresses = stackAddresses(7000);

/** The Worker's time from this call on, milliseconds UTC. */
export const CLOCK_HEADER = 'x-rehearsal-now';
