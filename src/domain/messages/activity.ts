/** Sentences about the history of an environment. */
import { shared } from './shared.ts';
import { writer } from './writer.ts';

export const activity = {
  'activity.loading': 'Carregando a atividade',
  'activity.failed-title': 'Não foi possível carregar a atividade',
  'activity.no-environment': 'Esta conta não tem um ambiente, e por isso não há atividade.',
  'activity.creating': 'O ambiente ainda está sendo criado. A atividade aparece quando ele estiver pronto.',
  'activity.paused':
    'O seu acesso a este ambiente está pausado. Com o acesso de volta, a atividade aparece aqui.',
  'activity.none': 'Nada deste assunto aconteceu ainda.',
  'activity.cut': 'Aqui estão os {count} mais recentes. Os anteriores, peça ao suporte.',
} as const;

export const message = writer({ ...shared, ...activity });
