/** What the list of falls says of one, on the page and as CSV. Pure. */

import { lasted } from '#domain/alerts/clock.ts';
import type { FallEnd } from '#domain/alerts/levels.ts';
import type { Occurrence } from '#domain/api-schemas/now.ts';
import { formatMoment, tableMoment } from '#domain/billing/days.ts';
import { whyDown } from '#domain/now/words.ts';
import { csvFile } from '#domain/text/csv.ts';

/** How it ended, where it did not just return. */
const ends: Readonly<Record<Exclude<FallEnd, 'up'>, string>> = {
  unseen: 'o fim não foi visto',
  paused: 'pausado no painel',
  limit: 'pausado: acima do limite do plano',
  detached: 'os avisos foram desligados neste monitor',
  channel: 'os avisos foram desligados',
  deleted: 'apagado no painel',
};

/** How long it lasted; where nobody knows, why. @param now The moment at which it is read. */
export function lengthOf({ since, until, endedBy, gap }: Occurrence, now: number): string {
  if (until === null) return `há ${lasted(now - since)}`;
  if (endedBy !== null && endedBy !== 'up') return ends[endedBy];
  return gap === null ? lasted(until - since) : 'não se sabe quanto durou';
}

/** Returns the whole file. @param now The moment at which it is written. */
export const occurrencesCsv = (occurrences: readonly Occurrence[], now: number): string =>
  csvFile([
    [
      'Monitor',
      'Endereço',
      'Começou',
      'Terminou',
      'Duração',
      'Motivo',
      'Mensagem',
      'Quem foi avisado',
      'Quem viu',
    ],
    ...occurrences.map((each) => [
      each.monitor.name,
      each.monitor.address,
      tableMoment(each.since),
      each.until === null ? null : tableMoment(each.until),
      lengthOf(each, now),
      whyDown(each, now),
      each.message,
      each.told.map(({ recipient, at }) => `${recipient} em ${formatMoment(at)}`).join('; '),
      each.seen === null ? null : `${each.seen.by} em ${formatMoment(each.seen.at)}`,
    ]),
  ]);
