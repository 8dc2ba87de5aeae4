/** The two mails of a support message: one to the team, one that tells the sender it arrived. */
import * as z from 'zod';
import type { MailContent } from '#functions/platform/mail/layout.ts';

export const SupportMessagePayload = z.object({
  id: z.string(),
  nome: z.string(),
  email: z.email(),
  assunto: z.string(),
  mensagem: z.string(),
});
export type SupportMessagePayload = z.output<typeof SupportMessagePayload>;

/** To the team; answering it answers the sender. */
export function supportMessageMail({
  id,
  nome,
  email,
  assunto,
  mensagem,
}: SupportMessagePayload): MailContent {
  return {
    subject: `[Suporte] ${assunto}`,
    isInternal: true,
    paragraphs: [`De ${nome} (${email}), mensagem ${id}.`, ...mensagem.split(/\n{2,}/)],
  };
}

export const SupportReceivedPayload = z.object({ id: z.string(), email: z.email() });
export type SupportReceivedPayload = z.output<typeof SupportReceivedPayload>;

/** To the sender. Repeats nothing of what was written: the address may be somebody else's. */
export function supportReceivedMail({ id }: SupportReceivedPayload): MailContent {
  return {
    subject: 'Recebemos a sua mensagem',
    paragraphs: [
      'Olá.',
      'A sua mensagem chegou à nossa equipe de suporte. A resposta vem para este e-mail.',
      `Se precisar falar dela por outro canal, informe o número ${id}.`,
      'Não escreveu para nós? Ignore este aviso: alguém deve ter trocado o endereço.',
    ],
  };
}
