/** The history as CSV: one line per event, the newest first. */
import type { Activity } from '../api-schemas/activity.ts';
import { formatMoment } from '../billing/days.ts';
import { csvFile } from '../csv/csv.ts';
import { activitySubjects, activityWords, subjectOfKind } from './kinds.ts';

const parts = {
  dono: 'Dono da conta',
  membro: 'Pessoa do ambiente',
  'ex-membro': 'Pessoa que saiu',
  equipe: 'Equipe da Vigia',
  sistema: 'Automático',
} as const satisfies Record<Activity['quem']['papel'], string>;

/** Who did it, in words: the name where there is one. */
export const actorWords = ({ papel, nome }: Activity['quem']): string => nome ?? parts[papel];

/** Returns the whole file. */
export const activityCsv = (activities: readonly Activity[]): string =>
  csvFile([
    ['Quando', 'Assunto', 'O que', 'Quem', 'Papel'],
    ...activities.map(({ em, tipo, quem }) => [
      formatMoment(em),
      activitySubjects[subjectOfKind(tipo)],
      activityWords(tipo),
      actorWords(quem),
      parts[quem.papel],
    ]),
  ]);
