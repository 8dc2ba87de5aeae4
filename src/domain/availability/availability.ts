/**
 * Converts availability in per cent to downtime and back.
 *
 * Owns: the arithmetic, the length of each period, and the Portuguese notation. A year has 365 days and a month is a
 * twelfth of it, as in service agreements and in the documentation's reference values: 99,9 % leaves 8,76 h a year,
 * 99,99 % leaves 52,6 min, 99,999 % leaves 5,26 min.
 */
export const periodIds = ['day', 'week', 'month', 'year'] as const;
export type Period = (typeof periodIds)[number];

const DAY_SECONDS = 86_400;
const YEAR_DAYS = 365;

export const periodSeconds: Readonly<Record<Period, number>> = {
  day: DAY_SECONDS,
  week: 7 * DAY_SECONDS,
  month: (YEAR_DAYS * DAY_SECONDS) / 12,
  year: YEAR_DAYS * DAY_SECONDS,
};

/** Levels that service agreements usually name, the loosest first. */
export const commonLevels = [99, 99.5, 99.9, 99.95, 99.99, 99.999] as const;

/** Seconds of downtime that `percent` allows in one period. */
export function downtimeSeconds(percent: number, period: Period): number {
  return (periodSeconds[period] * (100 - percent)) / 100;
}

/** Availability of a period with this many seconds of downtime; never below zero. */
export function availabilityPercent(secondsDown: number, period: Period): number {
  return Math.max(0, 100 * (1 - secondsDown / periodSeconds[period]));
}

/** The strictest common level that `percent` meets, or `null` when it meets none. */
export function levelKept(percent: number): number | null {
  return commonLevels.findLast((level) => percent >= level - ROUNDING) ?? null;
}

/** Larger than the error of binary subtraction, smaller than any digit shown. */
const ROUNDING = 1e-9;

/** "99,9%": as many decimals as it takes to differ from 100, at most five. Never rounds up to 100. */
export function formatPercent(percent: number): string {
  const cut = percent < 100 ? Math.min(percent, 99.99999) : 100;
  const decimals = cut < 99 ? 2 : cut < 99.9 ? 3 : 5;
  return `${new Intl.NumberFormat('pt-BR', { maximumFractionDigits: decimals }).format(cut)}%`;
}

/** "8 h 45 min 36 s", "26,3 s", "2,6 ms", "nenhum". Uses days from two days on, because "36 h" is harder to grasp. */
export function formatDuration(seconds: number): string {
  if (seconds < 0.000_05) return seconds > 0 ? 'menos de 0,1 ms' : 'nenhum';
  if (seconds < 0.01) return `${decimal(seconds * 1000, 1)} ms`;
  if (seconds < 60) return `${decimal(seconds, seconds < 10 ? 2 : 1)} s`;
  const whole = Math.round(seconds);
  const days = whole >= 2 * DAY_SECONDS ? Math.floor(whole / DAY_SECONDS) : 0;
  const rest = whole - days * DAY_SECONDS;
  const parts: [amount: number, unit: string][] = [
    [days, days === 1 ? 'dia' : 'dias'],
    [Math.floor(rest / 3600), 'h'],
    [Math.floor((rest % 3600) / 60), 'min'],
    [rest % 60, 's'],
  ];
  return parts
    .filter(([amount]) => amount > 0)
    .map(([amount, unit]) => `${amount} ${unit}`)
    .join(' ');
}

const decimal = (value: number, digits: number): string =>
  new Intl.NumberFormat('pt-BR', { maximumFractionDigits: digits }).format(value);
