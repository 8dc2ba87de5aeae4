/** How a report writes months, shares, counts and states; shared by page and mail. */

const percent = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const whole = new Intl.NumberFormat('pt-BR');

/** "99,95%", rounded to two decimals like the instance's page; "sem dados" for `null`. */
export const writeShare = (share: number | null): string =>
  share === null ? 'sem dados' : `${percent.format(share * 100)}%`;

export const writeCount = (count: number, one: string, many: string): string =>
  `${whole.format(count)} ${count === 1 ? one : many}`;

/** How a month's number differs from the month before: "0,12 p.p. a mais que em outubro". */
export function writeChange(difference: number, unit: 'p.p.' | 'count', month: string): string {
  const size =
    unit === 'p.p.'
      ? `${percent.format(Math.abs(difference) * 100)} p.p.`
      : whole.format(Math.abs(difference));
  const isSame = unit === 'p.p.' ? percent.format(Math.abs(difference) * 100) === '0,00' : difference === 0;
  const before = monthName.format(new Date(`${month}-01T00:00:00Z`));
  if (isSame) return `igual a ${before}`;
  return `${size} a ${difference > 0 ? 'mais' : 'menos'} que em ${before}`;
}

const monthName = new Intl.DateTimeFormat('pt-BR', { month: 'long', timeZone: 'UTC' });

/** `whole`: every check succeeded. `some`: at least 99 % did. `many`: fewer. */
export const dayStates = ['whole', 'some', 'many', 'maintenance', 'none'] as const;
export type DayState = (typeof dayStates)[number];

/** The state that the strip shows for a day. */
export function dayState(
  day: { availability: number | null; failures: number; maintenance: number } | undefined,
): DayState {
  if (day === undefined) return 'none';
  const { availability, failures, maintenance } = day;
  if (availability === null) return maintenance > 0 ? 'maintenance' : 'none';
  if (failures === 0) return 'whole';
  return availability >= 0.99 ? 'some' : 'many';
}

const monthFormat = new Intl.DateTimeFormat('pt-BR', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** "novembro de 2026". */
export const writeMonth = (month: string): string => monthFormat.format(new Date(`${month}-01T00:00:00Z`));
