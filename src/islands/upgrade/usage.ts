/** Usage of an environment in words and as a strip. Pure. */
import type { QuotaResponse } from '#domain/contracts/quota.ts';
import type { BeatRun } from '#ui/heartbeat.tsx';

/** Up to this limit each pill is one monitor; above it, a share of the limit. */
const PILLS_MAX = 30;

export interface UsageView {
  /** "3 de 5 monitores". */
  readonly words: string;
  readonly runs: readonly BeatRun[];
  /** Notice about the limit, if needed. */
  readonly notice: string | null;
}

type Count = Pick<QuotaResponse, 'currentMonitors' | 'monitorLimit' | 'canCreate'>;

export function usageView({ currentMonitors, monitorLimit, canCreate }: Count): UsageView {
  const isOver = currentMonitors > monitorLimit;
  const pills = Math.min(monitorLimit, PILLS_MAX);
  const share = Math.min(1, currentMonitors / monitorLimit);
  // Always show at least one used and one free pill.
  const full = share === 1 ? pills : Math.min(pills - 1, Math.ceil(share * pills));
  return {
    words: `${currentMonitors} de ${monitorLimit} monitores`,
    runs: [
      { state: isOver ? 'maintenance' : 'up', count: full },
      { state: 'idle', count: pills - full },
    ],
    notice: limitNotice(currentMonitors - monitorLimit, canCreate),
  };
}

function limitNotice(excess: number, canCreate: boolean): string | null {
  if (excess > 0) {
    return `O ambiente tem ${excess} ${excess === 1 ? 'monitor' : 'monitores'} além do limite do plano. Escolha um plano maior, em que todos caibam, ou apague alguns.`;
  }
  if (canCreate) return null;
  return excess === 0
    ? 'Todos os monitores do plano estão em uso. Para criar outro, escolha um plano maior.'
    : 'O ambiente não aceita novos monitores agora. Veja a situação na sua conta.';
}
