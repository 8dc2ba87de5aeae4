/** How times stand in messages and pages about alerts. Pure. */
import { atTime, timeOfDay } from '../text/time-of-day.ts';

export const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

export interface Clock {
  /** "às 3h13", "às 3h13 de 26/11". */
  readonly at: (moment: number) => string;
  /** "3h13", "3h13 de 26/11". */
  readonly time: (moment: number) => string;
  readonly now: number;
}

/** @param timeZone IANA name. @param now When the words are read. */
export function clockFor(timeZone: string, now: number): Clock {
  const days = new Intl.DateTimeFormat('pt-BR', { timeZone, day: '2-digit', month: '2-digit' });
  const today = days.format(now);
  const time = (moment: number): string => {
    const [day, clock] = [days.format(moment), timeOfDay(moment, timeZone)];
    return day === today && Math.abs(now - moment) < 24 * HOUR_MS ? clock : `${clock} de ${day}`;
  };
  const at = (moment: number): string => atTime(time(moment));
  return { at, time, now };
}

/** "6 s", "7 min", "2 h 5 min", "3 dias": how long something lasted, as people say it. */
export function lasted(milliseconds: number): string {
  if (milliseconds < MINUTE_MS) return `${Math.max(1, Math.floor(milliseconds / 1000))} s`;
  const minutes = Math.round(milliseconds / MINUTE_MS);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours >= 48) return `${Math.floor(hours / 24)} dias`;
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
}
