/** Output of `imagens`: what runs, what is newer, and which faults are known. */
import type { ImageReport } from '#domain/api-schemas/operation-images.ts';
import { formatDay } from '#domain/billing/days.ts';
import { severityNames } from '#domain/operations/severity.ts';
import { at, columns } from './print.ts';

export const printImages = ({ ligada, imagens, fontes, naoResponderam }: ImageReport): string => {
  if (!ligada) return 'Aqui não se pergunta por imagens (IMAGE_WATCH).';
  const faults = imagens.flatMap(({ nome, falhas }) =>
    falhas.map((each) => [
      nome,
      `${each.pacote} ${each.versao}`,
      each.id,
      severityNames[each.gravidade],
      each.corrigida ?? 'sem correção',
      at(each.desde),
      each.aceita === null ? '' : `aceita até ${formatDay(each.aceita)}`,
    ]),
  );
  return [
    columns([
      ['IMAGEM', 'RODA', 'MAIS NOVA', 'PACOTES DA'],
      ...imagens.map(({ nome, versao, maisNova, listaDe }) => [
        nome,
        versao ?? 'não se sabe',
        maisNova ?? 'não se sabe',
        listaDe ?? '',
      ]),
    ]),
    faults.length === 0
      ? 'Nenhuma falha conhecida.'
      : columns([['IMAGEM', 'PACOTE', 'FALHA', 'GRAVIDADE', 'CORRIGIDA', 'DESDE', ''], ...faults]),
    ...fontes.map(({ nome, em }) => `${nome}: ${em === null ? 'nunca respondeu' : `respondeu em ${at(em)}`}`),
    ...(naoResponderam === null ? [] : [`Agora ${naoResponderam}.`]),
  ].join('\n');
};
