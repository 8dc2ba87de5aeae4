/** The mail about a new card, sent for every card change. */
import * as z from 'zod';
import { type MailTemplates, planUrl, toCustomer } from '#functions/platform/mail/templates.ts';
import { Recipient, writeMoment } from '#functions/platform/mail/words.ts';

const Changed = Recipient.extend({
  brand: z.string(),
  lastFour: z.string(),
  /** Milliseconds UTC. */
  changedAt: z.int(),
});

export const cardChangeMails: MailTemplates = {
  'card-changed': toCustomer(Changed, ({ subdominio, brand, lastFour, changedAt }, facts) => ({
    subject: `O cartão da sua assinatura agora é o final ${lastFour}`,
    paragraphs: [
      'O cartão da sua assinatura foi trocado. A próxima cobrança e as seguintes usam o cartão abaixo; a troca em si não cobra nada.',
    ],
    facts: [
      { label: 'Painel', value: subdominio },
      { label: 'Cartão novo', value: `${brand}, final ${lastFour}` },
      { label: 'Quando', value: writeMoment(changedAt) },
    ],
    action: { label: 'Abrir minha conta', url: planUrl(facts) },
    notes: ['Não foi você? Responda agora para o suporte e troque a senha da sua conta.'],
  })),
};
