/** `GET /api/subdominios/{nome}`: is this subdomain available? */
import * as z from 'zod/mini';

export const subdomainEndpoint = '/api/subdominios/:nome';

/** Address of the availability of one subdomain. */
export function subdomainPath(name: string): string {
  return subdomainEndpoint.replace(':nome', encodeURIComponent(name));
}

const unavailableReasons = ['invalid', 'reserved', 'taken'] as const;

export const SubdomainAvailability = z.object({
  /** The name as it would be stored. */
  subdomain: z.string(),
  isAvailable: z.boolean(),
  reason: z.optional(z.enum(unavailableReasons)),
  /** Portuguese sentence for the field when the name is not available. */
  sentence: z.optional(z.string()),
  /** Up to three free names close to a taken or reserved one; drawn at random, so they differ between answers. */
  suggestions: z.optional(z.array(z.string())),
});
export type SubdomainAvailability = z.output<typeof SubdomainAvailability>;
