/** To the operators: what the processor reports unasked, or what does not add up. Each needs a person. */
import * as z from 'zod';
import { formatPrice } from '#domain/plans/catalog.ts';
import type { MailTemplates } from '#functions/platform/mail/templates.ts';
import { Day, writeDay } from '#functions/platform/mail/words.ts';

const notices = {
  chargeback: {
    subject: 'Cobrança contestada',
    text: 'O titular do cartão contestou uma cobrança. O ambiente continua no ar: decida se responde à contestação na operadora. Se ela for perdida, o contrato termina e o ambiente para sozinho.',
  },
  'chargeback-lost': {
    subject: 'Contestação perdida: contrato encerrado',
    text: 'A operadora devolveu uma cobrança contestada. A assinatura foi encerrada e o ambiente parou; os dados ficam guardados pelo prazo dos termos.',
  },
  refunded: {
    subject: 'Cobrança devolvida',
    text: 'Uma cobrança foi devolvida na operadora, e não por uma desistência feita no site. O contrato continua: se ele devia terminar, cancele a assinatura.',
  },
  'charge-removed': {
    subject: 'Cobrança removida',
    text: 'Uma cobrança de um contrato em vigor foi removida na operadora. O período dela não será cobrado.',
  },
  'subscription-gone': {
    subject: 'Assinatura parada na operadora',
    text: 'Uma assinatura de um contrato em vigor foi removida ou desativada na operadora, e não por nós. Nada mais será cobrado. Se o ambiente estava no ar, continua no ar; se estava suspenso, continua parado e o cliente não tem mais o que pagar: encerre o contrato ("encerrar") para que ele possa contratar de novo.',
  },
  'subscription-alive': {
    subject: 'Assinatura sem contrato',
    text: 'A operadora cobra uma assinatura que não pertence a nenhum contrato em vigor. Confira de quem é e encerre o que não devia existir; o que foi pago precisa ser devolvido.',
  },
  'amount-differs': {
    subject: 'Valor cobrado diferente do contratado',
    text: 'Uma cobrança tem outro valor do que foi contratado. Nada foi mudado: confira qual dos dois está certo.',
  },
  'late-payment': {
    subject: 'Pagamento depois do fim do contrato',
    text: 'Uma cobrança foi paga depois que o contrato terminou. Ela precisa ser devolvida.',
  },
  'end-stuck': {
    subject: 'Fim de contrato que não se conclui',
    text: 'Um cancelamento ou uma desistência espera há mais de um dia pela operadora ou pelo cluster. Continuamos tentando a cada hora. Em uma desistência, confira se a conta na operadora tem saldo para a devolução.',
  },
  'renewal-stuck': {
    subject: 'Nova tentativa de cobrança que não se conclui',
    text: 'Há mais de um dia a operadora responde, mas não faz a nova tentativa de uma cobrança nem recusa o cartão. O cliente não foi avisado de nada e o ambiente continua no ar. Continuamos tentando a cada dez minutos: veja o motivo na operadora.',
  },
  'upgrade-stuck': {
    subject: 'Mudança de plano que não se conclui',
    text: 'Uma mudança de plano já decidida espera há mais de um dia pela operadora ou pelo cluster. Continuamos tentando: veja nos registros qual dos dois a recusa e por quê.',
  },
  'purchase-held': {
    subject: 'Compra que espera por uma pessoa',
    text: 'Quem já desfez duas contratações em doze meses quer contratar de novo, e leu que respondemos por e-mail em até um dia útil. Veja o histórico e responda; para deixar comprar, "npm run ops -- liberar" com a conta abaixo.',
  },
  withdrawal: {
    subject: 'Desistência em 7 dias',
    text: 'Um cliente desistiu da compra. A assinatura foi encerrada, o valor foi devolvido e o ambiente parou. Não há nada a fazer.',
  },
} as const;

export type OperatorNotice = keyof typeof notices;
const kinds = Object.keys(notices) as [OperatorNotice, ...OperatorNotice[]];

const OperatorNoticePayload = z.object({
  kind: z.enum(kinds),
  subdominio: z.string().nullable(),
  /** The processor's id of the charge or the subscription. */
  reference: z.string(),
  /** The account, where it is about a person and not about a charge. */
  who: z.string().optional(),
  amountCentavos: z.int().nullable(),
  /** What was sold, where it differs from `amountCentavos`. */
  soldCentavos: z.int().nullable().optional(),
  dueDate: Day.nullable().optional(),
});
export type OperatorNoticePayload = z.output<typeof OperatorNoticePayload>;

export const operationsMails: MailTemplates = {
  'operator-notice': (payload, { supportEmail }) => {
    const { kind, subdominio, reference, who, amountCentavos, soldCentavos, dueDate } =
      OperatorNoticePayload.parse(payload);
    const { subject, text } = notices[kind];
    return {
      to: supportEmail,
      content: {
        subject: `[Operação] ${subject}${subdominio === null ? '' : `: ${subdominio}`}`,
        isInternal: true,
        paragraphs: [text],
        facts: [
          ...(subdominio === null ? [] : [{ label: 'Ambiente', value: subdominio }]),
          who === undefined
            ? { label: 'Na operadora', value: reference }
            : { label: 'Conta', value: who },
          ...(amountCentavos === null ? [] : [{ label: 'Valor', value: formatPrice(amountCentavos) }]),
          ...(soldCentavos == null ? [] : [{ label: 'Contratado', value: formatPrice(soldCentavos) }]),
          ...(dueDate == null ? [] : [{ label: 'Vencimento', value: writeDay(dueDate) }]),
        ],
      },
    };
  },
};
