/**
 * `POST /api/suporte` (requirements 000 §3, §5, §7): a message to the support team, without signing in.
 *
 * Form and Worker share these rules. Line breaks survive in the message only: name and subject end up in mail headers.
 */
import * as z from 'zod/mini';
import { type Checked, proved, refused, tidy } from '../checked.ts';
import { type MessageId, message } from '../messages.ts';
import { ruled } from './field.ts';

export const SUPPORT_MESSAGE_LENGTH_MAX = 5000;

function checkText(typed: string, max: number, tooLong: MessageId): Checked<string> {
  const text = tidy(typed);
  if (text === '') return refused('support.required');
  return text.length > max ? refused(tooLong) : proved(text);
}

function checkMessage(typed: string): Checked<string> {
  const text = typed.trim().replace(/\r\n?/g, '\n');
  if (text === '') return refused('support.required');
  return text.length > SUPPORT_MESSAGE_LENGTH_MAX ? refused('support.message-too-long') : proved(text);
}

const mailAddress = z.email();

function checkEmail(typed: string): Checked<string> {
  const text = typed.trim();
  if (text === '') return refused('support.required');
  return text.length <= 254 && mailAddress.safeParse(text).success
    ? proved(text)
    : refused('support.email-invalid');
}

export const SupportRequest = z.strictObject({
  nome: ruled((typed) => checkText(typed, 100, 'support.name-too-long')),
  email: ruled(checkEmail),
  assunto: ruled((typed) => checkText(typed, 150, 'support.subject-too-long')),
  mensagem: ruled(checkMessage),
  /** Invisible to people; only programs fill it in. Such a message is thanked for and thrown away. */
  site: z.optional(z.string({ error: message('field.unknown') })),
});
/** What the form holds while the visitor types. */
export type SupportDraft = z.input<typeof SupportRequest>;
export type SupportRequest = z.output<typeof SupportRequest>;

export const SupportResponse = z.object({ details: z.string() });
export type SupportResponse = z.output<typeof SupportResponse>;
