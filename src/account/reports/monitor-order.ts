/** Search and order of the monitors of a report. Pure. */
import type { MonitorReport } from '#domain/api-schemas/reports.ts';
import { hasWords } from '#domain/search/has-words.ts';

export const monitorOrders = {
  falhas: 'Mais falhas primeiro',
  quedas: 'Mais quedas primeiro',
  resposta: 'Resposta mais lenta primeiro',
  nome: 'Por nome',
} as const;
export type MonitorOrder = keyof typeof monitorOrders;

const names = new Intl.Collator('pt-BR', { numeric: true });
const byName = (a: MonitorReport, b: MonitorReport): number => names.compare(a.nome, b.nome);

const compare: Readonly<Record<MonitorOrder, (a: MonitorReport, b: MonitorReport) => number>> = {
  falhas: (a, b) => (a.disponibilidade ?? 1) - (b.disponibilidade ?? 1) || b.falhas - a.falhas,
  quedas: (a, b) => b.incidentes - a.incidentes || b.falhas - a.falhas,
  resposta: (a, b) => (b.respostaMs ?? -1) - (a.respostaMs ?? -1),
  nome: () => 0,
};

/** The monitors with the typed words, in this order, equal ones by name. */
export function arranged(
  monitors: readonly MonitorReport[],
  order: MonitorOrder,
  sought: string,
): readonly MonitorReport[] {
  return monitors
    .filter(({ nome, tipo }) => hasWords(`${nome} ${tipo}`, sought))
    .toSorted((a, b) => compare[order](a, b) || byName(a, b));
}
