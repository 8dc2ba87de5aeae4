/** The history as CSV: one line per event, the newest first. */
import type { Activity } from '../api-schemas/activity.ts';
import { formatMoment } from '../billing/days.ts';
import { csvFile } from '../csv/csv.ts';
import { activitySubjects, activityWords, subjectOfKind } from './kinds.ts';

const parts = {
  owner: 'Dono da conta',
  member: 'Pessoa do ambiente',
  'former-member': 'Pessoa que saiu',
  team: 'Equipe da Vigia',
  system: 'Automático',
} as const satisfies Record<Activity['who']['role'], string>;

/** Who did it, in words: the name where there is one. */
export const actorWords = ({ role, name }: Activity['who']): string => name ?? parts[role];

/** Returns the whole file. */
export const activityCsv = (activities: readonly Activity[]): string =>
  csvFile([
    ['Quando', 'Assunto', 'O que', 'Quem', 'Papel'],
    ...activities.map(({ at, kind, who }) => [
      formatMoment(at),
      activitySubjects[subjectOfKind(kind)],
      activityWords(kind),
      actorWords(who),
      parts[who.role],
    ]),
  ]);
