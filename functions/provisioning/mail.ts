/** The welcome mail: the environment is ready. */
import * as z from 'zod';
import { writeInterval } from '#domain/limits/words.ts';
import { message } from '#domain/messages.ts';
import { withdrawalSentence } from '#domain/orders/essentials.ts';
import { planIds } from '#domain/plans/ids.ts';
import { tenantUrl } from '#domain/subdomain/tenant-url.ts';
import { accountUrl, type MailTemplates, toCustomer } from '#functions/platform/mail/templates.ts';
import { Recipient } from '#functions/platform/mail/words.ts';

const Welcome = Recipient.extend({
  plano: z.enum(planIds),
  /** The address that the customer gave before, which is watched from now on; `null` without one. */
  watched: z.nullable(z.string()),
});
export type WelcomePayload = z.output<typeof Welcome>;

export const provisioningMails: MailTemplates = {
  welcome: toCustomer(Welcome, ({ subdominio, plano, watched }, facts) => {
    const plan = facts.catalog.plan(plano);
    const panel = tenantUrl(facts.tenantUrlTemplate, subdominio);
    const interval = writeInterval(plan.limits.heartbeatSeconds);
    const withdrawal = plano === 'free' ? [] : [withdrawalSentence];
    if (watched === null)
      return {
        subject: 'O seu Vigia está pronto: diga o que vigiar',
        tone: 'neutral',
        paragraphs: [
          `Falta uma coisa: o endereço do seu site. Escreva-o na sua conta, e o resto fica pronto sozinho. Ele é checado a cada ${interval}, e os avisos chegam a este e-mail.`,
          ...withdrawal,
        ],
        action: { label: 'Dizer o que vigiar', url: accountUrl(facts) },
        notes: [{ label: 'O seu painel', url: panel }],
      };
    return {
      subject: 'O seu Vigia está pronto, e já vigia o seu site',
      tone: 'up',
      paragraphs: [
        `Já estamos vigiando ${watched}, a cada ${interval}. O resultado da primeira checagem chega em instantes a este e-mail, sem você configurar nada.`,
        message('first-alert.told'),
        ...withdrawal,
      ],
      action: { label: 'Abrir o painel', url: panel },
    };
  }),
};
