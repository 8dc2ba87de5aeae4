/**
 * What the world expects after each answer of the providers of mail and chats. The answers are those of the local ones,
 * in the vendors' words; what they mean is written from the vendors' documentation and public reports, not from our code:
 * Resend (https://resend.com/docs/api-reference/errors, resend-node #455) and Telegram (tdlib/telegram-bot-api, Client.cpp).
 */
import { type ProblemName, problems } from '#dev/stand-ins/mail/answers.ts';
import { refusals } from '#dev/stand-ins/telegram/answers.ts';

/** For how long an answer holds, and of whom it is true. */
type About =
  /** Of one text; the next one is accepted. */
  | 'message'
  /** Of one address or chat, until something there changes. */
  | 'recipient'
  /** Of everything from us, until an operator or the provider mends it. */
  | 'provider';

export interface ProviderAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly retryAfter?: number;
  readonly about: About;
  /**
   * `refused`: this text is never accepted, and its recipient goes on. `ended`: nothing arrives there any more. `waits`:
   * the text is accepted later. `unknown`: it may have been accepted.
   */
  readonly expects: 'refused' | 'ended' | 'waits' | 'unknown';
  /** With `refused`: so many texts in a row, over so long, end the recipient. */
  readonly endsAfter?: { readonly texts: number; readonly overMs: number };
}

const HOUR_MS = 3_600_000;

type Expected = Pick<ProviderAnswer, 'about' | 'expects' | 'endsAfter'>;
const ofAll: Expected = { about: 'provider', expects: 'waits' };
const unknown: Expected = { about: 'provider', expects: 'unknown' };
const ofText: Expected = { about: 'message', expects: 'refused' };
const over: Expected = { about: 'recipient', expects: 'ended' };
const later: Expected = { about: 'recipient', expects: 'waits' };
/** So many texts in a row, over an hour or more. */
const after = (texts: number): Expected => ({
  ...{ about: 'recipient', expects: 'refused', endsAfter: { texts, overMs: HOUR_MS } },
});

function mail(name: ProblemName, expected: Expected): ProviderAnswer {
  const { status, name: error, message, ...more } = problems[name];
  return { status, body: { statusCode: status, name: error, message }, ...more, ...expected };
}
const said = (status: number, description: string, expected: Expected, parameters?: object) => ({
  status,
  body: { ok: false, error_code: status, description, ...(parameters && { parameters }) },
  ...expected,
});
function chat(name: keyof typeof refusals, expected: Expected): ProviderAnswer {
  const [status, description] = refusals[name];
  return said(status, description, expected);
}

export const mailAnswers: readonly ProviderAnswer[] = [
  mail('dominio', ofAll),
  mail('chave-invalida', ofAll),
  // The same, told with 400.
  { ...mail('chave-invalida', ofAll), status: 400 },
  mail('chave-suspensa', ofAll),
  mail('ritmo', ofAll),
  mail('cota-dia', ofAll),
  mail('erro', unknown),
  { status: 503, body: '<html>Service Unavailable</html>', ...unknown },
  mail('endereco', after(3)),
  // A field of this mail that the provider does not take.
  mail('campo', ofText),
  // An answer that nobody has seen before.
  mail('desconhecida', ofText),
];

export const chatAnswers: readonly ProviderAnswer[] = [
  chat('bloqueado', over),
  chat('expulso', over),
  chat('desativado', over),
  chat('sem-conversa', after(2)),
  // Telegram once said it falsely to every channel.
  chat('sem-direito', later),
  chat('codificacao', ofText),
  said(400, 'Bad Request: SOMETHING_NEW', ofText),
  said(429, 'Too Many Requests: retry after 7', later, { retry_after: 7 }),
  chat('token', ofAll),
  chat('erro', unknown),
];

/** The answer that a stand-in gives under a name, if it is in the table; `null` otherwise. */
export function answerNamed(of: 'mail' | 'chat', name: string): ProviderAnswer | null {
  const [message] =
    of === 'mail'
      ? Object.entries(problems).flatMap(([each, problem]) => (each === name ? [problem.message] : []))
      : Object.entries(refusals).flatMap(([each, [, text]]) => (each === name ? [text] : []));
  // An answer that nobody has seen before.
  if (of === 'chat' && name === 'desconhecida')
    return chatAnswers.find(({ body }) => JSON.stringify(body).includes('SOMETHING_NEW')) ?? null;
  if (message === undefined) return null;
  return (
    (of === 'mail' ? mailAnswers : chatAnswers).find(({ body }) =>
      JSON.stringify(body).includes(JSON.stringify(message).slice(1, -1)),
    ) ?? null
  );
}
