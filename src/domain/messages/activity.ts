/** Sentences about the history of an environment. */
import { shared } from './shared.ts';
import { writer } from './writer.ts';

export const activity = {
  'activity.loading': 'Carregando a atividade',
  'activity.failed-title': 'Não foi possível carregar a atividade',
  'activity.none': 'Nada deste assunto aconteceu ainda.',
  'activity.cut': 'Aqui estão os {count} mais recentes. Os anteriores, peça ao suporte.',
} as const;

export const message = writer({ ...shared, ...activity });
