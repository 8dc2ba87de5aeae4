/** The mail with the six digits that prove an address, as it stands in a mail. Pure. */
import { CODE_MINUTES } from '../api-schemas/alerts.ts';
import type { MailLink } from '../email/mail-link.ts';

interface CodeAsked {
  /** Empty once the mail was sent. */
  readonly code: string;
  /** The account that asks; `null` where it is not known. */
  readonly owner: string | null;
  readonly subdomain: string;
  /** Refuses such mails for good. */
  readonly refuseUrl: string;
}

interface CodeMail {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  readonly notes: readonly (string | MailLink)[];
}

export const codeMail = ({ code, owner, subdomain, refuseUrl }: CodeAsked): CodeMail => ({
  subject: `${code === '' ? 'Código' : code} é o seu código de confirmação`,
  paragraphs: [
    'Olá.',
    `${owner ?? 'O dono do painel'} quer que os avisos do painel ${subdomain}, que vigia sites, cheguem a este e-mail: quando um site cai, quando volta e quando há manutenção.`,
    'Para receber, passe este código a quem pediu, ou escreva-o na página dos avisos:',
  ],
  facts: [
    { label: 'Código', value: code },
    { label: 'Vale por', value: `${CODE_MINUTES} minutos` },
  ],
  notes: [
    'Não sabe do que se trata? Ignore esta mensagem: sem o código nada chega a você.',
    { label: 'Nunca mais receber um pedido destes', url: refuseUrl },
  ],
});
