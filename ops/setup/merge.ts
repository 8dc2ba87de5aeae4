/** Writing values again without taking back what the operator wrote by hand. Pure. */
import { isDeepStrictEqual } from 'node:util';

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export interface Merged {
  readonly value: unknown;
  /** Paths at which a hand-made value stays in place of ours. */
  readonly kept: readonly string[];
}

/**
 * A merge of three: a field that is as we last wrote it becomes ours; one that somebody changed or added stays.
 * @param base What we wrote last; `undefined` where we did not.
 * @param current What the file says now.
 * @param ours What we would write.
 */
export function merge(base: unknown, current: unknown, ours: unknown, path = ''): Merged {
  if (current === undefined || isDeepStrictEqual(current, base) || isDeepStrictEqual(current, ours))
    return { value: ours, kept: [] };
  if (!isFields(current) || !isFields(ours))
    return { value: current, kept: ours === undefined ? [] : [path] };
  const old = isFields(base) ? base : {};
  const names = [...new Set([...Object.keys(current), ...Object.keys(ours)])];
  const fields = names.map((name) => {
    const at = path === '' ? name : `${path}.${name}`;
    return [name, merge(old[name], current[name], ours[name], at)] as const;
  });
  return {
    value: Object.fromEntries(
      fields.flatMap(([name, { value }]) => (value === undefined ? [] : [[name, value] as const])),
    ),
    kept: fields.flatMap(([, { kept }]) => kept),
  };
}
