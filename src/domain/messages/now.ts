/** Sentences of "Agora" and of the list of falls. */
import { shared } from './shared.ts';
import { writer } from './writer.ts';

export const now = {
  // How everything stands
  'now.loading': 'Vendo como estão os seus sites',
  'now.failed': 'Não conseguimos ver agora como estão os seus sites.',
  'now.asking': 'Conferindo',
  'now.silent':
    'O seu Vigia não respondeu agora. Abaixo está o que soubemos por último; esta página pergunta de novo sozinha.',
  'now.never-heard': 'O seu Vigia acabou de ser ligado e conta dos monitores em instantes.',
  'now.none': 'O primeiro monitor aparece aqui assim que é criado.',
  'now.checked': 'Conferido {hora}',
  'now.seen-failed-title': 'Não deu para dizer que você está vendo',
  'now.seen-by': '{nome} está vendo, desde {desde}',
  'now.fallen-since': 'Mostrar o que caiu agora ({count})',

  // Falls of ninety days
  'occurrences.loading': 'Carregando as quedas',
  'occurrences.failed-title': 'Não foi possível carregar as quedas',
  'occurrences.none': 'Nenhuma queda nos últimos 90 dias.',
  'occurrences.cut': 'Aqui estão as {count} quedas mais novas.',
} as const;

export const message = writer({ ...shared, ...now });
