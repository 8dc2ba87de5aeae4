/** How the limits of monitors are written, in mails and on pages. */

/** "20 s", "10 min", "90 s": never rounded, because the customer typed it. */
export function writeInterval(seconds: number): string {
  return seconds >= 60 && seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
}

export const countOfMonitors = (count: number): string => `${count} ${count === 1 ? 'monitor' : 'monitores'}`;
