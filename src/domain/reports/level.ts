/**
 * How much of a report a plan includes. The catalogue sells it in words ("relatórios básicos", "Relatórios
 * detalhados"); tests/unit/reports.test.ts holds them to this table.
 */
import type { PlanId } from '../plans/ids.ts';

/** `basic`: the whole, the five worst, the number of incidents. `detailed`: every monitor and day besides. */
export type ReportLevel = 'none' | 'basic' | 'detailed';

export const reportLevels: Readonly<Record<PlanId, ReportLevel>> = {
  free: 'none',
  essential: 'basic',
  pro: 'detailed',
  enterprise: 'detailed',
};
