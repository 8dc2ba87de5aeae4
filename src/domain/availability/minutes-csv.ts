/** A month's minutes as CSV, one line for each that has passed; what Excel needs in Brazil is in ../csv/csv.ts. */
import { addDays, businessDay, formatDay, startOfDay } from '../billing/days.ts';
import { csvFile } from '../text/csv.ts';
import { type Look, lookAt, MINUTE_MS, type Minute, measuredIds, startOfMinute } from './measured.ts';

const wordOf = (look: Look | undefined): string =>
  look === true ? 'no ar' : look === false ? 'fora do ar' : 'sem medida';

/** @param month `YYYY-MM`. */
export function minutesCsv(month: string, minutes: readonly Minute[], now: number): string {
  const byStart = new Map(minutes.map((minute) => [minute.at, minute]));
  const lines: string[][] = [];
  for (let day = `${month}-01`; day.startsWith(month) && day <= businessDay(now); day = addDays(day, 1)) {
    const [start, shown] = [startOfDay(day), formatDay(day)];
    const end = Math.min(startOfDay(addDays(day, 1)), startOfMinute(now));
    for (let at = start; at < end; at += MINUTE_MS) {
      const minute = byStart.get(at);
      // By hand, because a formatter takes seconds for 44 thousand lines. Brazil has no clock changes.
      const passed = (at - start) / MINUTE_MS;
      const time = `${twoDigits(Math.floor(passed / 60))}:${twoDigits(passed % 60)}`;
      lines.push([shown, time, ...measuredIds.map((id) => wordOf(minute && lookAt(minute, id)))]);
    }
  }
  return csvFile([['Dia', 'Hora', 'Plataforma', 'Entrada', 'Painel', 'Avisos'], ...lines]);
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');
