/** The first message a customer gets: the environment is ready. */
import * as z from 'zod';
import type { Catalog } from '#domain/plans/catalog.ts';
import { planIds } from '#domain/plans/ids.ts';
import { tenantUrl } from '#domain/subdomain/tenant-url.ts';
import type { MailContent } from '#functions/platform/mail/layout.ts';

/** What the outbox keeps for this message. */
export const WelcomePayload = z.object({
  to: z.email().nullable(),
  name: z.string().nullable(),
  subdominio: z.string(),
  plano: z.enum(planIds),
});
export type WelcomePayload = z.output<typeof WelcomePayload>;

export function welcomeMail(
  payload: WelcomePayload,
  catalog: Catalog,
  tenantUrlTemplate: string,
): MailContent {
  const plan = catalog.plan(payload.plano);
  const url = tenantUrl(tenantUrlTemplate, payload.subdominio);
  return {
    subject: `Seu ambiente ${payload.subdominio} está pronto`,
    paragraphs: [
      payload.name ? `Olá, ${payload.name}.` : 'Olá.',
      `Seu ambiente no plano ${plan.name} está no ar e só você tem acesso a ele.`,
      `Cabem até ${plan.limits.monitors} monitores. O primeiro leva menos de cinco minutos: entre no painel, toque em Adicionar novo monitor e informe o endereço que quer vigiar.`,
    ],
    action: { label: 'Acessar ambiente', url },
  };
}
