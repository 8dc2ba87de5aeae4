/** What the first checks of a monitor say together. Pure. */
import type { FirstMonitor } from '#domain/api-schemas/alerts.ts';

type Check = NonNullable<FirstMonitor['pedido']>['checagens'][number];

/** `fell`, `back`: it changed among these checks, at `at` (ISO 8601). `retried`: a failed check is being repeated. */
export type FirstState =
  | { readonly what: 'unknown' | 'down' | 'retried' | 'maintenance' }
  | { readonly what: 'up'; readonly ms: number | null }
  | { readonly what: 'fell' | 'back'; readonly at: string };

/** @param checks The oldest first. */
export function firstState(checks: readonly Check[]): FirstState {
  const last = checks.at(-1);
  if (last === undefined) return { what: 'unknown' };
  if (last.estado === 'maintenance') return { what: 'maintenance' };
  if (last.estado === 'pending') return { what: 'retried' };
  const other = last.estado === 'up' ? 'down' : 'up';
  const before = checks.findLastIndex(({ estado }) => estado === other);
  const since = before < 0 ? undefined : checks.slice(before).find(({ estado }) => estado === last.estado);
  if (since !== undefined) return { what: last.estado === 'up' ? 'back' : 'fell', at: since.em };
  return last.estado === 'up' ? { what: 'up', ms: last.ms } : { what: 'down' };
}
