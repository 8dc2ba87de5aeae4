/** Formats the answer of `religar`. */
import { kindNames } from '#domain/alerts/codes.ts';
import type { UndoneEndings } from '#domain/api-schemas/operation-environments.ts';
import { at, columns } from './print.ts';

const providers = { ...kindNames, email: 'e-mail' };
const states = {
  off: 'desligado',
  on: 'ligado de novo',
  refused: 'fica desligado: quem lê recusou os avisos',
} as const;

export function printEndings(
  { since, tripped, isRearmed, recipients }: UndoneEndings,
  { isSure }: { readonly isSure?: boolean },
): string {
  const listed = recipients.filter(({ isListed }) => isListed);
  const canReturn = recipients.some(({ state }) => state === 'off');
  return [
    ...tripped.map(
      (provider) =>
        `Recusas em série no ${providers[provider.kind]} desde ${at(provider.since)}: nenhum destino é desligado. Volte ao normal com --rearmar.`,
    ),
    ...(isRearmed ? ['Recusas voltam a desligar destinos.'] : []),
    recipients.length === 0
      ? `Nenhum destino foi desligado por um provedor desde ${at(since)}.`
      : columns([
          ['DESLIGADO', 'AMBIENTE', 'TIPO', 'DESTINO', 'AGORA'],
          ...recipients.map((each) => [
            at(each.at),
            each.subdomain,
            providers[each.kind],
            each.name,
            states[each.state],
          ]),
        ]),
    ...(canReturn && isSure !== true ? ['Para ligar de novo, repita com --sim.'] : []),
    ...(listed.length === 0
      ? []
      : [
          'Tire também da lista de supressão do provedor de e-mail, ou o próximo aviso volta:',
          ...listed.map(({ name }) => `  ${name}`),
        ]),
  ].join('\n');
}
