/** Mail to a person whose account was deleted: that it is done, and what the law keeps until when. */
import * as z from 'zod';
import { formatDay } from '#domain/billing/days.ts';
import type { MailTemplates } from '#functions/platform/mail/templates.ts';

/** Template of the last mail; its row is deleted once it was sent. */
export const DELETED_MAIL = 'data-deleted';

const DeletedPayload = z.object({
  to: z.email().nullable(),
  kept: z.array(
    z.object({ title: z.string(), period: z.string(), basis: z.string(), until: z.string().nullable() }),
  ),
});
export type DeletedPayload = z.output<typeof DeletedPayload>;

export const privacyMails: MailTemplates = {
  [DELETED_MAIL]: (payload, { siteUrl, supportEmail }) => {
    const { to, kept } = DeletedPayload.parse(payload);
    return {
      to,
      replyTo: supportEmail,
      content: {
        subject: 'Sua conta foi apagada',
        paragraphs: [
          'A exclusão que você pediu terminou: a conta, o painel, se havia um, e os dados que podem ser apagados já não existem. Nada mais será cobrado.',
          ...(kept.length === 0
            ? []
            : ['A lei ou a prova do contrato pedem que isto fique, e só pelo prazo abaixo:']),
        ],
        facts: kept.map(({ title, period, basis, until }) => ({
          label: title,
          value: `${until === null ? period : `até ${formatDay(until)}`}. Base: ${basis}`,
        })),
        action: { label: 'O que guardamos e por quê', url: `${siteUrl}/privacidade.html` },
        notes: ['Este é o último e-mail sobre esta conta. Se não foi você quem pediu, responda a ele hoje.'],
      },
    };
  },
};
