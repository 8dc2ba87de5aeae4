/** Mails about charges: paid, failed, suspended, reactivated. */
import * as z from 'zod';
import { billingTerms } from '#domain/billing/terms.ts';
import { withdrawalSentence } from '#domain/orders/essentials.ts';
import { type Catalog, formatPrice } from '#domain/plans/catalog.ts';
import { perCycle } from '#domain/plans/cycle-words.ts';
import { planIds } from '#domain/plans/ids.ts';
import { tenantUrl } from '#domain/subdomain/tenant-url.ts';
import type { MailContent, MailFact } from '#functions/platform/mail/layout.ts';
import {
  type MailFacts,
  type MailTemplates,
  planUrl,
  toCustomer,
} from '#functions/platform/mail/templates.ts';
import { Cycle, Day, Recipient, writeDay } from '#functions/platform/mail/words.ts';

/** The charge fields that every mail needs. */
const Charge = Recipient.extend({
  plano: z.enum(planIds),
  amountCentavos: z.int(),
  dueDate: Day,
  /** The processor's page of the charge: the receipt, or the form to pay it. */
  url: z.url().nullable(),
});
const Confirmed = Charge.extend({
  nextDueDate: Day.nullable(),
  /** True for a purchase, which may be undone for seven days; a renewal may not. */
  isPurchase: z.boolean(),
});
const RenewalNotice = Recipient.extend({
  plano: z.enum(planIds),
  ciclo: Cycle,
  amountCentavos: z.int(),
  dueDate: Day,
});
const Failed = Charge.extend({
  /** Number of failures, from 1. */
  failures: z.int().min(1).max(billingTerms.chargeRetryDays.length),
  nextTryOn: Day,
});
const Reactivated = Recipient.extend({ nextDueDate: Day.nullable() });

function chargeFacts(charge: z.output<typeof Charge>, catalog: Catalog): MailFact[] {
  return [
    { label: 'Painel', value: charge.subdominio },
    { label: 'Plano', value: catalog.plan(charge.plano).name },
    { label: 'Valor', value: formatPrice(charge.amountCentavos) },
    { label: 'Vencimento', value: writeDay(charge.dueDate) },
  ];
}

const nextCharge = (day: string | null): MailFact[] =>
  day === null ? [] : [{ label: 'Próxima cobrança', value: writeDay(day) }];

/** Button to the processor's payment form, if there is one. */
const payAction = (
  label: string,
  url: string | null,
  facts: MailFacts,
): NonNullable<MailContent['action']> =>
  url === null ? { label: 'Abrir minha conta', url: planUrl(facts) } : { label, url };

const keepsWorking = 'O seu Vigia continua funcionando.';

/** Wording per failure: calm at first, clear about the consequences at the last one. */
function failureWords(failures: number, nextTry: string): { subject: string; paragraphs: string[] } {
  if (failures === 1) {
    return {
      subject: 'Não conseguimos cobrar a sua assinatura',
      paragraphs: [
        `A cobrança não foi aprovada pelo seu cartão. ${keepsWorking}`,
        `Tentamos de novo em ${nextTry}. Se o cartão venceu ou foi trocado, pague agora com outro: leva um minuto.`,
      ],
    };
  }
  if (failures < billingTerms.chargeRetryDays.length) {
    return {
      subject: 'A cobrança da sua assinatura ainda não passou',
      paragraphs: [
        `Tentamos de novo e o cartão não aprovou a cobrança. ${keepsWorking}`,
        `A próxima tentativa é em ${nextTry}. Para resolver antes, pague com outro cartão ou fale com o seu banco.`,
      ],
    };
  }
  return {
    subject: `Última tentativa de cobrança em ${nextTry}`,
    paragraphs: [
      `A cobrança falhou mais uma vez. A última tentativa é em ${nextTry}.`,
      'Se ela também falhar, o painel é suspenso: as checagens e os avisos param, e os seus dados ficam guardados. Um pagamento antes disso evita a parada.',
    ],
  };
}

export const renewalMails: MailTemplates = {
  /** Sent for the first charge and for each renewal: it is the customer's receipt. */
  'payment-confirmed': toCustomer(Confirmed, (charge, { catalog }) => ({
    subject: `Pagamento confirmado: ${formatPrice(charge.amountCentavos)}`,
    paragraphs: ['O seu pagamento foi confirmado.', ...(charge.isPurchase ? [withdrawalSentence] : [])],
    facts: [...chargeFacts(charge, catalog), ...nextCharge(charge.nextDueDate)],
    ...(charge.url === null ? {} : { action: { label: 'Ver comprovante', url: charge.url } }),
  })),

  /** Sent some days before a yearly renewal, which is easily forgotten. */
  'renewal-notice': toCustomer(
    RenewalNotice,
    ({ subdominio, plano, ciclo, amountCentavos, dueDate }, facts) => ({
      subject: `A sua assinatura renova em ${writeDay(dueDate)}`,
      paragraphs: [
        'O ano que você pagou está terminando, e a renovação é automática: a cobrança é feita no cartão da assinatura.',
        'Para continuar, não precisa fazer nada. Se não quiser renovar, cancele em Minha conta antes desse dia: o painel funciona até o fim do período pago.',
      ],
      facts: [
        { label: 'Painel', value: subdominio },
        { label: 'Plano', value: facts.catalog.plan(plano).name },
        { label: 'Cobrança', value: `${formatPrice(amountCentavos)} ${perCycle[ciclo]}` },
        { label: 'Dia', value: writeDay(dueDate) },
      ],
      action: { label: 'Abrir minha conta', url: planUrl(facts) },
    }),
  ),

  'payment-failed': toCustomer(Failed, (charge, facts) => {
    const nextTry = writeDay(charge.nextTryOn);
    const { subject, paragraphs } = failureWords(charge.failures, nextTry);
    return {
      subject,
      paragraphs,
      facts: [...chargeFacts(charge, facts.catalog), { label: 'Próxima tentativa', value: nextTry }],
      action: payAction('Pagar com outro cartão', charge.url, facts),
      notes: ['Já pagou? Então não precisa fazer nada: a confirmação chega em alguns minutos.'],
    };
  }),

  suspended: toCustomer(Charge, (charge, facts) => ({
    subject: `Painel ${charge.subdominio} suspenso por falta de pagamento`,
    paragraphs: [
      `A cobrança foi tentada ${billingTerms.chargeRetryDays.length} vezes depois do vencimento e não passou. As checagens e os avisos do seu painel estão parados desde agora.`,
      'Monitores, histórico e páginas de status estão guardados. Com o pagamento, o painel volta em alguns minutos, como estava.',
    ],
    facts: chargeFacts(charge, facts.catalog),
    action: payAction('Pagar e reativar', charge.url, facts),
    notes: ['Enquanto o painel estiver suspenso, nenhuma nova cobrança é feita.'],
  })),

  reactivated: toCustomer(Reactivated, ({ subdominio, nextDueDate }, { tenantUrlTemplate }) => ({
    subject: `Painel ${subdominio} reativado`,
    paragraphs: [
      'O pagamento foi confirmado e o seu Vigia está voltando: em alguns minutos as checagens e os avisos funcionam como antes.',
    ],
    facts: [{ label: 'Painel', value: subdominio }, ...nextCharge(nextDueDate)],
    action: { label: 'Abrir o painel', url: tenantUrl(tenantUrlTemplate, subdominio) },
  })),
};
