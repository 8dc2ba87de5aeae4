/** The API's only error body; `error` is a Portuguese sentence for people. */
import * as z from 'zod/mini';
import { errorCodes } from '../errors.ts';

export const ErrorBody = z.object({
  error: z.string(),
  code: z.enum(errorCodes),
  /** Field path (`billingAddress.cep`) → sentence. */
  fields: z.optional(z.record(z.string(), z.string())),
  requestId: z.string(),
  details: z.optional(z.record(z.string(), z.string())),
});
export type ErrorBody = z.output<typeof ErrorBody>;
