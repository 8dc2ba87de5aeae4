/** How mails and pages write the limits of monitors. */

/** "20 s", "10 min", "90 s": never rounded, because it repeats what the customer typed. */
export function writeInterval(seconds: number): string {
  return seconds >= 60 && seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
}

export const countOfMonitors = (count: number): string => `${count} ${count === 1 ? 'monitor' : 'monitores'}`;
