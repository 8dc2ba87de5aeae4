/** Sentences of the search in the frequent questions. */
import { writer } from './writer.ts';

export const faq = {
  // Search in the FAQ
  'faq.search': 'Buscar nas perguntas',
  'faq.found-one': '1 pergunta encontrada',
  'faq.found': '{count} perguntas encontradas',
  'faq.none': 'Nenhuma pergunta sobre “{typed}”',
  'faq.ask-hint': 'A equipe responde por e-mail. O que você digitou vai junto.',
  'faq.ask': 'Perguntar à equipe',
  'faq.search-docs': 'Procurar na documentação',
  'faq.show-all': 'Ver todas as perguntas',
} as const;

export type FaqMessageId = keyof typeof faq;

export const message = writer<FaqMessageId>(faq);
