/** How often a plan checks, and how soon it tells, in the summary of an order. */
import { alertLabel, alertTime } from '#domain/plans/alert-time.ts';
import { formatHeartbeat, type PlanLimits } from '#domain/plans/limits.ts';

export const checkRows = ({ heartbeatSeconds }: PlanLimits): [term: string, value: string][] => [
  ['Checagem', `a cada ${formatHeartbeat(heartbeatSeconds)}`],
  [alertLabel, alertTime(heartbeatSeconds)],
];
