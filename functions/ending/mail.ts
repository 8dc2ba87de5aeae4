/** Mails about the end of a contract: renewal cancelled, purchase withdrawn, environment ended. */
import * as z from 'zod';
import { billingTerms } from '#domain/billing/terms.ts';
import { formatPrice } from '#domain/plans/catalog.ts';
import { planIds } from '#domain/plans/ids.ts';
import { type MailTemplates, planUrl, toCustomer } from '#functions/platform/mail/templates.ts';
import { Day, Recipient, writeDay } from '#functions/platform/mail/words.ts';

const Cancelled = Recipient.extend({ endsOn: Day, dataUntil: Day });
/** What a withdrawal refunds; `isDisputed` while the cardholder's bank decides about a charge of it. */
const Refund = Recipient.extend({ refundedCentavos: z.int(), isDisputed: z.optional(z.boolean()) });
const Withdrawn = Refund.extend({ dataUntil: Day });
const DifferenceWithdrawn = Refund.extend({
  /** The plan that the difference paid for. */
  plano: z.enum(planIds),
});
/** What goes back after a lost dispute. */
const Returned = Recipient.extend({ refundedCentavos: z.int() });
const Disputed = Recipient.extend({
  amountCentavos: z.int(),
  dueDate: Day,
  /** False for an order that has no environment. */
  isDelivered: z.boolean(),
  /** What goes back of later differences if the dispute is lost. */
  backCentavos: z.int(),
});
const AccountRecipient = Recipient.omit({ subdominio: true });
const Ended = Recipient.extend({ dataUntil: Day });

const refundOrdered = (isDisputed: boolean | undefined): string =>
  isDisputed
    ? 'O valor está em contestação no seu banco. Se o banco aceitar a contestação, é ele quem devolve; se a recusar, pedimos o estorno à operadora logo depois.'
    : `O estorno foi pedido à operadora hoje, dentro dos ${billingTerms.refundBusinessDays} dias úteis que prometemos. O dia em que ele aparece na fatura depende da administradora do cartão.`;

export const endingMails: MailTemplates = {
  cancelled: toCustomer(Cancelled, ({ subdominio, endsOn, dataUntil }, facts) => ({
    subject: `Assinatura cancelada: o painel funciona até ${writeDay(endsOn)}`,
    paragraphs: [
      `A renovação da sua assinatura foi cancelada e nenhum período novo será cobrado. O painel funciona até o fim do dia ${writeDay(endsOn)}, no plano que já foi pago.`,
      'Copie antes do fim o que quiser guardar. Se mudar de ideia, abra a sua conta: com dias pagos pela frente, retomar a renovação não custa nada hoje, e o painel continua com os mesmos dados.',
    ],
    facts: [
      { label: 'Painel', value: subdominio },
      { label: 'Funciona até', value: writeDay(endsOn) },
      { label: 'Dados guardados até', value: writeDay(dataUntil) },
    ],
    action: { label: 'Abrir minha conta', url: planUrl(facts) },
    notes: ['Não foi você? Responda agora para o suporte.'],
  })),

  withdrawn: toCustomer(Withdrawn, ({ subdominio, refundedCentavos, isDisputed, dataUntil }) => ({
    subject: isDisputed ? 'Contratação desfeita' : 'Contratação desfeita e valor devolvido',
    paragraphs: [
      'Recebemos a sua desistência. A assinatura foi encerrada, o painel parou e o valor pago volta inteiro para o mesmo cartão.',
      refundOrdered(isDisputed),
    ],
    facts: [
      { label: 'Painel', value: subdominio },
      { label: isDisputed ? 'Valor que volta' : 'Valor devolvido', value: formatPrice(refundedCentavos) },
      { label: 'Dados guardados até', value: writeDay(dataUntil) },
    ],
    notes: ['Não foi você? Responda agora para o suporte.'],
  })),

  'difference-withdrawn': toCustomer(
    DifferenceWithdrawn,
    ({ subdominio, plano, refundedCentavos, isDisputed }, facts) => ({
      subject: isDisputed ? 'Mudança de plano desfeita' : 'Mudança de plano desfeita e diferença devolvida',
      paragraphs: [
        `Recebemos a sua desistência da mudança para o plano ${facts.catalog.plan(plano).name}. A diferença que você pagou volta inteira para o mesmo cartão, e voltam o plano e o preço da renovação de antes.`,
        refundOrdered(isDisputed),
      ],
      facts: [
        { label: 'Painel', value: subdominio },
        { label: isDisputed ? 'Valor que volta' : 'Valor devolvido', value: formatPrice(refundedCentavos) },
      ],
      action: { label: 'Abrir minha conta', url: planUrl(facts) },
      notes: ['Não foi você? Responda agora para o suporte.'],
    }),
  ),

  'charge-disputed': toCustomer(Disputed, (payload, facts) => {
    const { subdominio, amountCentavos, dueDate, isDelivered, backCentavos } = payload;
    return {
      subject: `Cobrança de ${formatPrice(amountCentavos)} contestada no banco`,
      paragraphs: [
        'O banco nos avisou que o titular do cartão contestou esta cobrança. Se não foi você, ou se foi por engano, peça ao banco que encerre a contestação, ou responda a este e-mail.',
        isDelivered
          ? 'Enquanto o banco não decide, o painel continua como está, e uma nova compra espera. Se a cobrança for mantida, nada muda.'
          : 'Enquanto o banco não decide, uma nova compra espera. Se a cobrança for mantida, devolvemos o valor, porque o painel não foi entregue.',
        ...(isDelivered
          ? [
              'Se o valor voltar para o cartão, os dias que ela pagava deixam de valer, o painel para, a não ser que outra cobrança pague o dia, e os dias já usados ficam em aberto.',
            ]
          : []),
        ...(backCentavos > 0
          ? [
              `O que você pagou a mais por um plano maior sobre esses dias também volta, na proporção dos que não serão entregues: hoje seriam ${formatPrice(backCentavos)}.`,
            ]
          : []),
      ],
      facts: [
        { label: 'Painel', value: subdominio },
        { label: 'Valor', value: formatPrice(amountCentavos) },
        { label: 'Vencimento', value: writeDay(dueDate) },
      ],
      action: { label: 'Abrir minha conta', url: planUrl(facts) },
    };
  }),

  'difference-returned': toCustomer(Returned, ({ subdominio, refundedCentavos }, facts) => ({
    subject: `Devolvemos ${formatPrice(refundedCentavos)} da mudança de plano`,
    paragraphs: [
      'O banco aceitou a contestação da cobrança que pagava estes dias, e eles deixaram de valer. A diferença que você tinha pago por um plano maior não será entregue nesses dias: a parte deles volta para o mesmo cartão.',
      refundOrdered(false),
    ],
    facts: [
      { label: 'Painel', value: subdominio },
      { label: 'Valor devolvido', value: formatPrice(refundedCentavos) },
    ],
    action: { label: 'Abrir minha conta', url: planUrl(facts) },
  })),

  'purchase-held': toCustomer(AccountRecipient, () => ({
    subject: 'A sua contratação passa por uma pessoa da nossa equipe',
    paragraphs: [
      'Você desfez duas compras nos últimos 12 meses, e por isso a próxima é vista por uma pessoa antes. Nada foi cobrado.',
      'Respondemos a este e-mail em até um dia útil. Se quiser, conte na resposta o que não deu certo antes.',
    ],
  })),

  ended: toCustomer(Ended, ({ subdominio, dataUntil }, facts) => ({
    subject: `Painel ${subdominio} encerrado`,
    paragraphs: [
      `O contrato do seu painel chegou ao fim e ele parou. Os dados ficam guardados até ${writeDay(dataUntil)} e depois são apagados.`,
      'Para voltar com tudo como estava, contrate um plano até lá.',
    ],
    action: { label: 'Abrir minha conta', url: planUrl(facts) },
  })),
};
