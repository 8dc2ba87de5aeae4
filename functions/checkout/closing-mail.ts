/** Mail to a customer whose order was closed without an environment: why, the refund, and how to try again. */
import * as z from 'zod';
import { billingTerms } from '#domain/billing/terms.ts';
import { closeReasons } from '#domain/contract/codes.ts';
import { formatPrice } from '#domain/plans/catalog.ts';
import { type MailTemplates, toCustomer } from '#functions/platform/mail/templates.ts';
import { Recipient } from '#functions/platform/mail/words.ts';

const UndeliveredRefunded = Recipient.extend({
  refundedCentavos: z.int(),
  reason: z.enum(closeReasons),
  /** Hours within which delivery is promised. */
  hours: z.int(),
});
type Closed = z.output<typeof UndeliveredRefunded>;

const subjects: Readonly<Record<Closed['reason'], string>> = {
  undelivered: 'Seu Vigia não ficou pronto',
  customer: 'Pedido cancelado',
  operator: 'Pedido encerrado',
};
const openings: Readonly<Record<Closed['reason'], (closed: Closed) => string>> = {
  undelivered: ({ subdominio, hours }) =>
    `O painel ${subdominio} não ficou pronto em ${hours} horas depois do pagamento. A falha foi nossa, e pedimos desculpas. Encerramos o pedido.`,
  customer: ({ subdominio }) => `Cancelamos o pedido do painel ${subdominio}, como você pediu.`,
  operator: ({ subdominio }) => `Encerramos o pedido do painel ${subdominio}, que não chegou a ficar pronto.`,
};

export const closingMails: MailTemplates = {
  'undelivered-refunded': toCustomer(UndeliveredRefunded, (closed, { siteUrl }) => {
    const { subdominio, reason, refundedCentavos } = closed;
    const isPaid = refundedCentavos > 0;
    return {
      subject: `${subjects[reason]}${isPaid ? ': o valor pago volta inteiro' : ''}`,
      paragraphs: [
        openings[reason](closed),
        isPaid
          ? `O valor pago volta inteiro para o mesmo cartão. O estorno já foi pedido à operadora, dentro dos ${billingTerms.refundBusinessDays} dias úteis que prometemos. O dia em que ele aparece na fatura depende da administradora do cartão.`
          : 'Nada foi cobrado.',
        'A assinatura foi removida e nenhuma outra cobrança será feita.',
        'Para tentar de novo, escolha um plano no site e faça outro cadastro. Um nome que acabou de ser usado pode ficar reservado por até 7 dias: se este for o caso, escolha outro.',
      ],
      facts: [
        { label: 'Painel', value: subdominio },
        ...(isPaid ? [{ label: 'Valor devolvido', value: formatPrice(refundedCentavos) }] : []),
      ],
      action: { label: 'Escolher um plano', url: `${siteUrl}/checkout` },
    };
  }),
};
