/** The welcome mail: the environment is ready. */
import * as z from 'zod';
import { planIds } from '#domain/plans/ids.ts';
import { tenantUrl } from '#domain/subdomain/tenant-url.ts';
import { type MailTemplates, toCustomer } from '#functions/platform/mail/templates.ts';
import { greeting, Recipient } from '#functions/platform/mail/words.ts';

const Welcome = Recipient.extend({ plano: z.enum(planIds) });

export const provisioningMails: MailTemplates = {
  welcome: toCustomer(Welcome, ({ name, subdominio, plano }, { catalog, tenantUrlTemplate }) => {
    const plan = catalog.plan(plano);
    return {
      subject: `Seu ambiente ${subdominio} está pronto`,
      paragraphs: [
        greeting(name),
        `Seu ambiente no plano ${plan.name} está no ar e só você tem acesso a ele.`,
        `Cabem até ${plan.limits.monitors} monitores. O primeiro leva menos de cinco minutos: entre no painel, toque em Adicionar novo monitor e informe o endereço que quer vigiar.`,
      ],
      action: { label: 'Acessar ambiente', url: tenantUrl(tenantUrlTemplate, subdominio) },
    };
  }),
};
