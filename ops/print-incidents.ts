/** Output of the command about incidents. */
import type { Incident } from '#domain/api-schemas/availability.ts';
import { at } from './print.ts';

export const printIncidents = (incidents: readonly Incident[]): string =>
  incidents.length === 0
    ? 'Nenhum incidente.'
    : incidents
        .map(({ id, title, startedAt, endedAt, texts }) =>
          [
            `${id}: ${title} (desde ${at(startedAt)}${endedAt === null ? ', aberto' : `, até ${at(endedAt)}`})`,
            ...texts.map((each) => `  ${at(each.at)}  ${each.text}`),
          ].join('\n'),
        )
        .join('\n');
