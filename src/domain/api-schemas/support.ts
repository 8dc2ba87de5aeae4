/**
 * `POST /api/suporte` (requirements 000 §3, §5, §7): a message to the support team. Public; a sender who is signed in gets a
 * deadline.
 *
 * Form and Worker share these rules. Only the message keeps line breaks; name and subject go into mail headers.
 */
import * as z from 'zod/mini';
import { normalEmail } from '../email/email.ts';
import { message, type SupportMessageId } from '../messages/support.ts';
import { planIds } from '../plans/ids.ts';
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

export const SupportResponse = z.object({
  details: z.string(),
  /** What people call the message by. */
  number: z.string(),
  /** Until when a person answers, milliseconds UTC; `null` for a sender who was not signed in. */
  dueAt: z.nullable(z.int()),
});
export type SupportResponse = z.output<typeof SupportResponse>;

/** The newest of them are listed. */
export const OWN_MESSAGES_MAX = 100;

/** `GET /api/conta/suporte`: what an account wrote while it was signed in, the newest first; milliseconds UTC. */
export const OwnMessages = z.object({
  /** Whose deadline the next message has; `null` without an environment that runs. */
  plan: z.nullable(z.enum(planIds)),
  /** Plans are the owner's. */
  isOwner: z.boolean(),
  messages: z.array(
    z.object({
      number: z.string(),
      subject: z.string(),
      at: z.int(),
      dueAt: z.int(),
      answeredAt: z.nullable(z.int()),
    }),
  ),
});
export type OwnMessages = z.output<typeof OwnMessages>;

/** The token of the link in the team's mail, after `#`; it names a message. */
export const AnsweredRequest = z.strictObject({
  t: z.string(message('support.link-over')).check(z.regex(/^[\w.-]{20,300}$/, message('support.link-over'))),
});
/** The message that the link is about, as the team sees it; milliseconds UTC. */
export const AnsweredMessage = z.object({
  number: z.string(),
  subject: z.string(),
  plan: z.nullable(z.enum(planIds)),
  at: z.int(),
  dueAt: z.nullable(z.int()),
  answeredAt: z.nullable(z.int()),
});
export type AnsweredMessage = z.output<typeof AnsweredMessage>;

/** What `npm run ops -- suporte` shows; milliseconds UTC. */
export const SupportReport = z.object({
  /** `YYYY-MM`, of the day in São Paulo on which a message came. */
  month: z.string(),
  /** With a deadline and without an answer, the most urgent first, of any month. */
  open: z.array(
    z.object({
      number: z.string(),
      plan: z.nullable(z.enum(planIds)),
      tenant: z.nullable(z.string()),
      at: z.int(),
      dueAt: z.int(),
    }),
  ),
  /** Messages of the month that have a deadline, by plan; `null` without one that runs. */
  plans: z.array(
    z.object({
      plan: z.nullable(z.enum(planIds)),
      messages: z.int(),
      answered: z.int(),
      /** Median time to the first answer, on the clock that the plan promises; `null` without an answer. */
      medianMinutes: z.nullable(z.int()),
      /** Of those answered or overdue, how many were answered in time; `null` while there are none. */
      inTimePercent: z.nullable(z.int()),
    }),
  ),
});
export type SupportReport = z.output<typeof SupportReport>;

/** An assisted start that is not over: what `npm run ops -- implantacao` lists. */
export const OpenOnboarding = z.object({
  tenant: z.string(),
  /** Milliseconds, UTC. */
  at: z.int(),
  /** `YYYY-MM-DD`: last day on which team and customer talk for the first time. */
  until: z.string(),
});
export type OpenOnboarding = z.output<typeof OpenOnboarding>;
