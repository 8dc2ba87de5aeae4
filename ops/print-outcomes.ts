/** Output of commands that change something: what was done, what is pending, or that nothing was left to do. */

import type {
  CancelledOrder,
  EndedContract,
  OrderLine,
  ResentMail,
} from '#domain/api-schemas/operation-answers.ts';
import { formatDay } from '#domain/billing/days.ts';
import { type OrderState, orderState } from '#domain/operations/words.ts';

export const printRetried = (order: OrderLine): string => {
  const state = orderState(order);
  const outcomes: Partial<Record<OrderState, string>> = {
    AGUARDANDO: 'Ainda sem pagamento: a operadora foi perguntada agora, e a tarefa pergunta de novo.',
    EM_ANDAMENTO: 'Na fila: a criação do ambiente está em andamento. "historico" mostra cada etapa.',
    CONCLUIDO: 'Nada a fazer: o ambiente está pronto.',
    CANCELANDO: 'Nada a fazer: o pedido foi cancelado e não volta a andar.',
  };
  const outcome = outcomes[state] ?? `Nada mudou: o pedido está em ${state} (${order.failureCode ?? '-'}).`;
  return `${outcome}\n${order.subdomain}: pedido ${order.id}`;
};

export const printCancelled = ({ orderId, isNew }: CancelledOrder): string =>
  isNew
    ? `Na fila: o pedido ${orderId} é desfeito em alguns minutos (dinheiro de volta, nome livre). "historico" mostra o fim.`
    : `Já cancelado: o pedido ${orderId} está sendo desfeito. "historico" mostra o que falta.`;

export const printEnded = ({ orderId, subdomain, state, isNew, endsOn, isDone }: EndedContract): string => {
  const until =
    endsOn === null
      ? ''
      : state === 'ended'
        ? ` O ambiente terminou em ${formatDay(endsOn)}.`
        : ` O ambiente funciona até ${formatDay(endsOn)}.`;
  return [
    `${isNew ? 'Encerrado' : 'Já encerrado'}: ${subdomain} (pedido ${orderId}) não renova mais.${until}`,
    ...(isDone
      ? []
      : ['Na fila: a operadora ou o cluster ainda não responderam. A tarefa continua sozinha.']),
  ].join('\n');
};

export const printResent = ({ messageId, isNew }: ResentMail): string =>
  isNew
    ? `Na fila: sai de novo em até um minuto, como ${messageId}.`
    : `Já na fila: ${messageId} ainda não tinha saído, e sai em até um minuto.`;

export const printCompared = (
  { compared, found }: Readonly<Record<'compared' | 'found', number>>,
  { all = false }: { readonly all?: boolean } = {},
): string =>
  `Comparados: ${compared}. ${found === 0 ? 'Nada diferia.' : `Diferiam: ${found}, acertados aqui ou avisados por e-mail.`}${all ? ' O que o banco não conhece, "orfaos" mostra.' : ''}`;

export const printWebhook = ({ url, outcome }: { url: string; outcome: 'created' | 'updated' }): string =>
  `${outcome === 'created' ? 'Criado' : 'Conferido e religado'}: a operadora avisa ${url}.`;

export const printTelegram = ({ url, bot }: { url: string; bot: string | null }): string =>
  bot === null
    ? 'Sem robô: ponha o segredo TELEGRAM_BOT_TOKEN e publique (docs/configuration.md).'
    : `Ligado: @${bot} avisa ${url}.`;
