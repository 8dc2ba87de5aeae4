/**
 * One state of the help window: a file of content/chat named after the state. Error messages address its editor.
 *
 * Owns: the fields of a state. Does not own: whether a link's target exists (chat/resolve-chat.ts).
 */
import * as z from 'zod/mini';
import { strictFields } from './front-matter.ts';

/** The menu states of the requirements (000 §2). */
export const chatStateIds = [
  'init',
  'entrar',
  'planos',
  'funciona',
  'monitorar',
  'docs',
  'checkout',
  'contato',
] as const;

const text = z.string('escreva um texto entre aspas.').check(z.trim(), z.minLength(1, 'o texto está vazio.'));
const targets = ['goTo', 'href', 'session', 'contact'] as const;

const Option = strictFields({
  label: text.check(z.maxLength(40, 'a opção passa de 40 caracteres e quebra em duas linhas.')),
  /** Another state of the window. */
  goTo: z.optional(z.enum(chatStateIds, `use um destes estados: ${chatStateIds.join(', ')}.`)),
  /** A page of this site. */
  href: z.optional(
    z.string().check(z.regex(/^\/(?!\/)/, 'escreva um endereço deste site, começando com "/".')),
  ),
  session: z.optional(z.enum(['login', 'register'], 'use login ou register.')),
  /** A contact of content/site.json; `support` is the page /suporte. */
  contact: z.optional(z.enum(['email', 'whatsapp', 'support'], 'use email, whatsapp ou support.')),
}).check(
  z.refine(
    (option) => targets.filter((target) => option[target] !== undefined).length === 1,
    `cada opção precisa de exatamente um destes: ${targets.join(', ')}.`,
  ),
);

export const ChatStateFile = strictFields({
  say: z
    .array(text, 'escreva uma lista de frases entre colchetes.')
    .check(z.minLength(1, 'escreva ao menos uma frase.')),
  /** A block of data below the sentences. */
  show: z.optional(z.enum(['plans', 'contacts'], 'use plans ou contacts.')),
  options: z
    .array(Option, 'escreva uma lista de opções entre colchetes.')
    .check(z.minLength(1, 'escreva ao menos uma opção, para ninguém ficar sem saída.')),
});
export type ChatStateFile = z.output<typeof ChatStateFile>;
