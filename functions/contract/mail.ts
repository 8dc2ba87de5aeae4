/** Messages about the contract: a new plan, the end of the renewal, the purchase undone, the environment ended. */
import * as z from 'zod';
import { billingTerms } from '#domain/billing/terms.ts';
import { type Catalog, formatPrice } from '#domain/plans/catalog.ts';
import { perCycle } from '#domain/plans/cycle-words.ts';
import { planIds } from '#domain/plans/ids.ts';
import { tenantUrl } from '#domain/subdomain/tenant-url.ts';
import type { MailContent } from '#functions/platform/mail/layout.ts';
import { Cycle, Day, greeting, Recipient, writeDay } from '#functions/platform/mail/words.ts';

export const UpgradeAppliedPayload = Recipient.extend({
  plano: z.enum(planIds),
  ciclo: Cycle,
  /** Price of one period of the new plan. */
  amountCentavos: z.int(),
});

export function upgradeAppliedMail(
  { name, subdominio, plano, ciclo, amountCentavos }: z.output<typeof UpgradeAppliedPayload>,
  catalog: Catalog,
  tenantUrlTemplate: string,
): MailContent {
  const plan = catalog.plan(plano);
  return {
    subject: `Seu ambiente agora está no plano ${plan.name}`,
    paragraphs: [
      greeting(name),
      'A mudança de plano já vale: os novos limites estão no ar, e monitores, histórico e páginas de status continuam onde estavam.',
    ],
    facts: [
      { label: 'Ambiente', value: subdominio },
      { label: 'Plano', value: plan.name },
      { label: 'Monitores', value: `até ${plan.limits.monitors}` },
      { label: 'Valor da assinatura', value: `${formatPrice(amountCentavos)} ${perCycle[ciclo]}` },
    ],
    action: { label: 'Acessar ambiente', url: tenantUrl(tenantUrlTemplate, subdominio) },
  };
}

export const CancelledPayload = Recipient.extend({ endsOn: Day, dataUntil: Day });

export function cancelledMail(
  { name, subdominio, endsOn, dataUntil }: z.output<typeof CancelledPayload>,
  accountUrl: string,
): MailContent {
  return {
    subject: `Assinatura cancelada: o ambiente funciona até ${writeDay(endsOn)}`,
    paragraphs: [
      greeting(name),
      'A renovação da sua assinatura foi cancelada e nada mais será cobrado. O período que você já pagou continua valendo até o fim.',
      'Copie antes do fim o que quiser guardar. Se mudar de ideia, contrate um plano de novo e o ambiente continua com os mesmos dados.',
    ],
    facts: [
      { label: 'Ambiente', value: subdominio },
      { label: 'Funciona até', value: writeDay(endsOn) },
      { label: 'Dados guardados até', value: writeDay(dataUntil) },
    ],
    action: { label: 'Abrir minha conta', url: accountUrl },
    notes: ['Não foi você? Responda agora para o suporte.'],
  };
}

export const WithdrawnPayload = Recipient.extend({ refundedCentavos: z.int(), dataUntil: Day });

export function withdrawnMail({
  name,
  subdominio,
  refundedCentavos,
  dataUntil,
}: z.output<typeof WithdrawnPayload>): MailContent {
  return {
    subject: 'Contratação desfeita e valor devolvido',
    paragraphs: [
      greeting(name),
      'Recebemos a sua desistência. A assinatura foi encerrada, o ambiente parou e o valor pago volta inteiro para o mesmo cartão.',
      `O estorno foi pedido à operadora hoje, dentro dos ${billingTerms.refundBusinessDays} dias úteis que prometemos. O dia em que ele aparece na fatura depende da administradora do cartão.`,
    ],
    facts: [
      { label: 'Ambiente', value: subdominio },
      { label: 'Valor devolvido', value: formatPrice(refundedCentavos) },
      { label: 'Dados guardados até', value: writeDay(dataUntil) },
    ],
    notes: ['Não foi você? Responda agora para o suporte.'],
  };
}

export const EndedPayload = Recipient.extend({ dataUntil: Day });

export function endedMail(
  { name, subdominio, dataUntil }: z.output<typeof EndedPayload>,
  accountUrl: string,
): MailContent {
  return {
    subject: `Ambiente ${subdominio} encerrado`,
    paragraphs: [
      greeting(name),
      `O contrato do seu ambiente chegou ao fim e ele parou. Os dados ficam guardados até ${writeDay(dataUntil)} e depois são apagados.`,
      'Para voltar com tudo como estava, contrate um plano até lá.',
    ],
    action: { label: 'Abrir minha conta', url: accountUrl },
  };
}
