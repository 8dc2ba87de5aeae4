/**
 * `/api/conta/dados`: a copy of what is held about the caller, and the deletion of it (LGPD, art. 18, II, V and VI).
 *
 * `GET …/dados` says whether a deletion is under way; `POST …/copia` hands out the copy, the same as the operators' command
 * `exportar` makes; `GET …/exclusao` says what a deletion removes and leaves; `POST …/exclusao` asks for it. Both POSTs
 * need a sign-in of the last minutes (src/domain/sign-in/fresh.ts).
 */
import * as z from 'zod/mini';
import { planIds } from '../plans/ids.ts';

export const ownDataEndpoint = '/api/conta/dados';
export const dataCopyEndpoint = '/api/conta/dados/copia';
export const deletionEndpoint = '/api/conta/dados/exclusao';

/** A deletion that was asked for and is not over. */
const PendingDeletion = z.object({
  /** ISO 8601, UTC. */
  pedidaEm: z.string(),
  /** ISO 8601, UTC: from then on the environment goes; in the past, it is going now. */
  saiEm: z.string(),
});

export const OwnDataResponse = z.object({ exclusao: z.optional(PendingDeletion) });
export type OwnDataResponse = z.output<typeof OwnDataResponse>;

/** A kind of data that stays after a deletion. */
export const KeptData = z.object({
  titulo: z.string(),
  porque: z.string(),
  /** The legal bases, in words. */
  base: z.string(),
  /** "5 anos, a partir do fim do contrato". */
  prazo: z.string(),
  /** Last day, `YYYY-MM-DD`, where it can be said today. */
  ate: z.optional(z.string()),
});
export type KeptData = z.output<typeof KeptData>;

/** What a deletion would do now. */
export const DeletionPreview = z.object({
  /** What the person types to confirm: the subdomain, or the e-mail where there is no environment. */
  confirma: z.string(),
  /** The environment in force. */
  ambiente: z.optional(
    z.object({
      nome: z.string(),
      /** ISO 8601, UTC: when it would go. */
      saiEm: z.string(),
      /** True where a renewal stands that ends first. */
      renova: z.boolean(),
    }),
  ),
  /** True where an order has no environment yet: it is undone. */
  pedido: z.optional(z.boolean()),
  /** Days that ran unpaid stay owed. */
  divida: z.optional(z.object({ valorCentavos: z.int(), dias: z.int() })),
  /** Purchases that could still be undone with everything paid back; a deletion gives nothing back. */
  compras: z.array(
    z.object({ plano: z.enum(planIds), valorCentavos: z.int(), arrependimentoAte: z.string() }),
  ),
  fica: z.array(KeptData),
});
export type DeletionPreview = z.output<typeof DeletionPreview>;

/** Body of `POST /api/conta/dados/exclusao`: `confirma` repeats the subdomain or the e-mail, so nothing goes by a slip. */
export const DeletionRequest = z.strictObject({
  confirma: z.string().check(z.trim(), z.minLength(1), z.maxLength(254)),
});
export type DeletionRequest = z.output<typeof DeletionRequest>;
