/** What became of messages and of providers, in words: for `/conta/avisos`, for operators and in mails. */
import { offSentences } from '#domain/alerts/codes.ts';
import type { AnswerCode } from '#functions/vendors/delivery.ts';

/** What a message's row keeps beside answers of a provider. */
export type OwnDetail = 'held' | 'returned' | 'failed' | 'late' | 'lost' | 'replaced' | 'ended';

const answers: Readonly<Record<Exclude<AnswerCode, `unlisted-${number}`>, string>> = {
  address: 'o provedor diz que o endereço não pode receber',
  'chat-missing': 'o Telegram diz que a conversa não existe',
  'chat-gone': offSentences.blocked,
  'chat-rights': 'o robô não pode escrever nesta conversa agora',
  'chat-refuses': 'a conversa recusou a mensagem',
  'chat-pause': 'o Telegram pediu uma pausa',
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
  unreachable: 'o provedor não responde',
};

const own: Readonly<Record<OwnDetail, string>> = {
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
  const status = /^unlisted-(\d+)$/.exec(code)?.[1];
  return status === undefined ? (all[code] ?? code) : `o provedor recusou a mensagem (${status})`;
}

/** Providers by kind, as sentences name them. */
export const providerWords = { email: 'o provedor de e-mail', telegram: 'o Telegram' } as const;
