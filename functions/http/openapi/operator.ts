/** Routes of operators: one path a command, although the Worker has one route for all of them. */
import * as z from 'zod';
import {
  type DeletedCustomer,
  type EndedContract,
  type ExportedCustomer,
  type FeedbackLine,
  type HistoryEntry,
  type OrderHistory,
  type OrderLine,
  orderStates,
  type ReadyResponse,
} from '#domain/contracts/operations.ts';

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
export const Line = z.object(line) satisfies z.ZodType<OrderLine>;

const Entry = z.object({
  at: z.int(),
  source: z.enum(['pedido', 'evento', 'e-mail', 'operadora', 'plano', 'cobrança', 'contrato', 'uso']),
  what: z.string(),
  detail: z.string().nullable(),
  requestId: z.string().nullable().optional(),
  operator: z.string().nullable().optional(),
}) satisfies z.ZodType<Omit<HistoryEntry, 'requestId' | 'operator'>>;

export const History = z.object({
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

export const Ended = z.object({
  orderId: z.string(),
  subdominio: z.string(),
  state: z.string(),
  endsOn: z.string().nullable(),
  isDone: z.boolean(),
}) satisfies z.ZodType<EndedContract>;

export const Exported = z.object({
  exportedAt: z.string(),
  account: z.record(z.string(), z.unknown()).nullable(),
  tables: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
  processor: z.object({ customerIds: z.array(z.string()), subscriptionIds: z.array(z.string()) }),
  retention: z.array(z.object({ title: z.string(), purpose: z.string(), period: z.string() })),
}) satisfies z.ZodType<ExportedCustomer>;

export const Deleted = z.object({
  isDone: z.boolean(),
  removed: z.record(z.string(), z.int()),
  kept: z.array(z.object({ title: z.string(), why: z.string(), period: z.string() })),
  processorCustomerIds: z.array(z.string()),
}) satisfies z.ZodType<DeletedCustomer>;

export const Votes = z.object({
  page: z.string(),
  helpful: z.int(),
  notHelpful: z.int(),
  texts: z.array(z.string()),
}) satisfies z.ZodType<FeedbackLine>;

export const Ready = z.object({
  status: z.enum(['ok', 'degraded']),
  dependencies: z.array(
    z.object({ name: z.string(), state: z.enum(['ok', 'slow', 'down']), latencyMs: z.number() }),
  ),
  overdue: z.object({ mails: z.int(), paymentEvents: z.int(), orders: z.int() }),
}) satisfies z.ZodType<ReadyResponse>;
