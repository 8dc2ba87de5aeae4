/** An answer of `/api/disponibilidade` with every kind of day, month and incident. */
import type { AvailabilityAnswer } from '#domain/api-schemas/availability.ts';
import { measuredIds, SHOWN_DAYS } from '#domain/availability/measured.ts';
import { addDays } from '#domain/billing/days.ts';

const AT = Date.parse('2026-11-28T10:00-03:00');
const whole = { bar: 'whole', up: 1440, down: 0, unseen: 0 } as const;
const unlike: Readonly<Record<number, Omit<AvailabilityAnswer['parts'][number]['days'][number], 'day'>>> = {
  0: { bar: 'none', up: 0, down: 0, unseen: 1440 },
  40: { bar: 'some', up: 1433, down: 7, unseen: 0 },
  88: { bar: 'many', up: 1376, down: 60, unseen: 4 },
};
const days = Array.from({ length: SHOWN_DAYS }, (_, index) => ({
  day: addDays('2026-11-28', index + 1 - SHOWN_DAYS),
  ...(unlike[index] ?? whole),
}));

export const measured: AvailabilityAnswer = {
  isMeasured: true,
  measuredAt: AT,
  parts: measuredIds.map((id) => ({ id, state: id === 'alerts' ? 'down' : 'up', days })),
  months: [
    { month: '2026-11', up: 38_000, down: 60, unseen: 4, percent: 99.84, hasMinutes: true },
    { month: '2026-10', up: 44_633, down: 7, unseen: 0, percent: 99.98, hasMinutes: false },
  ],
  alerts: { month: '2026-10', measured: 744, untold: 1, medianSeconds: 27, p95Seconds: 41 },
  incidents: [
    {
      id: 'entrada-lenta',
      title: 'Entrada <b>lenta</b>',
      startedAt: AT - 3_600_000,
      endedAt: null,
      texts: [{ at: AT - 3_600_000, text: 'Investigamos a causa.' }],
    },
  ],
};
