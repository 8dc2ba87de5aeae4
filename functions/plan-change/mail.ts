/** The mail sent when a new plan comes into force. */
import * as z from 'zod';
import { formatPrice } from '#domain/plans/catalog.ts';
import { perCycle } from '#domain/plans/cycle-words.ts';
import { planIds } from '#domain/plans/ids.ts';
import { tenantUrl } from '#domain/subdomain/tenant-url.ts';
import { type MailTemplates, toCustomer } from '#functions/platform/mail/templates.ts';
import { Cycle, Recipient } from '#functions/platform/mail/words.ts';

const UpgradeApplied = Recipient.extend({
  plano: z.enum(planIds),
  ciclo: Cycle,
  /** Price of one period of the new plan. */
  amountCentavos: z.int(),
});

export const planChangeMails: MailTemplates = {
  'upgrade-applied': toCustomer(
    UpgradeApplied,
    ({ subdominio, plano, ciclo, amountCentavos }, { catalog, tenantUrlTemplate }) => {
      const plan = catalog.plan(plano);
      return {
        subject: `Seu Vigia agora está no plano ${plan.name}`,
        paragraphs: [
          'A mudança de plano já vale: os novos limites estão no ar, e monitores, histórico e páginas de status continuam onde estavam.',
        ],
        facts: [
          { label: 'Painel', value: subdominio },
          { label: 'Plano', value: plan.name },
          { label: 'Monitores', value: `até ${plan.limits.monitors}` },
          { label: 'Valor da assinatura', value: `${formatPrice(amountCentavos)} ${perCycle[ciclo]}` },
        ],
        action: { label: 'Abrir o painel', url: tenantUrl(tenantUrlTemplate, subdominio) },
      };
    },
  ),
};
