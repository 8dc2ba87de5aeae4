/** Zod shapes shared by several variables of the Worker. */
import * as z from 'zod';

/** A URL; trailing slashes are removed. */
export const url = z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/+$/, ''));
/** A URL template with `{tenant}` for the subdomain. */
export const template = z.string().includes('{tenant}');
export const secret = z.string().min(8);
/** Optional; an empty text counts as unset. */
export const ifSet = <S extends z.ZodType>(shape: S) =>
  z.preprocess((value) => (value === '' ? undefined : value), shape.optional()).optional();

/** Parses JSON text; passes objects through (wrangler.jsonc may hold either). An empty text counts as unset. */
export function jsonText(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (value === '') return undefined;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
