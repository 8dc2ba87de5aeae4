/** `GET /api/subdominios/{nome}`: may this subdomain still be taken? */
import * as z from 'zod/mini';

export const subdomainEndpoint = '/api/subdominios/:nome';

/** Address of the availability of one subdomain. */
export function subdomainPath(name: string): string {
  return subdomainEndpoint.replace(':nome', encodeURIComponent(name));
}

const unavailableReasons = ['invalido', 'reservado', 'ocupado'] as const;

export const SubdomainAvailability = z.object({
  /** The name as it would be stored. */
  subdominio: z.string(),
  disponivel: z.boolean(),
  motivo: z.optional(z.enum(unavailableReasons)),
  /** Portuguese sentence for the field, when not available. */
  mensagem: z.optional(z.string()),
  /** Free names close to one that is taken or reserved, three at the most; drawn, so they differ from answer to answer. */
  sugestoes: z.optional(z.array(z.string())),
});
export type SubdomainAvailability = z.output<typeof SubdomainAvailability>;
