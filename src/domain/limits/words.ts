/** How mails and pages write the limits of monitors. */
import { RETRY_SECONDS_MIN } from './monitors.ts';

/** "20 s", "10 min", "90 s": never rounded, because it repeats what the customer typed. */
export function writeInterval(seconds: number): string {
  return seconds >= 60 && seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
}

export const countOfMonitors = (count: number): string => `${count} ${count === 1 ? 'monitor' : 'monitores'}`;

/** "5 monitores ligados". */
export const countOfRunning = (count: number): string =>
  `${countOfMonitors(count)} ${count === 1 ? 'ligado' : 'ligados'}`;

/** "2 monitores tentam de novo em menos de 20 s depois de uma falha". */
export const retryTooSoon = (count: number): string =>
  `${countOfMonitors(count)} ${count === 1 ? 'tenta' : 'tentam'} de novo em menos de ${writeInterval(RETRY_SECONDS_MIN)} depois de uma falha`;

/** What happens to these monitors; the same under every plan. */
export const retryRaised = (count: number): string =>
  `o intervalo de repetição ${count === 1 ? 'dele' : 'deles'} passa a ${writeInterval(RETRY_SECONDS_MIN)}, o menor em todos os planos`;
