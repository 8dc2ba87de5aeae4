/** `POST /api/nao-encontrado`: the page for a missing address reports the path that was requested. */
import * as z from 'zod/mini';
import { MISSING_PATH_LENGTH_MAX } from '../feedback/reportable-path.ts';

export const missingPageEndpoint = '/api/nao-encontrado';

/** Visible ASCII only, as a browser encodes a path; no query, no fragment. */
export const MissingPageReport = z.strictObject({
  path: z.string().check(z.maxLength(MISSING_PATH_LENGTH_MAX), z.regex(/^\/[!-~]*$/), z.regex(/^[^?#]*$/)),
});
export type MissingPageReport = z.output<typeof MissingPageReport>;
