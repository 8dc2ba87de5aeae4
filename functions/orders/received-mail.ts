/**
 * "Recebemos o seu pedido": sent at once with the contract as accepted (Decreto 7.962/2013, art. 4, III and IV). Written
 * with the change that accepts the order, once for each charge of it.
 */
import * as z from 'zod';
import { contractEssentials } from '#domain/orders/essentials.ts';
import { versionPath } from '#domain/orders/order.ts';
import { formatPrice } from '#domain/plans/catalog.ts';
import { perCycle } from '#domain/plans/cycle-words.ts';
import { planIds } from '#domain/plans/ids.ts';
import { type MailTemplates, toCustomer } from '#functions/platform/mail/templates.ts';
import { Cycle, Recipient } from '#functions/platform/mail/words.ts';
import { mailOf, type OutgoingMail } from '#functions/platform/outbox.ts';
import type { Order } from './order.ts';

const Received = Recipient.extend({
  plano: z.enum(planIds),
  ciclo: Cycle,
  amountCentavos: z.int(),
  /** Accepted versions. */
  termos: z.string(),
  regras: z.string().nullable(),
});

/** @param subscriptionId None for a free order. An order paid on a page may get another one with another plan. */
export const receivedMail = (order: Order, subscriptionId = 'free'): OutgoingMail =>
  mailOf(`order-received-${order.id}-${subscriptionId}`, 'order-received', {
    to: order.email,
    name: order.name,
    subdominio: order.subdomain,
    plano: order.plan,
    ciclo: order.cycle,
    amountCentavos: order.amountCentavos,
    termos: order.termsVersion,
    regras: order.rulesVersion,
  } satisfies z.input<typeof Received>);

export const orderMails: MailTemplates = {
  'order-received': toCustomer(
    Received,
    ({ subdominio, plano, ciclo, amountCentavos, termos, regras }, { catalog, siteUrl }) => ({
      subject: 'Recebemos o seu pedido',
      paragraphs: [
        'O seu pedido chegou e está em andamento. Este e-mail confirma o que você contratou e leva ao contrato como você o aceitou: guarde-o.',
        'O essencial do contrato:',
        {
          list: contractEssentials(catalog, { plan: plano, cycle: ciclo }).map(
            ({ clause, rest }) => `${clause}${rest}`,
          ),
        },
      ],
      facts: [
        { label: 'Painel', value: subdominio },
        { label: 'Plano', value: catalog.plan(plano).name },
        {
          label: 'Valor',
          value: amountCentavos === 0 ? 'Sem cobrança' : `${formatPrice(amountCentavos)} ${perCycle[ciclo]}`,
        },
        { label: 'Termos de Uso', value: termos },
        ...(regras === null ? [] : [{ label: 'Regras de cobrança', value: regras }]),
      ],
      action: { label: 'Ler o contrato aceito', url: `${siteUrl}${versionPath('termos', termos)}` },
      notes:
        regras === null
          ? []
          : [
              `Regras de cobrança e limites, anexo do contrato: ${siteUrl}${versionPath('regras-de-cobranca', regras)}`,
            ],
    }),
  ),
};
