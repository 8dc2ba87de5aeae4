/**
 * Monitors of a local environment: set by a tester, counted by the counter and by `/metrics` as the real ones are.
 */

/**
 * `paused` and `pending` (created, not checked yet) are HTTP monitors that `/metrics` leaves out; `ip` is HTTP to a
 * bare address and `onion` HTTP to the Tor network, both against the terms.
 */
export const monitorKinds = ['http', 'ping', 'group', 'paused', 'pending', 'onion', 'ip'] as const;
export type MonitorKind = (typeof monitorKinds)[number];

export interface Monitor {
  readonly id: number;
  readonly kind: MonitorKind;
  readonly name: string;
  /** As the instance stores it: `http`, `ping`, `group`. */
  readonly type: string;
  readonly url: string | null;
  readonly hostname: string | null;
}

/** More than the largest plan holds, so that passing a limit can be tried. */
const MONITORS_MAX = 500;

/** Reads a list of kinds; `null` when one is unknown or there are too many. */
export function readKinds(value: unknown): MonitorKind[] | null {
  if (!Array.isArray(value) || value.length > MONITORS_MAX) return null;
  const kinds = value.map((each) => monitorKinds.find((kind) => kind === each));
  return kinds.every((kind) => kind !== undefined) ? kinds : null;
}

/** Names carry what the metrics must escape. */
const facts: Readonly<Record<MonitorKind, Omit<Monitor, 'id' | 'kind'>>> = {
  http: { name: 'Loja "principal"', type: 'http', url: 'https://loja.exemplo.com.br', hostname: null },
  ping: { name: 'Roteador \\ matriz', type: 'ping', url: null, hostname: '203.0.113.10' },
  group: { name: 'Sites, {todos}', type: 'group', url: null, hostname: null },
  paused: { name: 'Site antigo', type: 'http', url: 'https://antigo.exemplo.com.br', hostname: null },
  pending: { name: 'Site novo', type: 'http', url: 'https://novo.exemplo.com.br', hostname: null },
  onion: { name: 'Serviço oculto', type: 'http', url: 'http://exemplo.onion/', hostname: null },
  ip: { name: 'Painel\npor IP', type: 'http', url: 'http://203.0.113.20/', hostname: null },
};

export function monitorsOf(kinds: readonly MonitorKind[]): Monitor[] {
  return kinds.map((kind, index) => {
    const { name, ...rest } = facts[kind];
    return { id: index + 1, kind, name: `${name} ${index + 1}`, ...rest };
  });
}

/** What the read-only counter beside the instance answers. */
export function counterAnswer(kinds: readonly MonitorKind[]) {
  const count = (sought: MonitorKind): number => kinds.filter((kind) => kind === sought).length;
  return {
    monitors: kinds.length - count('group'),
    prohibited: { directIp: count('ip'), onion: count('onion') },
  };
}
