/** A customer's marks as lines of the history; they explain why a purchase was refused. */

import type { HistoryEntry } from '#domain/api-schemas/operation-answers.ts';
import type { MarkKind, SettledBy } from '#domain/contract/holds.ts';
import { formatPrice } from '#domain/plans/catalog.ts';
import type { StoredMark } from '#functions/debts/marks-store.ts';

const kindWords: Readonly<Record<MarkKind, string>> = {
  withdrawal: 'desistência',
  debt: 'dívida',
  dispute: 'contestação',
  trust: 'upgrade em confiança',
};
const settledWords: Readonly<Record<SettledBy, string>> = {
  paid: 'paga',
  operator: 'liberada por operador',
  honoured: 'honrada por um pagamento',
  won: 'ganha',
  lost: 'perdida',
};

function detailOf({ reference, amountCentavos, days, chargeId }: StoredMark): string {
  return [
    reference,
    ...(amountCentavos === null ? [] : [formatPrice(amountCentavos)]),
    ...(days === null ? [] : [days === 1 ? '1 dia' : `${days} dias`]),
    ...(chargeId === null ? [] : [chargeId]),
  ].join(', ');
}

/** One line when a mark was made, and one when it was settled. */
export function marksHistory(marks: readonly StoredMark[]): HistoryEntry[] {
  return marks.flatMap((mark) => {
    const line = (at: number, what: string): HistoryEntry => ({
      at,
      source: 'marca',
      what,
      detail: detailOf(mark),
    });
    const what = kindWords[mark.kind];
    return [
      line(mark.at, what),
      ...(mark.settledAt === null || mark.settledBy === null
        ? []
        : [line(mark.settledAt, `${what} ${settledWords[mark.settledBy]}`)]),
    ];
  });
}
