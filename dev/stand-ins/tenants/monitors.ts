/** Monitors of a local environment: set by a tester, counted by the counter and by `/metrics` like real ones. */

/**
 * `paused` and `pending` (not checked yet) are HTTP monitors that `/metrics` leaves out; `ip` is HTTP to an IP address
 * and `onion` HTTP to the Tor network, both against the terms.
 */
export const monitorKinds = ['http', 'ping', 'group', 'paused', 'pending', 'onion', 'ip'] as const;
export type MonitorKind = (typeof monitorKinds)[number];

/** A row of the instance's table; only the columns that are used here. */
export interface Monitor {
  readonly id: number;
  readonly kind: MonitorKind;
  readonly name: string;
  /** As the instance stores it: `http`, `ping`, `group`. */
  readonly type: string;
  readonly url: string | null;
  readonly hostname: string | null;
  readonly active: boolean;
  /** Id of its group. */
  readonly parent: number | null;
  /** Seconds. */
  readonly interval: number;
  readonly retryInterval: number;
  readonly maxretries: number;
  /** Seconds; what is left out is the instance's own choice. */
  readonly timeout?: number;
  /** Milliseconds; with another one it is another monitor, also under the same id. */
  readonly createdAt?: number;
  /** Further columns, by their names in the table. */
  readonly columns?: Readonly<Record<string, string | number | null>>;
}

/** A monitor to create: a kind, or a kind with further columns. */
export type MonitorWish =
  | MonitorKind
  | ({ readonly kind: MonitorKind } & Partial<
      Pick<Monitor, 'name' | 'type' | 'active' | 'parent' | 'interval' | 'retryInterval' | 'maxretries'>
    >);

/** Default of the instance's own form. */
const INTERVAL = 60;
/** More than the largest plan allows, so that exceeding a limit can be tested. */
const MONITORS_MAX = 500;

const kindOf = (wish: MonitorWish): MonitorKind => (typeof wish === 'string' ? wish : wish.kind);

/** Parses a list of monitors to create; `null` for an unknown kind or too many. */
export function readWishes(value: unknown): readonly MonitorWish[] | null {
  if (!Array.isArray(value) || value.length > MONITORS_MAX) return null;
  const wishes: MonitorWish[] = value;
  return wishes.every((wish) => monitorKinds.includes(kindOf(wish))) ? wishes : null;
}

/** Names contain characters that the metrics must escape. */
const facts: Readonly<Record<MonitorKind, Pick<Monitor, 'name' | 'type' | 'url' | 'hostname'>>> = {
  http: { name: 'Loja "principal"', type: 'http', url: 'https://loja.exemplo.com.br', hostname: null },
  ping: { name: 'Roteador \\ matriz', type: 'ping', url: null, hostname: '203.0.113.10' },
  group: { name: 'Sites, {todos}', type: 'group', url: null, hostname: null },
  paused: { name: 'Site antigo', type: 'http', url: 'https://antigo.exemplo.com.br', hostname: null },
  pending: { name: 'Site novo', type: 'http', url: 'https://novo.exemplo.com.br', hostname: null },
  onion: { name: 'Serviço oculto', type: 'http', url: 'http://exemplo.onion/', hostname: null },
  ip: { name: 'Painel\npor IP', type: 'http', url: 'http://203.0.113.20/', hostname: null },
};

/** The rows for these monitors, in order. */
export function monitorsOf(wishes: readonly MonitorWish[]): Monitor[] {
  return wishes.map((wish, index) => {
    const kind = kindOf(wish);
    const { name, ...rest } = facts[kind];
    return {
      id: index + 1,
      kind,
      name: `${name} ${index + 1}`,
      ...rest,
      active: kind !== 'paused',
      parent: null,
      interval: INTERVAL,
      retryInterval: INTERVAL,
      maxretries: 0,
      ...(typeof wish === 'string' ? {} : wish),
    };
  });
}

/** Response of the read-only counter beside the instance. */
export function counterAnswer(monitors: readonly Monitor[]) {
  const count = (sought: MonitorKind): number => monitors.filter(({ kind }) => kind === sought).length;
  return {
    monitors: monitors.length - count('group'),
    prohibited: { directIp: count('ip'), onion: count('onion') },
  };
}
