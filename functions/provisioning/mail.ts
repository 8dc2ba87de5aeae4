/** The welcome mail: the environment is ready. */
import * as z from 'zod';
import { ALERTS_PAGE } from '#domain/alerts/alerts-page.ts';
import { firstAlertArticles } from '#domain/first-alert/articles.ts';
import { message } from '#domain/messages.ts';
import { withdrawalSentence } from '#domain/order/essentials.ts';
import { planIds } from '#domain/plans/ids.ts';
import { tenantUrl } from '#domain/subdomain/tenant-url.ts';
import { type MailTemplates, toCustomer } from '#functions/platform/mail/templates.ts';
import { Recipient } from '#functions/platform/mail/words.ts';

const Welcome = Recipient.extend({ plano: z.enum(planIds) });

export const provisioningMails: MailTemplates = {
  welcome: toCustomer(Welcome, ({ subdominio, plano }, { catalog, siteUrl, tenantUrlTemplate }) => {
    const plan = catalog.plan(plano);
    return {
      subject: `Seu ambiente ${subdominio} está pronto`,
      paragraphs: [
        `Seu ambiente no plano ${plan.name} está no ar e só você tem acesso a ele.`,
        `Cabem até ${plan.limits.monitors} monitores. O primeiro leva menos de cinco minutos: entre no painel, toque em Adicionar novo monitor, informe o endereço que quer vigiar e, no intervalo, use ${plan.limits.heartbeatSeconds} segundos ou mais.`,
        message('first-alert.told'),
        ...(plano === 'free' ? [] : [withdrawalSentence]),
      ],
      action: { label: message('provisioning.open'), url: tenantUrl(tenantUrlTemplate, subdominio) },
      notes: [
        `Passo a passo do monitor: ${siteUrl}${firstAlertArticles.monitor}`,
        `Avisos no Telegram: ${siteUrl}${firstAlertArticles.telegram}`,
        `Quem mais é avisado: ${siteUrl}${ALERTS_PAGE}`,
      ],
    };
  }),
};
