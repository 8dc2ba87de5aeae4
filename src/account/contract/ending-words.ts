/** What a cancellation or withdrawal asks, with its consequences. Pure. */

import { type Purchase, takesDifferences, undoTitle } from '#account/account-words.ts';
import type { Ending } from '#account/use-account.ts';
import type { AccountResponse } from '#domain/api-schemas/account.ts';
import { formatDay } from '#domain/billing/days.ts';
import { billingTerms } from '#domain/billing/terms.ts';
import { formatPrice } from '#domain/plans/catalog.ts';
import type { PlanId } from '#domain/plans/ids.ts';
import type { ConfirmWords } from '#form/confirm-dialog.tsx';
import { catalog } from '#lib/catalog.ts';

/** A disputed charge cannot be refunded before the bank has decided. */
function refundWords({ invoices = [] }: AccountResponse): string {
  return invoices.some(({ state }) => state === 'disputed')
    ? 'O que está em contestação volta pelo banco, se ele a aceitar; se a recusar, pedimos a devolução à operadora logo depois.'
    : `Pedimos a devolução à operadora agora, no máximo em ${billingTerms.refundBusinessDays} dias úteis; quando ela aparece na fatura depende do banco.`;
}

export function endingWords(ending: Ending, account: AccountResponse, environmentKept: string): ConfirmWords {
  if (ending.kind === 'cancel') {
    return {
      title: 'Cancelar a renovação?',
      keep: 'Manter a assinatura',
      confirm: 'Cancelar a renovação',
      points: cancelPoints(account, environmentKept),
    };
  }
  const { purchase } = ending;
  const amount = formatPrice(purchase.amountCentavos);
  return {
    title: `${undoTitle(purchase)}?`,
    keep: 'Continuar com o plano',
    confirm: `Desistir e receber ${amount}`,
    points: [
      `Você recebe de volta ${amount}, no mesmo cartão. ${refundWords(account)}`,
      ...(takesDifferences(account, purchase.id)
        ? ['O valor inclui as diferenças que você pagou depois, ao mudar de plano.']
        : []),
      ...(purchase.kind === 'contract' ? contractPoints : differencePoints(purchase)),
    ],
  };
}

function cancelPoints(account: AccountResponse, environmentKept: string): readonly string[] {
  const { state } = account;
  return [
    'A assinatura é cancelada agora e não renova mais.',
    runningWords(account),
    ...(state === 'active'
      ? []
      : [
          'Os dias em que o painel funcionou sem pagamento continuam devidos e são cobrados antes de uma nova contratação.',
        ]),
    `Depois disso o painel é desligado. Os dados ficam guardados por ${environmentKept} e então são apagados.`,
    'Não há reembolso proporcional do período em curso.',
  ];
}

function runningWords(account: AccountResponse): string {
  const { state, plan, trust } = account;
  if (state === 'suspended') return 'O painel já está suspenso e não volta.';
  const until = lastDayWords(account);
  return trust === undefined
    ? `Monitores, avisos e páginas de status continuam como estão ${until}.`
    : `O plano ${planName(plan)} ainda não foi pago: ao cancelar, o plano ${planName(trust.paidPlan)}, que está pago, volta na hora, com os limites dele, e vale ${until}.`;
}

const planName = (plan: PlanId): string => catalog.plan(plan).name;

/** Same rule as the server's: the last paid day, or today if that is over. */
function lastDayWords({ state, paidThrough }: AccountResponse): string {
  if (state === 'overdue') return 'até o fim do dia de hoje, porque o período pago já acabou';
  return paidThrough === undefined ? 'até o fim do período já pago' : `até ${formatDay(paidThrough)}`;
}

const contractPoints: readonly string[] = [
  'A assinatura é cancelada agora, e nada mais será cobrado.',
  'O painel é desligado agora: monitores param, avisos deixam de sair e páginas de status saem do ar.',
  'Isso não pode ser desfeito por aqui. Copie antes o que quiser guardar.',
];

function differencePoints({ backTo }: Purchase): readonly string[] {
  const before = backTo === undefined ? 'O plano de antes' : `O plano ${planName(backTo)}`;
  return [
    `${before} volta agora, com os limites dele, e a renovação volta a ter o valor de antes.`,
    'O painel reinicia e fica alguns instantes fora do ar. Monitores e histórico continuam onde estão.',
  ];
}
