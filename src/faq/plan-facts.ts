/**
 * Facts from the catalogue as words for answers, so that answers contain no prices or limits of their own.
 *
 * Owns: the wording. Does not own: the numbers (content/plans.json).
 */
import { alertCaption, alertTime } from '#domain/plans/alert-time.ts';
import type { Catalog, Plan } from '#domain/plans/catalog.ts';
import type { PlanId } from '#domain/plans/ids.ts';
import { formatHeartbeat } from '#domain/plans/limits.ts';
import { writeCount } from '#domain/reports/words.ts';
import { UNWATCHED_DAYS, wakeWords } from '#domain/tenants/sleep.ts';

const general = {
  yearlyDiscount: (catalog: Catalog) => `${catalog.yearlyDiscountPercent}%`,
  intervals: (catalog: Catalog) =>
    new Intl.ListFormat('pt-BR').format(
      catalog.plans.map(({ name, limits }) => `${formatHeartbeat(limits.heartbeatSeconds)} no ${name}`),
    ),
  alerts: (catalog: Catalog) =>
    new Intl.ListFormat('pt-BR').format(
      catalog.plans.map(({ name, limits }) => `${alertTime(limits.heartbeatSeconds)} no ${name}`),
    ),
  alertCaption: () => alertCaption,
  /** A free environment without a running monitor: src/domain/tenants/sleep.ts. */
  unwatched: () => `${UNWATCHED_DAYS} dias`,
  wake: () => wakeWords(),
};

const ofPlan = {
  name: (plan: Plan) => plan.name,
  monitors: ({ limits }: Plan) => writeCount(limits.monitors, 'monitor', 'monitores'),
  users: ({ limits }: Plan) => writeCount(limits.users, 'usuário', 'usuários'),
  interval: ({ limits }: Plan) => formatHeartbeat(limits.heartbeatSeconds),
  alert: ({ limits }: Plan) => alertTime(limits.heartbeatSeconds),
  monthly: ({ id }: Plan, catalog: Catalog) => catalog.displayPrice(id, 'monthly').amount,
  yearly: ({ id }: Plan, catalog: Catalog) => catalog.displayPrice(id, 'yearly').amount,
  yearlySavings: ({ id }: Plan, catalog: Catalog) => catalog.formatPrice(catalog.yearlySavingsCentavos(id)),
};

export const planFactNames = [...Object.keys(ofPlan), ...Object.keys(general)];
/** Facts of all plans together, said without `plan`. */
export const generalFactNames = Object.keys(general);
export type PlanFactName = keyof typeof ofPlan | keyof typeof general;

export type PlanFactRequest =
  | { readonly plan?: undefined; readonly fact: keyof typeof general }
  | { readonly plan: PlanId; readonly fact: keyof typeof ofPlan };

/**
 * Returns the words for a fact.
 *
 * @throws Error In Portuguese, for a plan or fact that does not exist: an author may have misspelt it.
 */
export function planFact(catalog: Catalog, { plan, fact }: PlanFactRequest): string {
  if (plan === undefined) {
    if (Object.hasOwn(general, fact)) return general[fact](catalog);
    throw unknownFact(fact, general);
  }
  const found = catalog.plans.find(({ id }) => id === plan);
  if (found === undefined) {
    const ids = catalog.plans.map(({ id }) => id).join(', ');
    throw new Error(`<PlanFact plan="${plan}">: use um destes planos: ${ids}.`);
  }
  if (Object.hasOwn(ofPlan, fact)) return ofPlan[fact](found, catalog);
  throw unknownFact(fact, ofPlan);
}

function unknownFact(fact: string, known: object): Error {
  return new Error(`<PlanFact fact="${fact}">: use um destes: ${Object.keys(known).join(', ')}.`);
}
