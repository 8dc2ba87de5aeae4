/** The price list as Markdown, for programs. All numbers come from the catalogue. */
import type { APIRoute } from 'astro';
import { alertLabel, alertNote, alertTime } from '#domain/plans/alert-time.ts';
import type { Plan } from '#domain/plans/catalog.ts';
import { statesLimit } from '#domain/plans/limits.ts';
import { catalog } from '#lib/catalog.ts';
import { config } from '#lib/config.ts';

export const GET: APIRoute = () =>
  new Response(priceList(), { headers: { 'Content-Type': 'text/markdown; charset=utf-8' } });

function priceList(): string {
  const { name } = config.site;
  return [
    `# Planos e preços do ${name}`,
    `Preços em reais (${catalog.currency}). O pagamento anual tem ${catalog.yearlyDiscountPercent}% de desconto. Cartão de crédito.`,
    table(catalog.plans),
    alertNote,
    ...catalog.plans.map(section),
    `Comparação com botões: ${new URL('/#planos', config.siteUrl).href}  \nTermos: ${new URL('/termos.html', config.siteUrl).href}  \nRegras de cobrança: ${new URL('/regras-de-cobranca.html', config.siteUrl).href}`,
  ]
    .join('\n\n')
    .concat('\n');
}

function table(plans: readonly Plan[]): string {
  const rows = plans.map((plan) => [
    plan.name,
    catalog.displayPrice(plan.id, 'monthly').amount,
    catalog.displayPrice(plan.id, 'yearly').amount,
    String(plan.limits.monitors),
    String(plan.limits.users),
    `${plan.limits.heartbeatSeconds / 60} min`,
    alertTime(plan.limits.heartbeatSeconds),
  ]);
  const head = ['Plano', 'Por mês', 'Por ano', 'Monitores', 'Usuários', 'Intervalo mínimo', alertLabel];
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function section(plan: Plan): string {
  const saved = catalog.yearlySavingsCentavos(plan.id);
  const items = [
    ...plan.features.filter(statesLimit),
    ...catalog.sold(plan.id).map(({ text, means }) => (means === null ? text : `${text}. ${means}`)),
  ];
  if (saved > 0) items.push(`No ano, ${catalog.formatPrice(saved)} a menos que doze mensalidades`);
  return `## ${plan.name}\n\n${plan.description}\n\n${items.map((item) => `- ${item}`).join('\n')}`;
}
