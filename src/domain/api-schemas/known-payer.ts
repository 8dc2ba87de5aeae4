/**
 * `GET /api/conta/pagador`: what the processor knows of the account's payer, so that a form need not ask for it again.
 *
 * Never the card, and never the CPF or CNPJ: a session alone must not reveal it.
 */
import * as z from 'zod/mini';

export const knownPayerEndpoint = '/api/conta/pagador';

export const KnownPayer = z.object({
  /** Absent when nothing was paid yet, and when the processor does not answer. */
  known: z.optional(
    z.object({
      name: z.string(),
      /** DDD and number, digits only. */
      phone: z.string(),
      cep: z.string(),
      rua: z.string(),
      numero: z.string(),
      complemento: z.optional(z.string()),
      bairro: z.string(),
      /** Absent where the processor does not tell it. */
      cidade: z.optional(z.string()),
      uf: z.optional(z.string()),
    }),
  ),
});
export type KnownPayer = z.output<typeof KnownPayer>;
