/** The two mails of a support message: one to the team, and a confirmation to the sender. */
import * as z from 'zod';
import { planIds } from '#domain/plans/ids.ts';
import { ANSWERED_PAGE, MESSAGES_PAGE } from '#domain/support/support-pages.ts';
import { messageNumber, shortDeadline } from '#domain/support/words.ts';
import type { MailTemplates } from '#functions/platform/mail/templates.ts';
import { writeMoment } from '#functions/platform/mail/words.ts';

const SupportReceived = z.object({
  id: z.string(),
  email: z.email(),
  /** `null` without a session. */
  dueAt: z.int().nullable().default(null),
});
const SupportMessage = z.object({
  ...SupportReceived.shape,
  nome: z.string(),
  assunto: z.string(),
  mensagem: z.string(),
  recebidaEm: z.int(),
  temConta: z.boolean(),
  plano: z.enum(planIds).nullable(),
  painel: z.string().nullable(),
  /** Gone once the mail was sent. */
  token: z.string().optional(),
});

export const supportMails: MailTemplates = {
  /** To the team; a reply goes to the sender. */
  'support-message': (payload, { supportEmail, siteUrl, catalog }) => {
    const read = SupportMessage.parse(payload);
    const { id, nome, email, assunto, mensagem, plano, painel, dueAt, recebidaEm, temConta, token } = read;
    const plan = plano === null ? 'sem plano' : catalog.plan(plano).name;
    const marks = dueAt === null ? '' : ` · ${plan} · até ${shortDeadline(dueAt, recebidaEm)}`;
    return {
      to: supportEmail,
      replyTo: email,
      content: {
        subject: `[Suporte${marks}] ${assunto}`,
        isInternal: true,
        paragraphs: [`De ${nome} (${email}), mensagem ${messageNumber(id)}.`, ...mensagem.split(/\n{2,}/)],
        facts: [
          { label: 'Plano', value: temConta ? plan : 'não entrou na conta: sem prazo' },
          ...(painel === null ? [] : [{ label: 'Painel', value: painel }]),
          ...(dueAt === null ? [] : [{ label: 'Responder até', value: writeMoment(dueAt) }]),
        ],
        ...(token === undefined
          ? {}
          : { action: { label: 'Já respondi', url: `${siteUrl}${ANSWERED_PAGE}#${token}` } }),
        notes: ['Ao responder, apague este link da mensagem citada.'],
      },
    };
  },

  /** To the sender. Does not repeat the message: the address may be another person's. */
  'support-received': (payload, { supportEmail, siteUrl }) => {
    const { id, email, dueAt } = SupportReceived.parse(payload);
    return {
      to: email,
      replyTo: supportEmail,
      content: {
        subject: 'Recebemos a sua mensagem',
        paragraphs: [
          'Olá.',
          dueAt === null
            ? 'A sua mensagem chegou à nossa equipe de suporte. A resposta vem para este e-mail. Ela não tem o prazo de um plano, porque foi enviada sem entrar na conta.'
            : `A sua mensagem chegou à nossa equipe de suporte. A primeira resposta vem para este e-mail até ${writeMoment(dueAt)}, no horário de São Paulo.`,
          `Se precisar falar dela por outro canal, informe o número ${messageNumber(id)}.`,
          'Não escreveu para nós? Ignore este aviso: alguém deve ter trocado o endereço.',
        ],
        ...(dueAt === null
          ? {}
          : { notes: [{ label: 'Acompanhar em Chamados', url: `${siteUrl}${MESSAGES_PAGE}` }] }),
      },
    };
  },
};
