/** Output of the command about incidents. */
import type { Incident } from '#domain/api-schemas/availability.ts';
import { at } from './print.ts';

export const printIncidents = (incidents: readonly Incident[]): string =>
  incidents.length === 0
    ? 'Nenhum incidente.'
    : incidents
        .map(({ id, titulo, desde, ate, textos }) =>
          [
            `${id}: ${titulo} (desde ${at(desde)}${ate === null ? ', aberto' : `, até ${at(ate)}`})`,
            ...textos.map(({ em, texto }) => `  ${at(em)}  ${texto}`),
          ].join('\n'),
        )
        .join('\n');
