/**
 * `/api/conta`: what a customer looks for after the sale (product decisions; CDC art. 49 for withdrawal).
 *
 * `GET /api/conta` reads it; `POST /api/conta/cancelamento` ends the renewal at the end of the paid period;
 * `POST /api/conta/arrependimento` undoes the purchase within seven days. Both answer with the account as it
 * then is, and close an order whose environment is not there yet.
 */
import * as z from 'zod/mini';
import { noteSituations } from '../fiscal/note.ts';
import { billingCycles, planIds } from '../plans/ids.ts';
import { FiscalContacts } from './fiscal.ts';
import { MembersView } from './people.ts';

export const accountEndpoint = '/api/conta';
export const accountCancelEndpoint = '/api/conta/cancelamento';
export const accountWithdrawEndpoint = '/api/conta/arrependimento';

export const invoiceStates = ['aberta', 'paga', 'vencida', 'recusada', 'devolvida', 'contestada'] as const;

export const Invoice = z.object({
  id: z.string(),
  /** `YYYY-MM-DD`, America/Sao_Paulo. */
  vencimento: z.string(),
  valorCentavos: z.int(),
  situacao: z.enum(invoiceStates),
  /** The processor's page of this charge: receipt, or the form to pay it. */
  url: z.optional(z.string()),
  /** Absent where the operator issues none, and before there is one. */
  notaFiscal: z.optional(
    z.object({
      situacao: z.enum(noteSituations),
      numero: z.optional(z.string()),
      /** The nota itself, at the processor. */
      url: z.optional(z.string()),
    }),
  ),
});
export type Invoice = z.output<typeof Invoice>;

export const accountStates = [
  'gratuita',
  'ativa',
  'atrasada',
  'suspensa',
  'cancelamento-agendado',
  'encerrada',
] as const;

export const AccountResponse = z.object({
  tenant: z.string(),
  url: z.string(),
  plano: z.enum(planIds),
  ciclo: z.enum(billingCycles),
  situacao: z.enum(accountStates),
  /** Price of one period as sold; 0 for the free plan. */
  valorCentavos: z.int(),
  /** `YYYY-MM-DD`; after a charge that failed, the day of the next try. Absent when nothing will be charged. */
  proximaCobranca: z.optional(z.string()),
  cartao: z.optional(z.object({ bandeira: z.string(), final: z.string() })),
  /** Newest first. Absent when the processor did not answer: the rest of the page still stands. */
  faturas: z.optional(z.array(Invoice)),
  /** ISO 8601, UTC: until when the purchase may be undone with everything paid back. */
  arrependimentoAte: z.optional(z.string()),
  /** `YYYY-MM-DD`: last day of an environment whose renewal was cancelled, or on which data of an ended one go. */
  terminaEm: z.optional(z.string()),
  /** `YYYY-MM-DD`: last day that confirmed charges pay for. */
  pagoAte: z.optional(z.string()),
  /** The next charge as sold; absent where nothing renews. */
  renovacao: z.optional(
    z.object({
      plano: z.enum(planIds),
      ciclo: z.enum(billingCycles),
      valorCentavos: z.int(),
      em: z.string(),
    }),
  ),
  /** The plan in force rests on the next charge: until it is paid, this is the plan that is paid for. */
  confianca: z.optional(z.object({ planoPago: z.enum(planIds), ate: z.string() })),
  /** Days on which the environment ran unpaid; asked for before anything else is bought. */
  divida: z.optional(z.object({ valorCentavos: z.int(), dias: z.int(), paymentUrl: z.optional(z.string()) })),
  /** True while the holder of the card disputes a charge. */
  contestacao: z.optional(z.boolean()),
  /** What may be undone now, the oldest first; `arrependimentoAte` is ISO 8601, UTC. */
  compras: z.optional(
    z.array(
      z.object({
        id: z.string(),
        tipo: z.enum(['contrato', 'diferenca']),
        plano: z.enum(planIds),
        /** What comes back, with everything that was paid on top of it. */
        valorCentavos: z.int(),
        arrependimentoAte: z.string(),
        /** Of a difference: the plan that comes back. */
        voltaPara: z.optional(z.enum(planIds)),
      }),
    ),
  ),
  /** Who gets the notas fiscais beside the account, and the order number on them; absent where the operator issues none. */
  notaFiscal: z.optional(FiscalContacts),
  /** A change of plan that waits for its payment. */
  mudancaPendente: z.optional(
    z.object({ plano: z.enum(planIds), ciclo: z.enum(billingCycles), paymentUrl: z.string() }),
  ),
});
export type AccountResponse = z.output<typeof AccountResponse>;

/** What `GET /api/conta` answers an account without an environment: an ordinary state, not a failure. */
export const NoEnvironment = z.object({
  /**
   * `nenhum`: nothing was ordered; `em-criacao`: it is being paid for or made; `encerrado-sem-entrega`: the order was
   * closed before the environment was there.
   */
  ambiente: z.enum(['nenhum', 'em-criacao', 'encerrado-sem-entrega']),
  /** What goes back to the card, or would if the order were cancelled now; absent where there is nothing to cancel. */
  devolucaoCentavos: z.optional(z.int()),
});

export type NoEnvironment = z.output<typeof NoEnvironment>;

/** Body of `POST /api/conta/arrependimento`: which of `compras` is undone; without it the oldest. */
export const WithdrawalRequest = z.strictObject({ compra: z.optional(z.string()) });
export type WithdrawalRequest = z.output<typeof WithdrawalRequest>;

/** An account that works in another's environment: `MembersView` has it all; money is the owner's. */
export const AccountAnswer = z.union([AccountResponse, NoEnvironment, MembersView]);
export type AccountAnswer = z.output<typeof AccountAnswer>;
