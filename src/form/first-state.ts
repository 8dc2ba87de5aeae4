/** What the first checks of a monitor say together. Pure. */
import type { FirstBeat } from '#domain/api-schemas/alerts.ts';

/** `fell`, `back`: it changed among these checks, at `at`. `retried`: a failed check is being repeated. */
export type FirstState =
  | { readonly what: 'unknown' | 'down' | 'retried' | 'maintenance' }
  | { readonly what: 'up'; readonly ping: number | null }
  | { readonly what: 'fell' | 'back'; readonly at: number };

/** @param beats The oldest first. */
export function firstState(beats: readonly FirstBeat[]): FirstState {
  const last = beats.at(-1);
  if (last === undefined) return { what: 'unknown' };
  if (last.status === 'maintenance') return { what: 'maintenance' };
  if (last.status === 'pending') return { what: 'retried' };
  const other = last.status === 'up' ? 'down' : 'up';
  const before = beats.findLastIndex(({ status }) => status === other);
  const since = before < 0 ? undefined : beats.slice(before).find(({ status }) => status === last.status);
  if (since !== undefined) return { what: last.status === 'up' ? 'back' : 'fell', at: since.at };
  return last.status === 'up' ? { what: 'up', ping: last.ping } : { what: 'down' };
}
