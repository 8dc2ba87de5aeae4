/** Phrases about all plans, from the catalogue: "5, 30, 75 ou 150, conforme o plano". */
import { alertTime } from '#domain/plans/alert-time.ts';
import type { Catalog, Plan } from '#domain/plans/catalog.ts';

export interface PlanFigures {
  readonly prices: string;
  readonly monitors: string;
  readonly intervals: string;
  readonly alerts: string;
  readonly users: string;
}

export function planFigures({ plans, displayPrice }: Catalog): PlanFigures {
  const byPlan = (figure: (plan: Plan) => string, unit: string): string =>
    `${list(plans.map(figure))}${unit}, conforme o plano`;
  return {
    prices: `${list(plans.map(({ id }) => displayPrice(id, 'monthly').amount))} por mês`,
    monitors: byPlan(({ limits }) => String(limits.monitors), ''),
    intervals: byPlan(({ limits }) => String(limits.heartbeatSeconds / 60), ' min'),
    alerts: byPlan(({ limits }) => alertTime(limits.heartbeatSeconds).replace(/ minutos$/, ''), ' minutos'),
    users: byPlan(({ limits }) => String(limits.users), ''),
  };
}

const list = (items: readonly string[]): string =>
  new Intl.ListFormat('pt-BR', { type: 'disjunction' }).format(items);
