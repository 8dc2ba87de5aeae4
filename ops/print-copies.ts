/** Output of the commands about copies of environments. */
import type {
  EnvironmentCopies,
  MovedEnvironment,
  RestoredEnvironment,
} from '#domain/api-schemas/operation-environments.ts';
import { at } from './print.ts';

export const printCopies = ({ subdominio, em, pedida }: EnvironmentCopies): string =>
  [
    em === null ? `${subdominio}: nunca copiado.` : `${subdominio}: copiado por último em ${at(em)}.`,
    ...(pedida
      ? ['Uma cópia começou agora: repita sem --agora, em um minuto, para ver se está guardada.']
      : []),
  ].join('\n');

export const printRestored = ({ subdominio, copia, isDone }: RestoredEnvironment): string => {
  const which = copia === 'latest' ? 'da última cópia' : `da cópia ${copia}`;
  return isDone
    ? `De volta: ${subdominio}, ${which}. O cliente recebe um e-mail.`
    : `Na fila: ${subdominio} volta ${which} em alguns minutos. Repita o comando para ver, ou "historico".`;
};

const steps: Record<MovedEnvironment['passo'], string> = {
  copying: 'está sendo copiado; ainda funciona onde estava',
  stopping: 'para onde estava',
  starting: 'volta da cópia no cluster novo',
  clearing: 'funciona no novo, e é removido do antigo',
  done: 'está lá, e em nenhum outro',
};
export const printMoved = ({ subdominio, de, para, passo }: MovedEnvironment): string =>
  passo === 'done'
    ? `${subdominio}, em ${para}: ${steps.done}.`
    : `${subdominio}, de ${de} para ${para}: ${steps[passo]}. Repita o comando para ver.`;
