/** The history as CSV: one line per event, the newest first. */

import { activitySubjects, activityWords, subjectOfKind } from '#domain/activity/kinds.ts';
import type { Activity } from '#domain/api-schemas/activity.ts';
import { tableMoment } from '#domain/billing/days.ts';
import { csvFile } from '#domain/text/csv.ts';

const parts = {
  owner: 'Dono da conta',
  member: 'Pessoa da equipe',
  'former-member': 'Pessoa que saiu',
  team: 'Equipe da Vigia',
  system: 'Vigia',
} as const satisfies Record<Activity['who']['role'], string>;

/** Who did it, in words: the name where there is one. */
export const actorWords = ({ role, name }: Activity['who']): string => name ?? parts[role];

/** Returns the whole file. */
export const activityCsv = (activities: readonly Activity[]): string =>
  csvFile([
    ['Quando', 'Assunto', 'O que', 'Quem', 'Papel'],
    ...activities.map(({ at, kind, about, who }) => [
      tableMoment(at),
      activitySubjects[subjectOfKind(kind)],
      activityWords(kind, about),
      actorWords(who),
      parts[who.role],
    ]),
  ]);
