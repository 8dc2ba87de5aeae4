/** An answer of `/api/disponibilidade` with every kind of day, month and incident. */
import type { AvailabilityAnswer } from '#domain/api-schemas/availability.ts';
import { measuredIds, SHOWN_DAYS } from '#domain/availability/measured.ts';
import { addDays } from '#domain/billing/days.ts';

const AT = Date.parse('2026-11-28T10:00-03:00');
const whole = { barra: 'whole', noAr: 1440, fora: 0, semMedida: 0 } as const;
const unlike: Readonly<Record<number, Omit<AvailabilityAnswer['partes'][number]['dias'][number], 'dia'>>> = {
  0: { barra: 'none', noAr: 0, fora: 0, semMedida: 1440 },
  40: { barra: 'some', noAr: 1433, fora: 7, semMedida: 0 },
  88: { barra: 'many', noAr: 1376, fora: 60, semMedida: 4 },
};
const dias = Array.from({ length: SHOWN_DAYS }, (_, index) => ({
  dia: addDays('2026-11-28', index + 1 - SHOWN_DAYS),
  ...(unlike[index] ?? whole),
}));

export const measured: AvailabilityAnswer = {
  mede: true,
  medidoEm: AT,
  partes: measuredIds.map((id) => ({ id, estado: id === 'avisos' ? 'fora' : 'no-ar', dias })),
  meses: [
    { mes: '2026-11', noAr: 38_000, fora: 60, semMedida: 4, disponibilidade: 99.84, temMinutos: true },
    { mes: '2026-10', noAr: 44_633, fora: 7, semMedida: 0, disponibilidade: 99.98, temMinutos: false },
  ],
  incidentes: [
    {
      id: 'entrada-lenta',
      titulo: 'Entrada <b>lenta</b>',
      desde: AT - 3_600_000,
      ate: null,
      textos: [{ em: AT - 3_600_000, texto: 'Investigamos a causa.' }],
    },
  ],
};
