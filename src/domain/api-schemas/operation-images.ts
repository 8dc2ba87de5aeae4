/** What operators are answered about the images that the product runs on. */
import * as z from 'zod/mini';
import { severities } from '../operations/severity.ts';

export const ImageReport = z.object({
  /** False where nobody is asked (`IMAGE_WATCH`). */
  isOn: z.boolean(),
  images: z.array(
    z.object({
      name: z.string(),
      /** The version that runs; `null` while nobody has written it, or the tag names none exactly. */
      version: z.nullable(z.string()),
      /** The newest one upstream on its line; `null` until its registry has answered. */
      newest: z.nullable(z.string()),
      /** Of which version its list of packages is; `null` without a list. */
      readFrom: z.nullable(z.string()),
      /** The gravest first. */
      faults: z.array(
        z.object({
          advisory: z.string(),
          package: z.string(),
          version: z.string(),
          severity: z.enum(severities),
          fixedIn: z.nullable(z.string()),
          /** When it was first seen here; milliseconds, UTC. */
          foundAt: z.int(),
          /** Until which day it is accepted, `YYYY-MM-DD`; `null` when it is not. */
          acceptedUntil: z.nullable(z.string()),
        }),
      ),
    }),
  ),
  /** Who is asked, and when the last whole answer came; milliseconds UTC, `null` for never. */
  sources: z.array(z.object({ name: z.string(), at: z.nullable(z.int()) })),
  /** Who gave no whole answer just now; only with `now`. */
  silent: z.nullable(z.string()),
});
export type ImageReport = z.output<typeof ImageReport>;
