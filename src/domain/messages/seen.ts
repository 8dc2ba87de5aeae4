/** Sentences of the page behind "Estou vendo" in a mail. Apart, because that page loads nothing else. */
import { writer } from './writer.ts';

export const seen = {
  'seen.reading': 'Abrindo o link',
  'seen.for': 'Você diz isto em nome de {nome}, no painel {painel}.',
  'seen.means':
    'Quem está vendo cuida da queda: ninguém mais é lembrado dela, e quem recebeu o aviso fica sabendo de você. O retorno é avisado a todos.',
  'seen.since': 'fora do ar desde {desde}',
  'seen.back': 'já voltou, em {ate}',
  'seen.by': '{quem} está vendo',
  'seen.done':
    'Pronto: {monitores} não recebe mais lembretes. Quem recebeu o aviso fica sabendo que {nome} está vendo.',
  'seen.done-many':
    'Pronto: {monitores} não recebem mais lembretes. Quem recebeu o aviso fica sabendo que {nome} está vendo.',
  'seen.taken': '{quem} disse primeiro. Os lembretes já pararam.',
  'seen.over': 'Já voltou: não há nada mais para ver.',
  'seen.elsewhere': 'O que está fora do ar, e quem está vendo, você encontra na sua conta, em Agora.',
  'seen.failed': 'O pedido não chegou. Confira a sua conexão e tente de novo.',
  'seen.no-script':
    'Esta página precisa de JavaScript. Sem ele, diga “Estou vendo” na sua conta, em Agora, ou responda a quem recebeu o aviso com você.',
} as const;

export const message = writer<keyof typeof seen>(seen);
