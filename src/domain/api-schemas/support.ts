/**
 * `POST /api/suporte` (requirements 000 §3, §5, §7): a message to the support team, without a sign-in.
 *
 * Form and Worker share these rules. Only the message keeps line breaks; name and subject go into mail headers.
 */
import * as z from 'zod/mini';
import { normalEmail } from '../email/email.ts';
import { message, type SupportMessageId } from '../messages/support.ts';
import { type FieldShape, invalid, type Result, tidy, tidyPattern, valid } from '../result.ts';
import { ruled } from './field.ts';

export const supportEndpoint = '/api/suporte';

const SUPPORT_MESSAGE_LENGTH_MAX = 5000;

function checkText(typed: string, max: number, tooLong: SupportMessageId): Result<string, SupportMessageId> {
  const text = tidy(typed);
  if (text === '') return invalid('support.required');
  return text.length > max ? invalid(tooLong) : valid(text);
}

function checkMessage(typed: string): Result<string, SupportMessageId> {
  const text = typed.trim().replace(/\r\n?/g, '\n');
  if (text === '') return invalid('support.required');
  return text.length > SUPPORT_MESSAGE_LENGTH_MAX ? invalid('support.message-too-long') : valid(text);
}

const mailAddress = z.email();

function checkEmail(typed: string): Result<string, SupportMessageId> {
  const text = normalEmail(typed);
  if (text === '') return invalid('support.required');
  return text.length <= EMAIL_LENGTH_MAX && mailAddress.safeParse(text).success
    ? valid(text)
    : invalid('support.email-invalid');
}

const NAME_LENGTH_MAX = 100;
const SUBJECT_LENGTH_MAX = 150;
const EMAIL_LENGTH_MAX = 254;

const checkName = (typed: string): Result<string, SupportMessageId> =>
  checkText(typed, NAME_LENGTH_MAX, 'support.name-too-long');
const checkSubject = (typed: string): Result<string, SupportMessageId> =>
  checkText(typed, SUBJECT_LENGTH_MAX, 'support.subject-too-long');

/** The field rules, each with its shape. */
export const supportShapes: readonly (readonly [
  (typed: string) => Result<string, SupportMessageId>,
  FieldShape,
])[] = [
  [
    checkName,
    {
      description: `Nome de quem escreve, até ${NAME_LENGTH_MAX} caracteres.`,
      pattern: /* @__PURE__ */ tidyPattern(NAME_LENGTH_MAX),
      example: 'Maria da Silva',
    },
  ],
  [
    checkEmail,
    {
      description: `E-mail para a resposta, até ${EMAIL_LENGTH_MAX} caracteres.`,
      pattern: `^\\s*[^\\s@]{1,${EMAIL_LENGTH_MAX}}@[^\\s@]{1,${EMAIL_LENGTH_MAX}}\\s*$`,
      example: 'maria@exemplo.com.br',
    },
  ],
  [
    checkSubject,
    {
      description: `Assunto, até ${SUBJECT_LENGTH_MAX} caracteres.`,
      pattern: /* @__PURE__ */ tidyPattern(SUBJECT_LENGTH_MAX),
      example: 'Dúvida sobre o plano Pro',
    },
  ],
  [
    checkMessage,
    {
      description: `Mensagem, até ${SUPPORT_MESSAGE_LENGTH_MAX} caracteres; quebras de linha contam.`,
      pattern: '\\S',
      example: 'Quero saber se o plano Pro avisa por telefone.',
    },
  ],
];

export const SupportRequest = z.strictObject({
  nome: ruled(checkName, message),
  email: ruled(checkEmail, message),
  assunto: ruled(checkSubject, message),
  mensagem: ruled(checkMessage, message),
  /** Honeypot: people do not see the field. A message that fills it is accepted and discarded. */
  site: z.optional(z.string({ error: message('field.unknown') })),
});
/** The form's values while the visitor types. */
export type SupportDraft = z.input<typeof SupportRequest>;
export type SupportRequest = z.output<typeof SupportRequest>;

export const SupportResponse = z.object({ details: z.string() });
export type SupportResponse = z.output<typeof SupportResponse>;
