/** The welcome mail: the environment is ready. */
import * as z from 'zod';
import { ALERTS_PAGE } from '#domain/alerts/alerts-page.ts';
import { firstAlertArticles } from '#domain/alerts/first-alert-articles.ts';
import { writeInterval } from '#domain/limits/words.ts';
import { message } from '#domain/messages.ts';
import { withdrawalSentence } from '#domain/orders/essentials.ts';
import { planIds } from '#domain/plans/ids.ts';
import { tenantUrl } from '#domain/subdomain/tenant-url.ts';
import { type MailTemplates, toCustomer } from '#functions/platform/mail/templates.ts';
import { Recipient } from '#functions/platform/mail/words.ts';

const Welcome = Recipient.extend({
  plano: z.enum(planIds),
  /** The address that the customer gave before, which is watched from now on; `null` without one. */
  watched: z.nullable(z.string()),
});
export type WelcomePayload = z.output<typeof Welcome>;

export const provisioningMails: MailTemplates = {
  welcome: toCustomer(Welcome, ({ subdominio, plano, watched }, { catalog, siteUrl, tenantUrlTemplate }) => {
    const plan = catalog.plan(plano);
    return {
      subject: `Seu ambiente ${subdominio} está pronto`,
      paragraphs: [
        `Seu ambiente no plano ${plan.name} está no ar e só você tem acesso a ele.`,
        watched === null
          ? 'Falta dizer o que vigiar: escreva o endereço do seu site na sua conta. O monitor e os avisos no seu e-mail ficam prontos sozinhos.'
          : `${watched} é vigiado a partir de agora, a cada ${writeInterval(plan.limits.heartbeatSeconds)}. O resultado da primeira checagem chega por e-mail, sem você configurar nada.`,
        message('first-alert.told'),
        ...(plano === 'free' ? [] : [withdrawalSentence]),
      ],
      action: { label: message('provisioning.open'), url: tenantUrl(tenantUrlTemplate, subdominio) },
      notes: [
        watched === null
          ? `Dizer o que vigiar: ${siteUrl}/conta`
          : `Mais monitores (cabem até ${plan.limits.monitors}): ${siteUrl}${firstAlertArticles.monitor}`,
        `Avisos no Telegram: ${siteUrl}${firstAlertArticles.telegram}`,
        `Quem mais é avisado: ${siteUrl}${ALERTS_PAGE}`,
      ],
    };
  }),
};
