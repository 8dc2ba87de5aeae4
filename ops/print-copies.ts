/** Output of the commands about copies of environments. */
import type {
  EnvironmentCopies,
  MovedEnvironment,
  RemovedCopies,
  RestoredEnvironment,
  WokenEnvironment,
} from '#domain/api-schemas/operation-environments.ts';
import { at, columns } from './print.ts';

export const printCopies = ({ subdomain, copiedAt, isAsked }: EnvironmentCopies): string =>
  [
    copiedAt === null
      ? `${subdomain}: nunca copiado.`
      : `${subdomain}: copiado por último em ${at(copiedAt)}.`,
    ...(isAsked
      ? ['Uma cópia começou agora: repita sem --agora, em um minuto, para ver se está guardada.']
      : []),
  ].join('\n');

export const printRemovedCopies = (left: readonly RemovedCopies[]): string =>
  left.length === 0
    ? 'Nenhuma cópia de um ambiente removido espera por alguém.'
    : [
        'Passou o prazo prometido. Apague a pasta de cada um no armazenamento, e depois diga "copias-apagadas <nome>":',
        columns([
          ['REMOVIDO EM', 'NOME'],
          ...left.map(({ application, removedAt }) => [at(removedAt), application]),
        ]),
      ].join('\n');

export const printRestored = ({ subdomain, copy, isDone }: RestoredEnvironment): string => {
  const which = copy === 'latest' ? 'da última cópia' : `da cópia ${copy}`;
  return isDone
    ? `De volta: ${subdomain}, ${which}. O cliente recebe um e-mail.`
    : `Na fila: ${subdomain} volta ${which} em alguns minutos. Repita o comando para ver, ou "historico".`;
};

const steps: Record<MovedEnvironment['step'], string> = {
  copying: 'está sendo copiado; ainda funciona onde estava',
  stopping: 'para onde estava',
  starting: 'volta da cópia no cluster novo',
  clearing: 'funciona no novo, e é removido do antigo',
  done: 'está lá, e em nenhum outro',
};
export const printMoved = ({ subdomain, from, to, step }: MovedEnvironment): string =>
  step === 'done'
    ? `${subdomain}, em ${to}: ${steps.done}.`
    : `${subdomain}, de ${from} para ${to}: ${steps[step]}. Repita o comando para ver.`;

export const printWoken = ({ subdomain, isWoken, isReady }: WokenEnvironment): string =>
  isReady
    ? `${subdomain} está acordado e responde.`
    : `${subdomain} ${isWoken ? 'foi acordado' : 'já tinha sido acordado'}, e ainda não responde. Repita o comando para ver.`;
