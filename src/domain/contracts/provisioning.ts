/**
 * `GET /api/provisionamento/status` and `POST /api/provisionamento/start` (requirements 000 §3, §7): the
 * same answer, `start` takes no body and tells the status after the call.
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
  /** ISO 8601, UTC. */
  updatedAt: z.string(),
  argocd: z.object({ synced: z.boolean(), healthy: z.boolean() }),
  ping: z.object({ ok: z.boolean() }),
  /** Of the contract, once the environment is ready; before that, of the order. */
  plano: z.optional(z.enum(planIds)),
  ciclo: z.optional(z.enum(billingCycles)),
  /** ISO 8601, UTC: when the order was placed; elapsed time counts from here. */
  criadoEm: z.optional(z.string()),
  /** Where the environment answers, once it is ready. */
  url: z.optional(z.string()),
  /**
   * Why an environment that was ready does not run; absent while it does. `/conta` leads on. `sem-entrega`: the order was
   * closed before the environment was there, nothing goes on, and what was paid goes back.
   */
  situacao: z.optional(z.enum(['suspensa', 'encerrada', 'sem-entrega'])),
  /** With `sem-entrega`: what goes back to the card. */
  devolucaoCentavos: z.optional(z.int()),
  /** A step failed for now and is being tried again by itself. */
  tentandoNovamente: z.optional(z.boolean()),
  /** The processor's page, where the payment still waits for the customer. */
  paymentUrl: z.optional(z.string()),
});
export type ProvisioningStatus = z.output<typeof ProvisioningStatus>;
