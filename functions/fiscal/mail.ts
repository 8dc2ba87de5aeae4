/** Mails about notas fiscais: issued and cancelled. */
import * as z from 'zod';
import { formatPrice } from '#domain/plans/catalog.ts';
import {
  type MailFacts,
  type MailTemplates,
  type PreparedMail,
  planUrl,
} from '#functions/platform/mail/templates.ts';
import { greeting, Recipient } from '#functions/platform/mail/words.ts';

const Note = Recipient.extend({
  amountCentavos: z.int(),
  number: z.string().nullable(),
  /** Link to the nota at the processor. */
  url: z.string().nullable(),
  /** The customer's "Pedido de compra"; empty when there is none. */
  pedido: z.string(),
  /** True for a further address that the account added, false for its own. */
  isFurther: z.boolean(),
});
type Note = z.output<typeof Note>;

interface Words {
  readonly subject: string;
  readonly text: string;
}

function prepared(payload: unknown, facts: MailFacts, words: (note: Note) => Words): PreparedMail {
  const note = Note.parse(payload);
  const { to, name, subdominio, amountCentavos, number, url, pedido, isFurther } = note;
  const { subject, text } = words(note);
  return {
    to,
    replyTo: facts.supportEmail,
    content: {
      subject,
      paragraphs: [greeting(name), text],
      facts: [
        { label: 'Painel', value: subdominio },
        { label: 'Valor', value: formatPrice(amountCentavos) },
        ...(number === null ? [] : [{ label: 'Número', value: number }]),
        ...(pedido === '' ? [] : [{ label: 'Pedido de compra', value: pedido }]),
      ],
      ...(url === null ? {} : { action: { label: 'Abrir a nota fiscal', url } }),
      notes: [
        isFurther
          ? `Você recebe esta mensagem porque a conta deste painel indicou o seu endereço para as notas fiscais (${planUrl(facts)}). Para não receber mais, responda.`
          : `Notas, endereços que as recebem e pedido de compra: ${planUrl(facts)}`,
      ],
    },
  };
}

/** "Nota fiscal nº 42"; a bare number would look like a count. */
const named = ({ number }: Note): string => (number === null ? 'Nota fiscal' : `Nota fiscal nº ${number}`);

export const fiscalMails: MailTemplates = {
  'fiscal-note': (payload, facts) =>
    prepared(payload, facts, (note) => ({
      subject: `${named(note)}${note.number === null ? '' : ','} de ${formatPrice(note.amountCentavos)}`,
      text: 'A nota fiscal de serviço da sua cobrança foi emitida.',
    })),
  'fiscal-note-cancelled': (payload, facts) =>
    prepared(payload, facts, (note) => ({
      subject: `${named(note)} cancelada`,
      text: 'O valor da cobrança voltou, e a nota fiscal de serviço dela foi cancelada.',
    })),
};
