/**
 * The catalogue of plans: prices, limits and texts, read from content/plans.json.
 *
 * Owns: the shape of that file, the yearly price and how money is shown. Does not own: the numbers themselves,
 * or which plan a visitor chose (ids.ts). The JSON comes in as a value, so site and Worker share these rules.
 */
import * as z from 'zod/mini';
import { AlertFeatures } from './alert-features.ts';
import { type BillingCycle, type PlanId, planIds } from './ids.ts';
import { deriveLimits, type PlanLimits, statesLimit, unstatedLimits } from './limits.ts';

const text = z.string('escreva um texto entre aspas.').check(z.trim(), z.minLength(1, 'o texto está vazio.'));
const wholeNumber = z.int('escreva um número inteiro, sem aspas nem centavos.');
const texts = z.array(text, 'escreva uma lista de textos entre colchetes.').check(z.minLength(1));

/** One entry of `plans` in content/plans.json. Error messages address the editor of that file. */
const PlanEntry = z.strictObject({
  id: z.enum(planIds, `use um destes: ${planIds.join(', ')}.`),
  name: text,
  description: text,
  /** Whole reais per month. */
  priceMonthlyReais: wholeNumber.check(z.nonnegative('o preço não pode ser negativo.')),
  /** The limits are parsed from these texts, so that what the customer reads is what is enforced. */
  features: texts,
  highlights: texts,
  alerts: AlertFeatures,
  popular: z.boolean('escreva true ou false.'),
  cta: text,
  category: z.enum(
    ['starter', 'production', 'enterprise', 'enterprise-plus'],
    'use starter, production, enterprise ou enterprise-plus.',
  ),
  /** Colour class: `ink` stands out by inversion, `paper` does not. */
  tone: z.enum(['paper', 'ink'], 'use paper ou ink.'),
});

const SoldEntry = z.strictObject({
  /** Left out where the sentence says it all. */
  means: z.optional(text),
  /** Pages on which a customer of the plan uses it, and one of a smaller plan reads what is lacking, by their names. */
  seenAt: z.record(text, text),
});

type SoldEntry = z.output<typeof SoldEntry>;

/** A sentence of a plan that sells more than one of its limits. */
export interface SoldSentence {
  readonly text: string;
  readonly means: string | null;
  /** Addresses by the names of their pages. */
  readonly seenAt: Readonly<Record<string, string>>;
}

const CatalogFile = z.strictObject({
  currency: z.literal('BRL', 'o site vende em reais: escreva "BRL".'),
  yearlyDiscountPercent: wholeNumber.check(z.minimum(0, 'de 0 a 99.'), z.maximum(99, 'de 0 a 99.')),
  plans: z.array(PlanEntry),
  /** What each sentence that sells more than a limit means, and where a customer sees it; by its text. */
  sold: z.record(z.string(), SoldEntry),
});

export type Plan = Readonly<z.output<typeof PlanEntry> & { limits: PlanLimits }>;

/** A price split for display: a large amount with a small period next to it. */
interface DisplayPrice {
  readonly amount: string;
  /** Empty where nothing is paid. */
  readonly period: '' | '/mês' | '/ano';
}

export interface Catalog {
  readonly currency: 'BRL';
  readonly yearlyDiscountPercent: number;
  /** All plans, the cheapest first. */
  readonly plans: readonly Plan[];
  plan(id: PlanId): Plan;
  /** The next larger plan; `undefined` for the largest. */
  next(id: PlanId): Plan | undefined;
  /** What a plan sells beside its limits, features before highlights. */
  sold(id: PlanId): readonly SoldSentence[];
  /** Price of one period in centavos; yearly prices are rounded to whole reais. */
  priceCentavos(id: PlanId, cycle: BillingCycle): number;
  /** What paying a year at once saves over twelve months, in centavos. */
  yearlySavingsCentavos(id: PlanId): number;
  displayPrice(id: PlanId, cycle: BillingCycle): DisplayPrice;
  formatPrice(centavos: number): string;
}

/**
 * Parses and validates the catalogue.
 *
 * @param json The parsed content/plans.json.
 * @throws Error With one Portuguese line per mistake: the field, and what was expected. Also when the texts of a plan
 * do not state one of its limits.
 */
export function createCatalog(json: unknown): Catalog {
  const read = CatalogFile.safeParse(json);
  if (!read.success) throw catalogError(read.error.issues.map(issueLine));
  const { currency, yearlyDiscountPercent } = read.data;
  const explained = new Map(Object.entries(read.data.sold));
  const plans = read.data.plans.map((entry) => ({ ...entry, limits: deriveLimits(entry.features) }));
  const mistakes = [
    ...orderMistakes(plans),
    ...plans.flatMap(unsaidLimits),
    ...soldMistakes(plans, explained),
  ];
  if (mistakes.length > 0) throw catalogError(mistakes);

  const byId = new Map(plans.map((plan) => [plan.id, plan]));
  const plan = (id: PlanId): Plan => {
    const found = byId.get(id);
    if (found === undefined) throw new Error(`No plan "${id}" in the catalogue.`);
    return found;
  };
  const yearlyReais = (monthlyReais: number): number =>
    Math.round((monthlyReais * 12 * (100 - yearlyDiscountPercent)) / 100);
  const priceCentavos = (id: PlanId, cycle: BillingCycle): number => {
    const { priceMonthlyReais } = plan(id);
    return 100 * (cycle === 'yearly' ? yearlyReais(priceMonthlyReais) : priceMonthlyReais);
  };
  return {
    currency,
    yearlyDiscountPercent,
    plans,
    plan,
    next: (id) => plans[plans.indexOf(plan(id)) + 1],
    sold: (id) =>
      beyondLimits(plan(id)).map((sentence) => {
        const { means = null, seenAt = {} } = explained.get(sentence) ?? {};
        return { text: sentence, means, seenAt };
      }),
    priceCentavos,
    yearlySavingsCentavos: (id) => 12 * priceCentavos(id, 'monthly') - priceCentavos(id, 'yearly'),
    displayPrice: (id, cycle) => ({
      amount: formatPrice(priceCentavos(id, cycle)),
      // Nothing is not paid per month or per year.
      period: priceCentavos(id, cycle) === 0 ? '' : cycle === 'yearly' ? '/ano' : '/mês',
    }),
    formatPrice,
  };
}

/** "R$ 1.069" for whole reais, "R$ 44,08" otherwise, with a non-breaking space. */
export function formatPrice(centavos: number): string {
  return new Intl.NumberFormat('pt-BR', {
    style: 'currency',
    currency: 'BRL',
    minimumFractionDigits: centavos % 100 === 0 ? 0 : 2,
  }).format(centavos / 100);
}

function catalogError(lines: readonly string[]): Error {
  return new Error(`content/plans.json precisa de correção:\n${lines.map((line) => `- ${line}`).join('\n')}`);
}

function issueLine(issue: z.core.$ZodIssue): string {
  const path = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys') {
    return `${path || 'raiz'}: campo desconhecido (${issue.keys.join(', ')}).`;
  }
  return `${path || 'raiz'}: ${issue.message}`;
}

function orderMistakes(plans: readonly Plan[]): string[] {
  const written = plans.map((plan) => plan.id).join(', ');
  const expected = planIds.join(', ');
  return written === expected ? [] : [`plans: esperados ${expected}, nesta ordem; escritos ${written}.`];
}

const beyondLimits = ({ features, highlights }: Pick<Plan, 'features' | 'highlights'>): string[] => [
  ...features.filter((feature) => !statesLimit(feature)),
  ...highlights,
];

/** Nothing is sold that a customer cannot find. */
function soldMistakes(plans: readonly Plan[], explained: ReadonlyMap<string, SoldEntry>): string[] {
  const sold = new Set(plans.flatMap(beyondLimits));
  return [
    ...[...explained.keys()]
      .filter((sentence) => !sold.has(sentence))
      .map((sentence) => `sold: nenhum plano tem "${sentence}" em features ou highlights.`),
    ...[...sold]
      .filter((sentence) => Object.keys(explained.get(sentence)?.seenAt ?? {}).length === 0)
      .map((sentence) => `sold: falta onde o cliente vê "${sentence}" (seenAt).`),
  ];
}

function unsaidLimits({ id, features }: Plan): string[] {
  return unstatedLimits(features).map((example) => `${id}: falta em features um texto como "${example}".`);
}
