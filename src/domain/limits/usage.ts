/** How many monitors an environment uses of its plan, in words and as a strip. Pure. */
import type { Limits } from '#domain/api-schemas/limits.ts';
import type { QuotaResponse } from '#domain/api-schemas/quota.ts';
import { countOfMonitors, countOfRunning } from './words.ts';

/** Up to this limit each pill is one monitor; above it, a share of the limit. */
const PILLS_MAX = 30;

/** The limit counts running monitors; `running` is `null` where only the number of all monitors is known. */
export interface MonitorUse {
  readonly running: number | null;
  readonly total: number;
  readonly limit: number;
}

export interface UsageView {
  /** "3 de 5 monitores". */
  readonly words: string;
  /** "e 2 pausados, que não contam"; `null` without any. */
  readonly paused: string | null;
  /** Used pills, then free ones. */
  readonly runs: readonly { readonly state: 'used' | 'maintenance' | 'free'; readonly count: number }[];
}

/** The quota counts all monitors; the limits, where they were read, know which of them run. */
export function monitorUse(quota: QuotaResponse, limits: Limits | null): MonitorUse {
  return limits === null
    ? { running: null, total: quota.currentMonitors, limit: quota.monitorLimit }
    : { running: limits.running, total: limits.total, limit: limits.monitorLimit };
}

export function usageView({ running, total, limit }: MonitorUse): UsageView {
  const counted = running ?? total;
  const isOver = counted > limit;
  const pills = Math.min(limit, PILLS_MAX);
  const share = Math.min(1, counted / limit);
  // Always show at least one used and one free pill.
  const full = share === 1 ? pills : Math.min(pills - 1, Math.ceil(share * pills));
  const paused = running === null ? 0 : total - running;
  return {
    words:
      running === null && isOver
        ? `${countOfMonitors(total)}, com os pausados`
        : `${counted} de ${limit} monitores`,
    paused:
      paused === 0
        ? null
        : `e ${paused} ${paused === 1 ? 'pausado, que não conta' : 'pausados, que não contam'}`,
    runs: [
      { state: isOver ? 'maintenance' : 'used', count: full },
      { state: 'free', count: pills - full },
    ],
  };
}

/** What the use means for the next monitor; `null` while there is room. */
export function limitNotice({ running, total, limit }: MonitorUse, canCreate: boolean): string | null {
  const excess = (running ?? total) - limit;
  if (excess > 0 && running === null)
    return `O plano inclui ${countOfRunning(limit)}; os pausados não contam.`;
  if (excess > 0)
    return `O painel tem ${countOfMonitors(excess)} além do limite do plano. Escolha um plano maior, em que todos caibam, ou apague alguns.`;
  if (excess === 0)
    return 'Todos os monitores do plano estão em uso. Para criar outro, escolha um plano maior.';
  // The quota also refuses when paused monitors fill the plan, which the limit allows.
  return running === null && !canCreate
    ? 'O painel não aceita novos monitores agora. Veja a situação na sua conta.'
    : null;
}
