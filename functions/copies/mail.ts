/** Tells the customer that the environment came back from a copy, and what is missing since. */
import * as z from 'zod';
import { tenantUrl } from '#domain/subdomain/tenant-url.ts';
import { type MailTemplates, toCustomer } from '#functions/platform/mail/templates.ts';
import { Recipient, writeMoment } from '#functions/platform/mail/words.ts';

const Restored = Recipient.extend({
  /** When the copy was made, milliseconds UTC; `null` when it is not known. */
  copiedAt: z.int().nullable(),
});

export const copiesMails: MailTemplates = {
  'environment-restored': toCustomer(Restored, ({ subdominio, copiedAt }, { tenantUrlTemplate }) => ({
    subject: `O painel ${subdominio} voltou de uma cópia`,
    paragraphs: [
      copiedAt === null
        ? 'Tivemos de devolver os dados do seu painel a partir de uma das cópias que fazemos dele. Ele está no ar de novo, como era no momento dela.'
        : `Tivemos de devolver os dados do seu painel a partir da cópia de ${writeMoment(copiedAt)}, hora de São Paulo. Ele está no ar de novo, como era então.`,
      'O que mudou depois não está mais lá: monitores criados ou ajustados, checagens, páginas de status e manutenções. Quem entra no painel continua o mesmo.',
      'Confira os seus monitores, e responda a este e-mail se faltar algo que você não consegue refazer.',
    ],
    action: { label: 'Abrir o painel', url: tenantUrl(tenantUrlTemplate, subdominio) },
  })),
};
