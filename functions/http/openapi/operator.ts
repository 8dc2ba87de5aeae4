/** Routes of operators: one path a command, although the Worker has one route for all of them. */
import * as z from 'zod';
import {
  CancelledOrder,
  DeletedCustomer,
  EndedContract,
  ExportedCustomer,
  FeedbackLine,
  type OperatorCommand,
  OrderHistory,
  OrderLine,
  operatorCommands,
  ReadyResponse,
} from '#domain/contracts/operations.ts';
import type { ErrorCode } from '#domain/errors.ts';
import type { Operation, Operations } from './operation.ts';

interface Command {
  readonly summary: string;
  readonly answer: z.core.$ZodType;
  readonly errors: readonly ErrorCode[];
}

const commands: Readonly<Record<OperatorCommand, Command>> = {
  pedidos: { summary: 'Listar pedidos, os mais novos primeiro', answer: z.array(OrderLine), errors: [] },
  historico: {
    summary: 'O que aconteceu com um cliente',
    answer: z.array(OrderHistory),
    errors: ['order-missing'],
  },
  reprovisionar: {
    summary: 'Tentar de novo a criação de um ambiente',
    answer: OrderLine,
    errors: ['order-missing', 'payment-declined', 'payment-unclear', 'payment-unavailable'],
  },
  cancelar: {
    summary: 'Desfazer um pedido que não terminou',
    answer: CancelledOrder,
    errors: ['order-missing', 'tenant-exists'],
  },
  encerrar: {
    summary: 'Encerrar um contrato no fim do que foi pago',
    answer: EndedContract,
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
  opiniao: { summary: 'O que leitores disseram dos artigos', answer: z.array(FeedbackLine), errors: [] },
  exportar: {
    summary: 'Exportar o que existe de uma pessoa',
    answer: ExportedCustomer,
    errors: ['not-found', 'payment-unavailable'],
  },
  apagar: {
    summary: 'Apagar o que existe de uma pessoa',
    answer: DeletedCustomer,
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
      200: { description: 'Tudo responde.', schema: ReadyResponse },
      503: { description: 'Algo não responde, ou o trabalho agendado está atrasado.', schema: ReadyResponse },
    },
    errors: [],
  },
};
