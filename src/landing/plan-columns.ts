/**
 * The contents of a column of the plans table, computed during the build.
 *
 * Plain values, so that the page ships neither the catalogue nor its schema to the browser.
 */

import { authRedirectPath } from '#domain/api-schemas/sign-in.ts';
import { alertLabel, alertTime, alertWithin, intervalLabel } from '#domain/plans/alert-time.ts';
import type { Catalog, Plan, SoldSentence } from '#domain/plans/catalog.ts';
import type { BillingCycle, PlanId } from '#domain/plans/ids.ts';
import { formatHeartbeat } from '#domain/plans/limits.ts';
import { writeCount } from '#domain/reports/words.ts';
import { upperFirst } from '#domain/text/upper-first.ts';

/** Monitors per pill of the strip under the price. */
export const MONITORS_PER_BEAT = 5;

interface ColumnPrice {
  readonly amount: string;
  readonly period: string;
  readonly note: string;
  /** Address of the button without JavaScript. */
  readonly href: string;
}

export interface PlanColumn {
  readonly id: PlanId;
  readonly name: string;
  readonly description: string;
  readonly isPopular: boolean;
  readonly isInverse: boolean;
  readonly monitors: number;
  readonly limits: readonly { readonly label: string; readonly value: string }[];
  /** The plan whose features this one has too; `null` for the smallest. */
  readonly includes: string | null;
  /** What it sells beside its limits, but the note at its price. */
  readonly extras: readonly SoldSentence[];
  readonly cta: string;
  /** When set, the plan is sold in a conversation. */
  readonly whatsappUrl: string | null;
  readonly prices: Readonly<Record<BillingCycle, ColumnPrice>>;
}

export interface ColumnSources {
  readonly catalog: Catalog;
  readonly apiUrl: string;
  readonly whatsapp: string;
  readonly whatsappMessage: string;
}

export function planColumns(sources: ColumnSources): PlanColumn[] {
  return sources.catalog.plans.map((plan, index) => ({
    id: plan.id,
    name: plan.name,
    description: plan.description,
    isPopular: plan.popular,
    isInverse: plan.tone === 'ink',
    monitors: plan.limits.monitors,
    limits: [
      { label: 'Monitores', value: String(plan.limits.monitors) },
      { label: 'Usuários', value: String(plan.limits.users) },
      { label: intervalLabel, value: formatHeartbeat(plan.limits.heartbeatSeconds) },
      { label: alertLabel, value: alertTime(plan.limits.heartbeatSeconds) },
    ],
    includes: sources.catalog.plans[index - 1]?.name ?? null,
    extras: sources.catalog.sold(plan.id).filter((sentence) => sentence.text !== freeNote(plan)),
    cta: plan.cta,
    whatsappUrl: plan.id === 'enterprise' ? whatsappUrl(sources) : null,
    prices: { monthly: price(plan, 'monthly', sources), yearly: price(plan, 'yearly', sources) },
  }));
}

/**
 * "O intervalo entre checagens depende do plano: 1 min no Empresarial, que avisa em até 2 minutos; 3, 5 e 10 min nos demais,
 * que avisam em até 4, 6 e 11 minutos."
 */
export function intervalNote(plans: readonly Plan[]): string {
  const byInterval = plans.toSorted((a, b) => a.limits.heartbeatSeconds - b.limits.heartbeatSeconds);
  const [shortest, ...others] = byInterval;
  if (shortest === undefined) return '';
  const { name, limits } = shortest;
  const listOf = (write: (seconds: number) => string): string =>
    new Intl.ListFormat('pt-BR').format(
      others.map((plan) => write(plan.limits.heartbeatSeconds).replace(/ min(utos)?$/, '')),
    );
  return [
    `O intervalo entre checagens depende do plano: ${formatHeartbeat(limits.heartbeatSeconds)} no ${name}, que ${alertWithin(limits.heartbeatSeconds).toLowerCase()};`,
    `${listOf(formatHeartbeat)} min nos demais, que avisam em até ${listOf(alertTime)} minutos.`,
  ].join(' ');
}

/** "Grátis com 5 monitores, um por site ou serviço; planos a partir de R$ 49 por mês." The first monitors of the page, so it says what one is. */
export function offerNote({ plans, displayPrice }: Catalog): string {
  const free = plans.find((plan) => plan.priceMonthlyReais === 0);
  const [cheapest] = plans
    .filter((plan) => plan.priceMonthlyReais > 0)
    .toSorted((a, b) => a.priceMonthlyReais - b.priceMonthlyReais);
  const paid =
    cheapest === undefined ? '' : `planos a partir de ${displayPrice(cheapest.id, 'monthly').amount} por mês`;
  const begin =
    free === undefined
      ? ''
      : `Grátis com ${writeCount(free.limits.monitors, 'monitor', 'monitores')}, um por site ou serviço`;
  return `${upperFirst([begin, paid].filter((part) => part !== '').join('; '))}.`;
}

/** Names the plan whose times the story of the page has. */
export function storyNote(plans: readonly Plan[]): string {
  const [first] = plans.toSorted((a, b) => a.limits.heartbeatSeconds - b.limits.heartbeatSeconds);
  return first === undefined ? '' : `Horários de um monitor do plano ${first.name}.`;
}

function price(plan: Plan, cycle: BillingCycle, { catalog, apiUrl }: ColumnSources): ColumnPrice {
  return {
    ...catalog.displayPrice(plan.id, cycle),
    note: priceNote(plan, cycle, catalog),
    href: `${apiUrl}${authRedirectPath('register', { plan: plan.id, cycle })}`,
  };
}

/** What stands at the price of a plan that costs nothing. */
const freeNote = ({ priceMonthlyReais, highlights }: Plan): string | null =>
  priceMonthlyReais === 0 ? (highlights[0] ?? '') : null;

function priceNote(plan: Plan, cycle: BillingCycle, catalog: Catalog): string {
  const free = freeNote(plan);
  if (free !== null) return free;
  if (cycle === 'monthly') {
    return `ou ${catalog.displayPrice(plan.id, 'yearly').amount} por ano`;
  }
  return `Economia de ${catalog.formatPrice(catalog.yearlySavingsCentavos(plan.id))} por ano`;
}

function whatsappUrl({ whatsapp, whatsappMessage }: ColumnSources): string {
  return `https://wa.me/${whatsapp}?text=${encodeURIComponent(whatsappMessage)}`;
}
