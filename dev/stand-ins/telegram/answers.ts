/** Refusals of `sendMessage` that can be asked for, in the words of Telegram's server (tdlib/telegram-bot-api). */
import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** By the name in the form. */
export const refusals = {
  bloqueado: [403, 'Forbidden: bot was blocked by the user'],
  desativado: [403, 'Forbidden: user is deactivated'],
  expulso: [403, 'Forbidden: bot was kicked from the supergroup chat'],
  'nao-membro': [403, 'Forbidden: bot is not a member of the group chat'],
  apagado: [403, 'Forbidden: the group chat was deleted'],
  'nao-inicia': [403, "Forbidden: bot can't initiate conversation with a user"],
  'sem-conversa': [400, 'Bad Request: chat not found'],
  par: [400, 'Bad Request: PEER_ID_INVALID'],
  'sem-direito': [400, 'Bad Request: not enough rights to send text messages to the chat'],
  'sem-direitos': [400, 'Bad Request: have no rights to send a message'],
  proibido: [400, 'Bad Request: CHAT_WRITE_FORBIDDEN'],
  restrito: [400, 'Bad Request: CHAT_RESTRICTED'],
  'topico-fechado': [400, 'Bad Request: TOPIC_CLOSED'],
  'topico-apagado': [400, 'Bad Request: TOPIC_DELETED'],
  topico: [400, 'Bad Request: message thread not found'],
  longo: [400, 'Bad Request: message is too long'],
  marcas: [400, "Bad Request: can't parse entities"],
  codificacao: [400, 'Bad Request: strings must be encoded in UTF-8'],
  grande: [413, 'Request Entity Too Large'],
  token: [401, 'Unauthorized'],
  caminho: [404, 'Not Found'],
  'outro-403': [403, 'Forbidden: something that nobody listed'],
  'outro-4xx': [418, 'I am a teapot'],
  erro: [502, 'Bad Gateway'],
} as const satisfies Readonly<Record<string, readonly [ContentfulStatusCode, string]>>;

type RefusalName = keyof typeof refusals;

/** What the next messages are answered with. */
export interface RefusalSettings {
  /** Empty: as always. */
  refusal: RefusalName | '';
  /** How many; afterwards as always. */
  times: number;
  /** Only in this chat; empty: in every one. */
  chat: string;
}

export const noRefusal = (): RefusalSettings => ({ refusal: '', times: 0, chat: '' });

export const refusalChoices: Readonly<Record<string, string>> = {
  '': 'como sempre',
  ...Object.fromEntries(
    Object.entries(refusals).map(([name, [status, text]]) => [name, `${status} ${text}`]),
  ),
};
