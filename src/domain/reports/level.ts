/**
 * How detailed a plan's reports are. The catalogue sells it in words ("relatórios básicos", "Relatórios detalhados");
 * tests/unit/reports.test.ts compares them with this table.
 */
import type { PlanId } from '../plans/ids.ts';

/** `basic`: the total, the five worst monitors and the number of incidents. `detailed`: also every monitor and day. */
export type ReportLevel = 'none' | 'basic' | 'detailed';

export const reportLevels: Readonly<Record<PlanId, ReportLevel>> = {
  free: 'none',
  essential: 'basic',
  pro: 'detailed',
  enterprise: 'detailed',
};
