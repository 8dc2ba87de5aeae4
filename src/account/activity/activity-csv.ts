/** The history as CSV: one line per event, the newest first. */

import { activitySubjects, activityWords, subjectOfKind } from '#domain/activity/kinds.ts';
import type { Activity } from '#domain/api-schemas/activity.ts';
import { formatMoment } from '#domain/billing/days.ts';
import { csvFile } from '#domain/text/csv.ts';

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
