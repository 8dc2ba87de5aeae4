/** Routes of operators: one path a command, although the Worker has one route for all of them. */
import * as z from 'zod';
import {
  type DeletedCustomer,
  type EndedContract,
  type ExportedCustomer,
  type FeedbackLine,
  type HistoryEntry,
  type OperatorCommand,
  type OrderHistory,
  type OrderLine,
  operatorCommands,
  orderStates,
  type ReadyResponse,
} from '#domain/contracts/operations.ts';
import type { ErrorCode } from '#domain/errors.ts';
import type { Operation, Operations } from './operation.ts';

const line = {
  id: z.string(),
  subdominio: z.string(),
  plano: z.string(),
  ciclo: z.string(),
  status: z.enum(orderStates),
  payment: z.string(),
  failureCode: z.string().nullable(),
  isReleased: z.boolean(),
  isCancelled: z.boolean(),
  createdAt: z.int(),
  updatedAt: z.int(),
};
const Line = z.object(line) satisfies z.ZodType<OrderLine>;

const Entry = z.object({
  at: z.int(),
  source: z.enum(['pedido', 'evento', 'e-mail', 'operadora', 'plano', 'cobrança', 'contrato', 'uso']),
  what: z.string(),
  detail: z.string().nullable(),
  requestId: z.string().nullable().optional(),
  operator: z.string().nullable().optional(),
}) satisfies z.ZodType<Omit<HistoryEntry, 'requestId' | 'operator'>>;

const History = z.object({
  order: z.object({ ...line, email: z.string().nullable(), subject: z.string() }),
  tenant: z
    .object({
      state: z.string(),
      plano: z.string(),
      amountCentavos: z.int(),
      subscriptionId: z.string().nullable(),
      endsOn: z.string().nullable(),
    })
    .nullable(),
  entries: z.array(Entry),
}) satisfies z.ZodType<Omit<OrderHistory, 'entries'>>;

const Ended = z.object({
  orderId: z.string(),
  subdominio: z.string(),
  state: z.string(),
  endsOn: z.string().nullable(),
  isDone: z.boolean(),
}) satisfies z.ZodType<EndedContract>;

const Exported = z.object({
  exportedAt: z.string(),
  account: z.record(z.string(), z.unknown()).nullable(),
  tables: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
  processor: z.object({ customerIds: z.array(z.string()), subscriptionIds: z.array(z.string()) }),
  retention: z.array(z.object({ title: z.string(), purpose: z.string(), period: z.string() })),
}) satisfies z.ZodType<ExportedCustomer>;

const Deleted = z.object({
  isDone: z.boolean(),
  removed: z.record(z.string(), z.int()),
  kept: z.array(z.object({ title: z.string(), why: z.string(), period: z.string() })),
  processorCustomerIds: z.array(z.string()),
}) satisfies z.ZodType<DeletedCustomer>;

const Votes = z.object({
  page: z.string(),
  helpful: z.int(),
  notHelpful: z.int(),
  texts: z.array(z.string()),
}) satisfies z.ZodType<FeedbackLine>;

const Ready = z.object({
  status: z.enum(['ok', 'degraded']),
  dependencies: z.array(
    z.object({ name: z.string(), state: z.enum(['ok', 'slow', 'down']), latencyMs: z.number() }),
  ),
  overdue: z.object({ mails: z.int(), paymentEvents: z.int(), orders: z.int() }),
}) satisfies z.ZodType<ReadyResponse>;

interface Command {
  readonly summary: string;
  readonly answer: z.core.$ZodType;
  readonly errors: readonly ErrorCode[];
}

const commands: Readonly<Record<OperatorCommand, Command>> = {
  pedidos: { summary: 'Listar pedidos, os mais novos primeiro', answer: z.array(Line), errors: [] },
  historico: {
    summary: 'O que aconteceu com um cliente',
    answer: z.array(History),
    errors: ['order-missing'],
  },
  reprovisionar: {
    summary: 'Tentar de novo a criação de um ambiente',
    answer: Line,
    errors: ['order-missing', 'payment-declined', 'payment-unclear', 'payment-unavailable'],
  },
  cancelar: {
    summary: 'Desfazer um pedido que não terminou',
    answer: z.object({ orderId: z.string(), isNew: z.boolean() }),
    errors: ['order-missing', 'tenant-exists'],
  },
  encerrar: {
    summary: 'Encerrar um contrato no fim do que foi pago',
    answer: Ended,
    errors: ['order-missing', 'tenant-missing', 'subscription-missing', 'payment-unavailable'],
  },
  reenviar: {
    summary: 'Enviar um e-mail de novo',
    answer: z.object({ mensagem: z.string() }),
    errors: ['not-found'],
  },
  reconciliar: {
    summary: 'Comparar com a operadora de pagamentos',
    answer: z.object({ compared: z.int(), found: z.int() }),
    errors: ['payment-unclear', 'payment-unavailable'],
  },
  webhook: {
    summary: 'Preparar os avisos da operadora de pagamentos',
    answer: z.object({ url: z.string(), outcome: z.enum(['created', 'updated']) }),
    errors: ['payment-unclear', 'payment-unavailable'],
  },
  opiniao: { summary: 'O que leitores disseram dos artigos', answer: z.array(Votes), errors: [] },
  exportar: {
    summary: 'Exportar o que existe de uma pessoa',
    answer: Exported,
    errors: ['not-found', 'payment-unavailable'],
  },
  apagar: {
    summary: 'Apagar o que existe de uma pessoa',
    answer: Deleted,
    errors: ['not-found', 'upgrade-open', 'payment-unclear', 'payment-unavailable', 'cluster-unavailable'],
  },
};

const operation = (command: OperatorCommand): Operation => ({
  chapter: 'Operação',
  summary: commands[command].summary,
  caller: 'operator',
  body: operatorCommands[command],
  answers: { 200: { description: 'Feito.', schema: commands[command].answer } },
  errors: commands[command].errors,
});

/** What each command of `POST /api/operacao/{comando}` takes and answers. */
export const commandOperations: ReadonlyMap<OperatorCommand, Operations> = new Map(
  (Object.keys(commands) as OperatorCommand[]).map((command) => [command, { post: operation(command) }]),
);

export const readyOperations: Operations = {
  get: {
    chapter: 'Operação',
    summary: 'Tudo o que o serviço usa responde?',
    caller: 'operator',
    answers: {
      200: { description: 'Tudo responde.', schema: Ready },
      503: { description: 'Algo não responde, ou o trabalho agendado está atrasado.', schema: Ready },
    },
    errors: [],
  },
};
