/**
 * `GET /api/provisionamento/status` and `POST /api/provisionamento/start` (requirements 000 §3, §7). `start` takes no
 * body and answers with the status after the call.
 */
import * as z from 'zod/mini';
import { billingCycles, planIds } from '../plans/ids.ts';

export const provisioningStatusEndpoint = '/api/provisionamento/status';
export const provisioningStartEndpoint = '/api/provisionamento/start';

export const provisioningStatuses = ['AGUARDANDO', 'EM_ANDAMENTO', 'CONCLUIDO', 'ERRO'] as const;
export type ProvisioningOverallStatus = (typeof provisioningStatuses)[number];

export const ProvisioningStatus = z.object({
  provisionamentoStatus: z.enum(provisioningStatuses),
  /** Subdomain of the newest order; absent when the account has none, and the page then links to `/checkout`. */
  tenant: z.optional(z.string()),
  /** Subdomain of another account's environment in which this account works; it has no order of its own then. */
  membroDe: z.optional(z.string()),
  /** ISO 8601, UTC. */
  updatedAt: z.string(),
  argocd: z.object({ synced: z.boolean(), healthy: z.boolean() }),
  ping: z.object({ ok: z.boolean() }),
  /** The contract's plan once the environment is ready; before that, the order's. */
  plano: z.optional(z.enum(planIds)),
  ciclo: z.optional(z.enum(billingCycles)),
  /** ISO 8601, UTC: when the order was placed; the page counts elapsed time from here. */
  criadoEm: z.optional(z.string()),
  /** Address of the environment, once it is ready. */
  url: z.optional(z.string()),
  /**
   * Why a delivered environment is not running; absent while it runs. `sem-entrega`: the order was closed before
   * delivery, and what was paid is refunded.
   */
  situacao: z.optional(z.enum(['suspensa', 'dormindo', 'encerrada', 'sem-entrega'])),
  /** With `sem-entrega`: amount of the refund. */
  devolucaoCentavos: z.optional(z.int()),
  /** A step failed temporarily and is being tried again. */
  tentandoNovamente: z.optional(z.boolean()),
  /** The processor's page, while the payment waits for the customer. */
  paymentUrl: z.optional(z.string()),
});
export type ProvisioningStatus = z.output<typeof ProvisioningStatus>;
