/** What became of messages and of providers, in words: for `/conta/avisos`, for operators and in mails. */
import { offSentences, type RecipientKind } from '#domain/alerts/codes.ts';
import type { AnswerCode } from '#functions/vendors/delivery.ts';

/** What a message's row keeps beside answers of a provider. */
export type OwnDetail =
  | 'plan'
  | 'folded'
  | 'held'
  | 'returned'
  | 'failed'
  | 'late'
  | 'lost'
  | 'replaced'
  | 'ended';

const answers: Readonly<Record<Exclude<AnswerCode, `unlisted-${number}`>, string>> = {
  address: 'o provedor diz que o endereço não pode receber',
  'chat-missing': 'o Telegram diz que a conversa não existe',
  'chat-gone': offSentences.blocked,
  'chat-rights': 'o robô não pode escrever nesta conversa agora',
  'chat-refuses': 'a conversa recusou a mensagem',
  'chat-pause': 'o Telegram pediu uma pausa',
  'channel-missing': 'o canal ou o endereço dele não existe mais',
  'channel-closed': 'quem administra o canal não deixa escrever nele',
  'channel-off': 'o fluxo do Teams está desligado, ou o endereço dele mudou',
  'channel-pause': 'o canal pediu uma pausa',
  'channel-forum': 'em um fórum do Discord, o endereço termina com ?thread_id= e o número do tópico',
  content: 'o provedor não aceitou o texto desta mensagem',
  thread: 'o tópico da conversa não existe mais',
  'key-format': 'um defeito nosso: o identificador desta mensagem',
  'key-used': 'uma tentativa anterior desta mensagem já tinha sido aceita',
  'key-busy': 'o provedor ainda trata uma tentativa anterior',
  credentials: 'o provedor não aceita a nossa chave',
  'sender-domain': 'o domínio do remetente não está verificado no provedor',
  sender: 'o provedor não aceita o remetente',
  endpoint: 'o endereço da API do provedor não responde como deve',
  quota: 'a nossa cota no provedor acabou',
  rate: 'o provedor pediu uma pausa',
  banned: 'o provedor bloqueou por um tempo o endereço de onde escrevemos',
  unreachable: 'o provedor não responde',
};

const own: Readonly<Record<OwnDetail, string>> = {
  plan: 'o plano não tem mais este destino',
  folded: 'o estado mais novo deste monitor foi em outra mensagem',
  held: 'recusado pelo provedor; recusas em série não desligam ninguém',
  returned: 'o e-mail voltou: caixa cheia, ou recusado por quem recebe',
  failed: 'o provedor aceitou e depois não conseguiu enviar',
  late: 'ainda não entregue a quem recebe',
  lost: 'o provedor não respondeu por um dia',
  ended: 'o painel terminou antes',
  replaced: 'o provedor não disse se aceitou; o que vale agora foi em outro aviso',
};

const all: Readonly<Record<string, string>> = { ...offSentences, ...answers, ...own };

/** The words of a code in a row; a text that is no code is its own words. */
export function detailWords(code: string): string {
  const [, of, status] = /^(unlisted|status)-(\d+)$/.exec(code) ?? [];
  if (status === undefined) return all[code] ?? code;
  return of === 'status' ? `o endereço respondeu ${status}` : `o provedor recusou a mensagem (${status})`;
}

/** Providers by kind, as sentences name them. */
export const providerWords: Readonly<Record<RecipientKind, string>> = {
  email: 'o provedor de e-mail',
  telegram: 'o Telegram',
  slack: 'o Slack',
  discord: 'o Discord',
  teams: 'o Teams',
  webhook: 'o endereço',
};
