/** Faults that an operator looked at and accepts for now: accepted.json. */
import * as z from 'zod';

/** As ops/dependencies/audit-exceptions.json, with the image. */
const Accepted = z.array(
  z.strictObject({
    image: z.string().min(1),
    /** Any id of the fault: GHSA-…, CVE-…, BIT-…, GO-…. */
    advisory: z.string().regex(/^[A-Z]+-[\w-]+$/),
    package: z.string().min(1),
    /** Why it does not reach us. */
    reason: z.string().min(20),
    /** Last day, `YYYY-MM-DD`. */
    until: z.iso.date(),
  }),
);
export type Accepted = z.output<typeof Accepted>;

/** @throws Error for an exception without a reason or a day. */
export const createAccepted = (given: unknown): Accepted => Accepted.parse(given);
