/** The time of day as the product writes it, on pages, in messages and mails. Pure. */

const formats = new Map<string, Intl.DateTimeFormat>();

function formatIn(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone, timeStyle: 'short' });
  formats.set(timeZone, known);
  return known;
}

/** `3h13`, `23h59`. @param timeZone IANA name. */
export function timeOfDay(epochMs: number, timeZone: string): string {
  const [hours = '', minutes = ''] = formatIn(timeZone).format(epochMs).split(':');
  return `${Number(hours)}h${minutes}`;
}

/** `às 3h13`, `à 1h05`. @param time As `timeOfDay` writes it. */
export const atTime = (time: string): string => `${time.startsWith('1h') ? 'à' : 'às'} ${time}`;
