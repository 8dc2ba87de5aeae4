/** `POST /api/nao-encontrado`: a page that does not exist reports the path that led to it. */
import * as z from 'zod/mini';
import { MISSING_PATH_LENGTH_MAX } from '../missing-page/reportable-path.ts';

export const missingPageEndpoint = '/api/nao-encontrado';

/** Only visible ASCII, as a browser encodes a path; no query, no fragment. */
export const MissingPageReport = z.strictObject({
  path: z.string().check(z.maxLength(MISSING_PATH_LENGTH_MAX), z.regex(/^\/[!-~]*$/), z.regex(/^[^?#]*$/)),
});
export type MissingPageReport = z.output<typeof MissingPageReport>;
