/** What an owner does in the panel of the instance, for testers: with one monitor, and with the channel of our alerts. */
import type { Companions } from './companion.ts';
import type { Environments } from './environment.ts';
import type { Monitor } from './monitors.ts';

interface PanelAction {
  /** Its button on the page, before the monitor's name. */
  readonly name: string;
  /** True when it would change something. */
  readonly isUseful: (state: MonitorState) => boolean;
}

interface MonitorState {
  readonly isDown: boolean;
  readonly isActive: boolean;
  /** Null while the environment has no channel of ours. */
  readonly isTold: boolean | null;
}

/** By the last part of their path. */
const panelActions = {
  cair: { name: 'Derrubar', isUseful: ({ isDown }) => !isDown },
  voltar: { name: 'Levantar', isUseful: ({ isDown }) => isDown },
  pausar: { name: 'Pausar', isUseful: ({ isActive }) => isActive },
  retomar: { name: 'Retomar', isUseful: ({ isActive }) => !isActive },
  'desligar-avisos': { name: 'Desligar os avisos de', isUseful: ({ isTold }) => isTold === true },
  'ligar-avisos': { name: 'Ligar os avisos de', isUseful: ({ isTold }) => isTold === false },
  apagar: { name: 'Apagar', isUseful: () => true },
} satisfies Readonly<Record<string, PanelAction>>;
type PanelActionId = keyof typeof panelActions;

/** True for the name of something that can be done with a monitor. */
export const isPanelAction = (text: string): text is PanelActionId => Object.hasOwn(panelActions, text);

/** The owner's panel of every environment. */
export function createPanel(environments: Environments, companions: Companions) {
  const ownChannel = (tenant: string): number | null => environments.alertsOf(tenant)?.channel ?? null;
  const channelsOf = (tenant: string) => companions.of(tenant).database.channels;

  /** Puts our channel on a monitor, or takes it off; other channels stay. */
  function setTold(tenant: string, id: number, isTold: boolean): void {
    const own = ownChannel(tenant);
    const channels = channelsOf(tenant);
    if (own === null || !channels.has(own)) return;
    const others = channels.of(id).filter((each) => each !== own);
    channels.set(id, isTold ? [...others, own] : others);
  }

  function stateOf(tenant: string, { id, active }: Monitor, fallen: readonly number[]): MonitorState {
    const own = ownChannel(tenant);
    const channels = channelsOf(tenant);
    return {
      isDown: fallen.includes(id),
      isActive: active,
      isTold: own === null || !channels.has(own) ? null : channels.of(id).includes(own),
    };
  }

  const change: Readonly<Record<PanelActionId, (tenant: string, id: number) => void>> = {
    cair: (tenant, id) => environments.letFall(tenant, id, true),
    voltar: (tenant, id) => environments.letFall(tenant, id, false),
    pausar: (tenant, id) => environments.changeMonitor(tenant, id, { active: false }),
    retomar: (tenant, id) => environments.changeMonitor(tenant, id, { active: true }),
    'desligar-avisos': (tenant, id) => setTold(tenant, id, false),
    'ligar-avisos': (tenant, id) => setTold(tenant, id, true),
    apagar: (tenant, id) => environments.removeMonitor(tenant, id),
  };

  return {
    act: (tenant: string, id: number, action: PanelActionId) => change[action](tenant, id),
    /** What can be done with a monitor now, with the words of the button. */
    actionsOf(tenant: string, monitor: Monitor, fallen: readonly number[]) {
      const state = stateOf(tenant, monitor, fallen);
      return Object.entries(panelActions)
        .filter(([, { isUseful }]) => isUseful(state))
        .map(([path, { name }]) => ({ path, words: `${name} ${monitor.name}` }));
    },
    hasChannel(tenant: string) {
      const own = ownChannel(tenant);
      return own !== null && channelsOf(tenant).has(own);
    },
    deleteChannels: (tenant: string) => channelsOf(tenant).removeAll(),
  };
}
export type Panel = ReturnType<typeof createPanel>;
