/** Answers of `POST /emails` that can be asked for, in the vendor's words: https://resend.com/docs/api-reference/errors. */
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Problem } from './state.ts';

const problem = (status: ContentfulStatusCode, name: string, message: string): Problem => ({
  status,
  name,
  message,
});

/** By the name in the form. */
export const problems = {
  'sem-chave': problem(401, 'missing_api_key', 'Missing API key in the authorization header.'),
  'chave-so-envia': problem(401, 'restricted_api_key', 'This API key is restricted to only send emails.'),
  'sem-supressao': problem(404, 'not_found', 'Suppression not found'),
  'chave-invalida': problem(401, 'validation_error', 'API key is invalid'),
  'chave-suspensa': problem(403, 'suspended_api_key', 'This API key is suspended.'),
  dominio: problem(
    403,
    'validation_error',
    'The vigia.example domain is not verified. Please, add and verify your domain on https://resend.com/domains',
  ),
  remetente: problem(403, 'invalid_from_address', 'The from address is not valid.'),
  endereco: problem(
    422,
    'validation_error',
    'Invalid `to` field. The email address needs to follow the `email@example.com` or `Name <email@example.com>` format.',
  ),
  assunto: problem(422, 'validation_error', 'Invalid `subject` field.'),
  campo: problem(422, 'missing_required_field', 'Missing `subject` field.'),
  grande: problem(413, 'payload_too_large', 'The request is too large.'),
  seguranca: problem(451, 'security_error', 'We may have found a security issue with the request.'),
  caminho: problem(404, 'not_found', 'The requested endpoint does not exist.'),
  'cota-dia': problem(429, 'daily_quota_exceeded', 'You have reached your daily email sending quota.'),
  'cota-mes': problem(429, 'monthly_quota_exceeded', 'You have reached your monthly email sending quota.'),
  ritmo: {
    ...problem(429, 'rate_limit_exceeded', 'Too many requests. You can only make 2 requests per second.'),
    retryAfter: 2,
  },
  'chave-em-uso': problem(
    409,
    'concurrent_idempotent_requests',
    'Same idempotency key used while original request is still in progress.',
  ),
  'chave-outra': problem(
    409,
    'invalid_idempotent_request',
    'Same idempotency key used with a different request payload.',
  ),
  'chave-malfeita': problem(400, 'invalid_idempotency_key', 'The key must be between 1-256 chars.'),
  desconhecida: problem(418, 'a_new_error', 'Something that nobody listed.'),
  erro: problem(500, 'application_error', 'An unexpected error occurred.'),
} as const satisfies Readonly<Record<string, Problem>>;

export type ProblemName = keyof typeof problems;

/** True for a refusal that says something about one mail of a batch. */
export const isAboutOneMail = (name: ProblemName | ''): boolean =>
  name !== '' && problems[name].status === 422;

/** What the next mails are answered with. */
export interface AnswerSettings {
  /** Empty: as always. */
  answer: ProblemName | '';
  /** How many; afterwards as always. */
  times: number;
  /** Only for mail to addresses with this part; empty: for every one. */
  to: string;
}

/** The domain of the sender and what the key may, as the dashboard shows them. */
export interface SenderSettings {
  domain: 'verified' | 'pending' | 'failed';
  access: 'sending_access' | 'full_access';
}

export const noAnswer = (): AnswerSettings => ({ answer: '', times: 0, to: '' });
export const verifiedSender = (): SenderSettings => ({ domain: 'verified', access: 'sending_access' });

export const answerChoices: Readonly<Record<string, string>> = {
  '': 'como sempre',
  ...Object.fromEntries(
    Object.entries(problems).map(([name, { status, name: error }]) => [name, `${status} ${error} (${name})`]),
  ),
};

/** What the provider tells of a mail that it accepted, by the button on its page. */
export const ends = {
  devolver: { type: 'email.bounced', bounce: { type: 'Permanent', subType: 'General' } },
  cheia: { type: 'email.bounced', bounce: { type: 'Transient', subType: 'MailboxFull' } },
  indefinida: { type: 'email.bounced', bounce: { type: 'Undetermined', subType: 'Undetermined' } },
  spam: { type: 'email.complained' },
  'falhou-cota': { type: 'email.failed', failed: { reason: 'reached_daily_quota' } },
  falhou: { type: 'email.failed', failed: { reason: 'invalid_recipient' } },
  atrasar: { type: 'email.delivery_delayed' },
  entregar: { type: 'email.delivered' },
  suprimir: {
    type: 'email.suppressed',
    suppressed: {
      type: 'OnAccountSuppressionList',
      message: 'The recipient is on the account suppression list.',
    },
  },
} as const;

export type EndName = keyof typeof ends;
export const endLabels: Readonly<Record<EndName, string>> = {
  devolver: 'Devolver: a caixa não existe',
  cheia: 'Devolver: caixa cheia',
  indefinida: 'Devolver: sem motivo claro',
  spam: 'Marcar como spam',
  'falhou-cota': 'Falhar depois: cota',
  falhou: 'Falhar depois: outro motivo',
  atrasar: 'Atrasar',
  entregar: 'Entregar',
  suprimir: 'Suprimir',
};
