/**
 * The comparison of the plans: every limit as a number, computed from the catalogue at build time.
 *
 * Owns: the rows and their derivation. Does not own: the numbers (content/plans.json).
 */
import { alertLabel, alertTime, intervalLabel } from '#domain/plans/alert-time.ts';
import type { Catalog, Plan } from '#domain/plans/catalog.ts';
import { formatHeartbeat } from '#domain/plans/limits.ts';
import { answerTimeOf, FREE_ANSWER_DAYS } from '#domain/support/answer-days.ts';

interface ComparisonCell {
  readonly value: string;
  /** Checks per hour, drawn as that many pills. */
  readonly beats?: number;
}

export interface ComparisonRow {
  readonly label: string;
  /** One per plan, in the catalogue's order. */
  readonly cells: readonly ComparisonCell[];
  /** The plan's own card says it too; left out where the cards stand one below the other, right above. */
  readonly isInCards: boolean;
}

const SECONDS_PER_HOUR = 3600;
const HOURS_PER_DAY = 24;
const wholeNumber = new Intl.NumberFormat('pt-BR');

export function comparisonRows(catalog: Catalog): ComparisonRow[] {
  const row = (
    label: string,
    cell: (plan: Plan) => string | ComparisonCell,
    isInCards = false,
  ): ComparisonRow => ({
    label,
    isInCards,
    cells: catalog.plans.map((plan) => {
      const content = cell(plan);
      return typeof content === 'string' ? { value: content } : content;
    }),
  });
  return [
    row('Por mês', ({ id }) => catalog.displayPrice(id, 'monthly').amount, true),
    row('Por ano, de uma vez', ({ id }) => catalog.displayPrice(id, 'yearly').amount, true),
    row('Economia no ano', ({ id }) => catalog.formatPrice(catalog.yearlySavingsCentavos(id)), true),
    row('Monitores', ({ limits }) => wholeNumber.format(limits.monitors), true),
    row('Usuários', ({ limits }) => wholeNumber.format(limits.users), true),
    row(intervalLabel, ({ limits }) => formatHeartbeat(limits.heartbeatSeconds), true),
    row(alertLabel, ({ limits }) => alertTime(limits.heartbeatSeconds), true),
    row('Checagens por hora, em cada monitor', (plan) => {
      const beats = checksPerHour(plan);
      return { value: wholeNumber.format(beats), beats };
    }),
    row('Checagens por dia, em todos os monitores', (plan) =>
      wholeNumber.format(checksPerHour(plan) * HOURS_PER_DAY * plan.limits.monitors),
    ),
    row('Resposta do suporte', ({ highlights }) => supportResponse(highlights) ?? `${FREE_ANSWER_DAYS} dias`),
  ];
}

export function checksPerHour({ limits }: Plan): number {
  return Math.floor(SECONDS_PER_HOUR / limits.heartbeatSeconds);
}

/** "Resposta em até 4 horas, no horário comercial" → "4 h"; `null` without a promised time. */
function supportResponse(highlights: readonly string[]): string | null {
  const minutes = answerTimeOf(highlights)?.minutes;
  if (minutes === undefined) return null;
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${minutes} min`;
}
