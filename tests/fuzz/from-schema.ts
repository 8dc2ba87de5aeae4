/** Values that match a JSON Schema, and values that fail it in one place. */
import fc from 'fast-check';
import type { JsonSchema } from '#functions/http/openapi/schema.ts';
import { hostileJson, hostileText, MARK } from './hostile.ts';

type Schemas = readonly JsonSchema[];

function validText({ examples, pattern, maxLength = 200, minLength = 0, format }: JsonSchema) {
  const choices: fc.WeightedArbitrary<string>[] = [];
  if (Array.isArray(examples))
    choices.push({ weight: 12, arbitrary: fc.constantFrom(...examples.map(String)) });
  if (format === 'date') choices.push({ weight: 4, arbitrary: fc.constant('2026-11-21') });
  else if (pattern) choices.push({ weight: 1, arbitrary: fc.stringMatching(new RegExp(pattern)) });
  else choices.push({ weight: 1, arbitrary: fc.string({ minLength, maxLength: Math.min(maxLength, 200) }) });
  return fc.oneof(...choices);
}

/** Matching values. Rules outside the schema (check digits, dates) may still refuse them. */
export function fitting(schema: JsonSchema): fc.Arbitrary<unknown> {
  const choices = (schema.anyOf ?? schema.oneOf) as Schemas | undefined;
  if (choices) return fc.oneof(...choices.map(fitting));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case 'object': {
      const properties = Object.entries(schema.properties ?? {}) as [string, JsonSchema][];
      const fields = Object.fromEntries(properties.map(([name, each]) => [name, fitting(each)]));
      return fc.record(fields, { requiredKeys: schema.required ?? [] });
    }
    case 'array':
      return fc.array(fitting((schema.items ?? {}) as JsonSchema), { maxLength: 3 });
    case 'string':
      return validText(schema);
    case 'integer':
    case 'number':
      return fc.integer({ min: schema.minimum ?? 0, max: Math.min(schema.maximum ?? 1e9, 2 ** 53 - 1) });
    case 'boolean':
      return fc.boolean();
    default:
      return hostileJson;
  }
}

type Holder = Record<string | number, unknown>;

/** Every place in a value, as holder and key. */
function places(value: unknown): [Holder, string | number][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]): [Holder, string][] => [
    [value as Holder, key],
    ...(places(inner) as [Holder, string][]),
  ]);
}

/** A matching value with one place replaced or removed, or with an unknown property. */
export function almostFitting(schema: JsonSchema): fc.Arbitrary<unknown> {
  return fc
    .tuple(
      fitting(schema),
      fc.nat(),
      fc.constantFrom('replace', 'text', 'remove', 'add', 'add') as fc.Arbitrary<
        'replace' | 'text' | 'remove' | 'add'
      >,
      hostileJson,
      hostileText,
    )
    .map(([value, at, change, json, text]) => {
      const copy: unknown = structuredClone(value);
      const all = places(copy);
      const [holder, key] = all[at % Math.max(all.length, 1)] ?? [];
      if (holder === undefined || key === undefined) return json;
      if (change === 'replace') holder[key] = json;
      else if (change === 'text') holder[key] = text;
      else if (change === 'remove') delete holder[key];
      else holder[at % 2 === 0 ? MARK : text] = json;
      return copy;
    });
}
