/** Output of `imagens`: what runs, what is newer, and which faults are known. */
import type { ImageReport } from '#domain/api-schemas/operation-images.ts';
import { formatDay } from '#domain/billing/days.ts';
import { severityNames } from '#domain/operations/severity.ts';
import { at, columns } from './print.ts';

export const printImages = ({ isOn, images, sources, silent }: ImageReport): string => {
  if (!isOn) return 'Aqui não se pergunta por imagens (IMAGE_WATCH).';
  const faults = images.flatMap(({ name, faults: own }) =>
    own.map((each) => [
      name,
      `${each.package} ${each.version}`,
      each.advisory,
      severityNames[each.severity],
      each.fixedIn ?? 'sem correção',
      at(each.foundAt),
      each.acceptedUntil === null ? '' : `aceita até ${formatDay(each.acceptedUntil)}`,
    ]),
  );
  return [
    columns([
      ['IMAGEM', 'RODA', 'MAIS NOVA', 'PACOTES DA'],
      ...images.map(({ name, version, newest, readFrom }) => [
        name,
        version ?? 'não se sabe',
        newest ?? 'não se sabe',
        readFrom ?? '',
      ]),
    ]),
    faults.length === 0
      ? 'Nenhuma falha conhecida.'
      : columns([['IMAGEM', 'PACOTE', 'FALHA', 'GRAVIDADE', 'CORRIGIDA', 'DESDE', ''], ...faults]),
    ...sources.map(
      (each) => `${each.name}: ${each.at === null ? 'nunca respondeu' : `respondeu em ${at(each.at)}`}`,
    ),
    ...(silent === null ? [] : [`Agora ${silent}.`]),
  ].join('\n');
};
