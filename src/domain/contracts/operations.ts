/**
 * What operators may ask of `POST /api/operacao/{comando}`: one schema a command, shared by the route and `npm run ops`.
 *
 * Owns: names, fields and answers. Does not own: who may ask (functions/operations/routes.ts) or how it is shown (ops/).
 */
import * as z from 'zod/mini';

/** Realm role that marks an operator; never a group. */
export const OPERATOR_ROLE = 'operador';
/** Header with the name of the person at the keyboard; it stands in the events of what was done. */
export const OPERATOR_HEADER = 'X-Operador';
/** A name without line breaks or quotes. */
export const OperatorName = z
  .string()
  .check(z.trim(), z.regex(/^[\p{L}\p{N}][\p{L}\p{N} ._@-]{1,59}$/u, 'Diga quem opera, com 2 a 60 letras.'));

export const orderStates = ['AGUARDANDO', 'EM_ANDAMENTO', 'CONCLUIDO', 'ERRO'] as const;
const ORDERS_PER_PAGE_MAX = 200;

/** Order id, subdomain, e-mail, account id or an id of the payment processor. */
const who = z
  .string('Diga de quem: pedido, subdomínio, e-mail, conta ou identificador da operadora.')
  .check(z.trim(), z.minLength(3, 'Use ao menos 3 caracteres.'), z.maxLength(254, 'Longo demais.'));
const day = z.iso.date('Escreva o dia como 2026-11-21.');

/** Body of each command. */
export const operatorCommands = {
  pedidos: z.strictObject({
    estado: z.optional(z.enum(orderStates, `Estados: ${orderStates.join(', ')}.`)),
    limite: z._default(z.int().check(z.minimum(1), z.maximum(ORDERS_PER_PAGE_MAX)), 50),
    /** Only orders made before this moment, milliseconds UTC: the next page. */
    antesDe: z.optional(z.int().check(z.positive())),
  }),
  historico: z.strictObject({ quem: who }),
  reprovisionar: z.strictObject({ quem: who }),
  cancelar: z.strictObject({ quem: who }),
  encerrar: z.strictObject({ quem: who }),
  reenviar: z.strictObject({ mensagem: z.string().check(z.trim(), z.minLength(3), z.maxLength(200)) }),
  reconciliar: z.strictObject({ desde: z.optional(day) }),
  webhook: z.strictObject({}),
  opiniao: z.strictObject({ dias: z._default(z.int().check(z.minimum(1), z.maximum(366)), 30) }),
  exportar: z.strictObject({ quem: who }),
  /** `confirma` repeats the subdomain, or the e-mail of somebody without one: nothing is deleted by a slip. */
  apagar: z.strictObject({ quem: who, confirma: who }),
} as const;

export type OperatorCommand = keyof typeof operatorCommands;
export type OperatorRequest<C extends OperatorCommand> = z.output<(typeof operatorCommands)[C]>;

export function isOperatorCommand(name: string): name is OperatorCommand {
  return Object.hasOwn(operatorCommands, name);
}

/** An order in a list: enough to see where it stands. Times are milliseconds, UTC. */
export interface OrderLine {
  readonly id: string;
  readonly subdominio: string;
  readonly plano: string;
  readonly ciclo: string;
  readonly status: (typeof orderStates)[number];
  readonly payment: string;
  readonly failureCode: string | null;
  readonly isReleased: boolean;
  readonly isCancelled: boolean;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** One thing that happened. */
export interface HistoryEntry {
  /** Milliseconds, UTC. */
  readonly at: number;
  readonly source: 'pedido' | 'evento' | 'e-mail' | 'operadora' | 'plano' | 'cobrança' | 'contrato' | 'uso';
  readonly what: string;
  readonly detail: string | null;
  readonly requestId?: string | null;
  readonly operator?: string | null;
}

export interface OrderHistory {
  readonly order: OrderLine & { readonly email: string | null; readonly subject: string };
  /** The contract in force; `null` before provisioning is done and after everything was removed. */
  readonly tenant: {
    readonly state: string;
    readonly plano: string;
    readonly amountCentavos: number;
    readonly subscriptionId: string | null;
    readonly endsOn: string | null;
  } | null;
  /** Oldest first. */
  readonly entries: readonly HistoryEntry[];
}

/** A contract whose end was asked for. */
export interface EndedContract {
  readonly orderId: string;
  readonly subdominio: string;
  /** The environment now: `active` until its last day, `ended` where it stood still. */
  readonly state: string;
  /** Last day of the environment, `YYYY-MM-DD`; `null` while the processor has not been told. */
  readonly endsOn: string | null;
  /** False while processor or cluster are still being told: the scheduled job goes on with it. */
  readonly isDone: boolean;
}

export interface ExportedCustomer {
  readonly exportedAt: string;
  /** As the identity provider holds it; `null` when there is no account (any more). */
  readonly account: Readonly<Record<string, unknown>> | null;
  /** Rows by table, as they are stored. */
  readonly tables: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
  /** What other services hold, by their ids. */
  readonly processor: {
    readonly customerIds: readonly string[];
    readonly subscriptionIds: readonly string[];
  };
  /** What each kind of data is for and how long it is kept. */
  readonly retention: readonly {
    readonly title: string;
    readonly purpose: string;
    readonly period: string;
  }[];
}

export interface DeletedCustomer {
  /** False while an order or environment is still being taken down: the same command finishes it later. */
  readonly isDone: boolean;
  /** What is removed, by table or service. */
  readonly removed: Readonly<Record<string, number>>;
  /** What the law or the contract keeps, with until when. */
  readonly kept: readonly { readonly title: string; readonly why: string; readonly period: string }[];
  /** Customers at the payment processor, which keeps its own records. */
  readonly processorCustomerIds: readonly string[];
}

export interface FeedbackLine {
  readonly page: string;
  readonly helpful: number;
  readonly notHelpful: number;
  readonly texts: readonly string[];
}

/** One dependency of `GET /api/health/ready`. */
export interface DependencyState {
  readonly name: string;
  readonly state: 'ok' | 'slow' | 'down';
  readonly latencyMs: number;
}

export interface ReadyResponse {
  readonly status: 'ok' | 'degraded';
  readonly dependencies: readonly DependencyState[];
  /** Work that should have been done by now, counted; more than zero for long means that cron does not run. */
  readonly overdue: { readonly mails: number; readonly paymentEvents: number; readonly orders: number };
}
