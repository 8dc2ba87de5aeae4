/** Formats the answer of `religar`. */
import type { UndoneEndings } from '#domain/api-schemas/operation-environments.ts';
import { at, columns } from './print.ts';

const providers = { email: 'e-mail', telegram: 'Telegram' } as const;
const situations = {
  desligado: 'desligado',
  ligado: 'ligado de novo',
  recusou: 'fica desligado: quem lê recusou os avisos',
} as const;

export function printEndings(
  { desde, disparados, rearmado, destinos }: UndoneEndings,
  { sim }: { readonly sim?: boolean },
): string {
  const listed = destinos.filter(({ naLista }) => naLista);
  const canReturn = destinos.some(({ situacao }) => situacao === 'desligado');
  return [
    ...disparados.map(
      ({ provedor, desde: since }) =>
        `Recusas em série no ${providers[provedor]} desde ${at(since)}: nenhum destino é desligado. Volte ao normal com --rearmar.`,
    ),
    ...(rearmado ? ['Recusas voltam a desligar destinos.'] : []),
    destinos.length === 0
      ? `Nenhum destino foi desligado por um provedor desde ${at(desde)}.`
      : columns([
          ['DESLIGADO', 'AMBIENTE', 'TIPO', 'DESTINO', 'AGORA'],
          ...destinos.map(({ em, ambiente, tipo, nome, situacao }) => [
            at(em),
            ambiente,
            providers[tipo],
            nome,
            situations[situacao],
          ]),
        ]),
    ...(canReturn && sim !== true ? ['Para ligar de novo, repita com --sim.'] : []),
    ...(listed.length === 0
      ? []
      : [
          'Tire também da lista de supressão do provedor de e-mail, ou o próximo aviso volta:',
          ...listed.map(({ nome }) => `  ${nome}`),
        ]),
  ].join('\n');
}
