/** Output of `demonstracao`. */
import type { OwnEnvironmentLine } from '#domain/api-schemas/operation-environments.ts';
import { columns } from './print.ts';
import { codeSentence } from './words.ts';

const steps: Readonly<Record<OwnEnvironmentLine['step'], string>> = {
  missing: 'por fazer',
  creating: 'subindo',
  filling: 'sendo enchido',
  ready: 'pronto, abre sem login',
  silent: 'não abre sem login',
  failed: 'parou',
};
/** Reasons that are no codes of the API. */
const reasons: Readonly<Record<string, string>> = { 'no-room': 'Nenhum cluster tem lugar.' };

function counted({ made, changed, removed }: OwnEnvironmentLine): string {
  const parts = [
    ...(made === 0 ? [] : [`${made} feitos`]),
    ...(changed === 0 ? [] : [`${changed} acertados`]),
    ...(removed === 0 ? [] : [`${removed} apagados`]),
  ];
  return parts.length === 0 ? '' : `monitores: ${parts.join(', ')}`;
}

export function printOwnEnvironments(lines: readonly OwnEnvironmentLine[]): string {
  const why = lines.flatMap(({ subdomain, reason, refused }) => [
    ...(reason === null ? [] : [`  ${subdomain}: ${reasons[reason] ?? codeSentence(reason)}`]),
    ...refused.map(({ id, detail }) => `  ${subdomain}: o painel recusou o monitor "${id}": ${detail}`),
  ]);
  const isOver = lines.every(({ step }) => step === 'ready');
  return [
    columns([
      ['AMBIENTE', 'ENDEREÇO', 'ONDE ESTÁ', ''],
      ...lines.map((line) => [line.subdomain, line.url, steps[line.step], counted(line)]),
    ]),
    ...why,
    ...(isOver ? [] : ['Repita com --sim: o comando segue de onde parou.']),
  ].join('\n');
}
