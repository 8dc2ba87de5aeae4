/** Shapes that several of the Worker's variables share. */
import * as z from 'zod';

/** An address without a slash at its end. */
export const url = z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/+$/, ''));
/** An address with a place for the subdomain. */
export const template = z.string().includes('{tenant}');
export const secret = z.string().min(8);
/** Left out, or an empty text, which counts as left out. */
export const ifSet = <S extends z.ZodType>(shape: S) =>
  z.preprocess((value) => (value === '' ? undefined : value), shape.optional()).optional();

/** JSON, as text or as wrangler.jsonc may hold it; an empty text counts as unset. */
export function jsonText(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (value === '') return undefined;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
