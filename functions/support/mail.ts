/** The two mails of a support message: one to the team, and a confirmation to the sender. */
import * as z from 'zod';
import type { MailTemplates } from '#functions/platform/mail/templates.ts';

const SupportMessage = z.object({
  id: z.string(),
  nome: z.string(),
  email: z.email(),
  assunto: z.string(),
  mensagem: z.string(),
});
const SupportReceived = z.object({ id: z.string(), email: z.email() });

export const supportMails: MailTemplates = {
  /** To the team; a reply goes to the sender. */
  'support-message': (payload, { supportEmail }) => {
    const { id, nome, email, assunto, mensagem } = SupportMessage.parse(payload);
    return {
      to: supportEmail,
      replyTo: email,
      content: {
        subject: `[Suporte] ${assunto}`,
        isInternal: true,
        paragraphs: [`De ${nome} (${email}), mensagem ${id}.`, ...mensagem.split(/\n{2,}/)],
      },
    };
  },

  /** To the sender. Does not repeat the message: the address may be another person's. */
  'support-received': (payload, { supportEmail }) => {
    const { id, email } = SupportReceived.parse(payload);
    return {
      to: email,
      replyTo: supportEmail,
      content: {
        subject: 'Recebemos a sua mensagem',
        paragraphs: [
          'Olá.',
          'A sua mensagem chegou à nossa equipe de suporte. A resposta vem para este e-mail.',
          `Se precisar falar dela por outro canal, informe o número ${id}.`,
          'Não escreveu para nós? Ignore este aviso: alguém deve ter trocado o endereço.',
        ],
      },
    };
  },
};
