/** Formats answers for operators. Times are in São Paulo. */

import plansJson from '#content/plans.json' with { type: 'json' };
import type {
  DeletedCustomer,
  FeedbackLine,
  FiscalProblem,
  HistoryEntry,
  MissingWordLine,
  OrderHistory,
  OrderLine,
  ReadyResponse,
  ReleasedPurchase,
  WorkLine,
} from '#domain/api-schemas/operation-answers.ts';
import { ORDERS_PER_PAGE } from '#domain/api-schemas/operations.ts';
import { formatDay } from '#domain/billing/days.ts';
import { operatorWord, orderState } from '#domain/operations/words.ts';
import { createCatalog, formatPrice } from '#domain/plans/catalog.ts';
import { isPlanId } from '#domain/plans/ids.ts';
import { eventWords, mailWords } from './words.ts';

const moment = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/Sao_Paulo',
  dateStyle: 'short',
  timeStyle: 'medium',
});
/** A moment in São Paulo. */
export const at = (epochMs: number): string => moment.format(epochMs);

/** Columns as wide as their widest cell; the last one is not padded. */
export function columns(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

const { plan } = createCatalog(plansJson);
/** The plan as customers know it; a free one has no cycle. */
export const soldWords = (id: string, cycle?: string): string => {
  // An answer of another version may name a plan that this one does not know.
  const name = isPlanId(id) ? plan(id).name : id;
  return id === 'free' || cycle === undefined ? name : `${name} ${operatorWord(cycle)}`;
};

export const printJson = (answer: unknown): string => JSON.stringify(answer, null, 2);

export const printOrders = (
  orders: readonly OrderLine[],
  { limit = ORDERS_PER_PAGE }: { readonly limit?: number },
): string => {
  const last = orders.at(-1);
  if (last === undefined) return 'Nenhum pedido.';
  const table = columns([
    ['CRIADO', 'ESTADO', 'PAGAMENTO', 'PLANO', 'SUBDOMÍNIO', 'PEDIDO', 'FALHA'],
    ...orders.map((order) => [
      at(order.createdAt),
      orderState(order),
      operatorWord(order.payment),
      soldWords(order.plan, order.cycle),
      order.subdomain,
      order.id,
      order.failureCode ?? '',
    ]),
  ]);
  // With milliseconds, so that the next page starts exactly there.
  const milliseconds = String(last.createdAt % 1000).padStart(3, '0');
  return orders.length < limit
    ? table
    : `${table}\nMais antigos: --antes-de "${at(last.createdAt)}.${milliseconds}"`;
};

const named = (words: string | undefined, name: string): string =>
  words === undefined ? name : `${words} (${name})`;
const meaning = (what: string): string => named(eventWords[what], what);
/** `enviado: welcome` with the mail's Portuguese name. */
const mailLine = (what: string): string =>
  what.replace(/(?<=: )[a-z-]+$/, (template) => named(mailWords[template], template));

function entryLine({ at: when, source, what, detail, requestId, operator }: HistoryEntry): string[] {
  // The name of a notice is the one in docs/runbooks.md.
  const isStored = source === 'evento' && what !== 'operator-notice';
  const about = [
    ...(detail ? [isStored ? detail.split(' ').map(operatorWord).join(' ') : detail] : []),
    ...(operator ? [`por ${operator}`] : []),
    ...(requestId ? [`[${requestId}]`] : []),
  ];
  return [`  ${at(when)}`, source, source === 'e-mail' ? mailLine(what) : meaning(what), about.join('  ')];
}

export const printHistory = (histories: readonly OrderHistory[]): string =>
  histories
    .map(({ order, tenant, entries }) => {
      const head = [
        `${order.subdomain}: pedido ${order.id}, ${orderState(order)}, pagamento ${operatorWord(order.payment)}`,
        `  conta ${order.subject}${order.email ? ` (${order.email})` : ''}`,
        tenant === null
          ? '  sem ambiente'
          : `  ambiente ${operatorWord(tenant.state)}, plano ${soldWords(tenant.plan)}${tenant.subscriptionId ? `, assinatura ${tenant.subscriptionId}` : ''}${tenant.endsOn ? `, até ${formatDay(tenant.endsOn)}` : ''}${tenant.cluster ? `, cluster ${tenant.cluster}` : ''}`,
      ];
      return [...head, columns(entries.map(entryLine))].join('\n');
    })
    .join('\n\n');

export const printFeedback = (pages: readonly FeedbackLine[]): string => {
  if (pages.length === 0) return 'Nenhuma opinião no período.';
  return pages
    .map(({ page, helpful, notHelpful, texts }) =>
      [`${page}: ajudou ${helpful}, não ajudou ${notHelpful}`, ...texts.map((text) => `  “${text}”`)].join(
        '\n',
      ),
    )
    .join('\n');
};

export const printMissingWords = (words: readonly MissingWordLine[]): string =>
  words.length === 0
    ? 'Nenhuma palavra faltou em três dias ou mais do período.'
    : columns(words.map(({ word, times, days }) => [word, `${times} vezes`, `em ${days} dias`]));

type Kept = DeletedCustomer['kept'][number];

/** As sentences, because the operator copies them into the answer to the person. */
const keptLine = ({ title, why, period, basis, rows, until }: Kept): string => {
  const end = until === undefined ? period : `Até ${formatDay(until)} (${period})`;
  const counted = rows === 0 ? [] : [`${rows} ${rows === 1 ? 'linha' : 'linhas'}`];
  return `  ${[title, end, why, `Base: ${basis}`, ...counted].map((each) => each.replace(/\.?$/, '.')).join(' ')}`;
};

export const printDeleted = ({
  isDone,
  deletedAt,
  left,
  removed,
  kept,
  processorCustomerIds,
}: DeletedCustomer): string => {
  const gone = Object.entries(removed).filter(([, count]) => count > 0);
  return [
    ...(isDone
      ? [deletedAt !== undefined && gone.length === 0 ? `Já apagado em ${at(deletedAt)}.` : 'Apagado.']
      : [
          'Ainda não acabou. Resta:',
          ...left.map((each) => `  ${each}`),
          'Repita o mesmo comando em cinco minutos.',
        ]),
    gone.length === 0 ? 'Nada foi removido desta vez.' : 'Removido:',
    ...gone.map(([what, count]) => `  ${what}: ${count}`),
    ...(kept.length === 0 ? [] : ['Fica, porque a lei ou a prova do contrato pedem:', ...kept.map(keptLine)]),
    processorCustomerIds.length === 0
      ? 'Na operadora de pagamento não há cadastro.'
      : `Na operadora de pagamento, o cadastro ${processorCustomerIds.join(', ')} segue as regras dela.`,
  ].join('\n');
};

const holdWords = {
  debt: 'uma dívida',
  dispute: 'uma contestação aberta',
  withdrawals: 'desistências',
} as const;
const markWords = {
  withdrawal: 'desistência',
  debt: 'dívida',
  dispute: 'contestação',
  trust: 'upgrade em confiança',
} as const;

export const printFiscalProblems = (
  problems: readonly FiscalProblem[],
  { repeat }: { readonly repeat?: string },
): string =>
  [
    ...(repeat === undefined ? [] : [`Na fila: a nota de ${repeat} é pedida de novo em até um minuto.`]),
    problems.length === 0 ? 'Nenhuma nota fiscal com problema.' : fiscalTable(problems),
  ].join('\n');

const fiscalTable = (problems: readonly FiscalProblem[]): string =>
  columns([
    ['DESDE', 'SITUAÇÃO', 'COBRANÇA', 'NÚMERO', 'PEDIDO', 'MOTIVO'],
    ...problems.map(({ createdAt, state, paymentId, number, orderId, problem }) => [
      at(createdAt),
      operatorWord(state),
      paymentId,
      number ?? '',
      orderId,
      operatorWord(problem),
    ]),
  ]);

export const printReleased = ({ refusedFor, released, stillRefusedFor }: ReleasedPurchase): string =>
  [
    refusedFor === null
      ? 'Nada impedia a próxima compra.'
      : `A próxima compra era recusada por ${holdWords[refusedFor]}.`,
    ...(released.length === 0 ? ['Nada a liberar.'] : ['Liberado:']),
    ...released.map(
      ({ kind, reference, at: when, amountCentavos, days }) =>
        `  ${at(when)}  ${markWords[kind]}  ${reference}${amountCentavos === null ? '' : `  ${formatPrice(amountCentavos)}`}${days === null ? '' : `, ${days === 1 ? '1 dia' : `${days} dias`}`}`,
    ),
    ...(stillRefusedFor === null
      ? []
      : [
          `Ainda é recusada por ${holdWords[stillRefusedFor]}${stillRefusedFor === 'debt' ? ': para perdoar, repita com --dividas' : ''}.`,
        ]),
  ].join('\n');

export const printWork = (lines: readonly WorkLine[]): string =>
  lines.length === 0
    ? 'Nada está atrasado nem falha.'
    : columns([
        ['DESDE', 'TENTATIVAS', 'DE NOVO', 'O QUÊ', 'POR QUÊ', 'PEDIDO', 'PARA TENTAR JÁ'],
        ...lines.map(({ since, attempts, dueAt, name, lastError, orderId, kind, key }) => [
          at(since),
          String(attempts),
          at(dueAt),
          name,
          lastError ?? '-',
          orderId ?? '-',
          `trabalho ${kind} ${key}`,
        ]),
      ]);

const dependencyWords = {
  ok: 'ok',
  slow: 'lento: não respondeu a tempo',
  down: 'fora do ar ou recusou',
  outdated: 'mais antigo do que a versão que suportamos (docs/cluster.md)',
  unverified: 'responde, mas o domínio do remetente não está verificado lá',
} as const;

const boundWords = { volumes: 'volumes', memory: 'memória', pods: 'pods' } as const;

export function printReady({
  status,
  problems,
  dependencies,
  newEnvironments,
  freeEnvironments,
  overdue,
  salesClosedSince,
  alerts,
  clusters,
}: ReadyResponse): string {
  const { begun, perDay } = newEnvironments;
  return [
    status === 'ok' ? 'Tudo funciona.' : 'Há algo errado.',
    ...problems.map(({ level, text: said }) => `  ${level === 'page' ? 'CHAMADA' : 'aviso'}: ${said}`),
    columns(
      dependencies.map(({ name, state, latencyMs }) => [
        `  ${name}`,
        dependencyWords[state],
        `${latencyMs} ms`,
      ]),
    ),
    `  ambientes novos hoje: ${begun}, de ${perDay}${begun < perDay ? '' : ': o limite foi atingido, e os gratuitos são recusados até amanhã'}`,
    `  ambientes gratuitos: ${freeEnvironments.used}${freeEnvironments.max === null ? ', sem limite: defina FREE_ENVIRONMENTS_MAX' : `, de ${freeEnvironments.max}`}`,
    ...(salesClosedSince === null
      ? []
      : [`  vendas fechadas desde ${at(salesClosedSince)}: "vendas abrir" as abre`]),
    ...(overdue.length === 0
      ? ['  nada atrasado']
      : overdue.map(({ name, count, since }) => `  atrasado: ${name}, ${count} desde ${at(since)}`)),
    `  avisos: ${alerts.waiting === 0 || alerts.since === null ? 'nenhum espera' : `${alerts.waiting} esperam, o mais antigo desde ${at(alerts.since)}`}; ${alerts.refused} recusados em um dia; por e-mail saem até ${alerts.mailsPerMinute.toLocaleString('pt-BR')} por minuto`,
    ...clusters.map(
      ({ name, environments, capacity, boundBy }) =>
        `  ${`cluster ${name}`.trim()}: ${environments} ${capacity === null ? 'ambientes, e CLUSTERS não o cita: nada chega a eles' : `de ${capacity} lugares${boundBy === null ? '' : `; falta primeiro: ${boundWords[boundBy]}`}`}`,
    ),
  ].join('\n');
}
