/** The API description: valid, complete, described in words, and never stricter than the rules behind it. */
import { Validator } from '@seriousme/openapi-schema-validator';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { operationsEndpoint } from '#domain/api-schemas/operations.ts';
import { errorCodes } from '#domain/errors.ts';
import type { FieldShape, Result } from '#domain/result.ts';
import { apiDefinition } from '#functions/api.ts';
import { type AppNeeds, createApp } from '#functions/app.ts';
import { createOpenapiDocument, isForOthers } from '#functions/http/openapi/document.ts';
import { propertyWords } from '#functions/http/openapi/property-words.ts';
import { fieldShapes } from '#functions/http/openapi/schema.ts';
import { refusals } from '#ops/words.ts';

const api = createOpenapiDocument(apiDefinition);

/** `GET /api/health` of every operation. */
const described = Object.entries(api.paths).flatMap(([path, item]) =>
  Object.keys(item).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
);
/** Refuses unknown commands, so there is nothing to describe. */
const refusal = `POST ${operationsEndpoint}`;

test('it is valid OpenAPI 3.1', async () => {
  expect(await new Validator().validate(JSON.parse(JSON.stringify(api)))).toEqual({ valid: true });
});

test('every refusal of an operator command has its own sentence', () => {
  const codes = apiDefinition
    .filter(({ path }) => path.startsWith('/api/operacao/'))
    .flatMap(({ errors, layers }) => [...errors, ...layers.flatMap((layer) => layer.errors ?? [])]);
  expect(codes.length).toBeGreaterThan(20);
  expect([...new Set(codes)].filter((code) => !(code in refusals))).toEqual([]);
});

test('it contains exactly the routes of the Worker', () => {
  const routes = createApp({ siteOrigin: 'https://vigia.example' } as AppNeeds)
    .routes.filter(({ method }) => method !== 'ALL')
    .map(({ method, path }) => `${method} ${path}`);
  expect([...described, refusal].sort()).toEqual([...new Set(routes)].sort());
});

test('it contains every error code', () => {
  const paths = JSON.stringify(api.paths);
  // Codes that only the jobs use never reach a caller.
  const undocumented = errorCodes.filter((code) => !paths.includes(`\`${code}\``));
  expect(undocumented).toEqual(['method-not-allowed', 'name-occupied', 'mail-unavailable']);
});

/** Every property of every schema, by its place. */
function properties(node: unknown, at = ''): [string, { description?: string }][] {
  if (typeof node !== 'object' || node === null) return [];
  const own = (node as { properties?: Record<string, { description?: string }> }).properties;
  const here = typeof own === 'object' && !at.endsWith('/allOf/1') ? Object.entries(own) : [];
  return [
    ...here.map(([name, schema]): [string, { description?: string }] => [`${at}/${name}`, schema]),
    ...Object.entries(node).flatMap(([key, value]) => properties(value, `${at}/${key}`)),
  ];
}

test('every property of a route that others call has a description, and no other property has words', () => {
  const found = properties(createOpenapiDocument(apiDefinition.filter(isForOthers)));
  expect(found.filter(([, { description }]) => !description).map(([at]) => at)).toEqual([]);
  const names = new Set(found.map(([at]) => at.slice(at.lastIndexOf('/') + 1)));
  expect(Object.keys(propertyWords).filter((name) => !names.has(name))).toEqual([]);
});

describe('the shape of a field', () => {
  type Rule = (typed: string) => Result<unknown>;
  const ruled = [...fieldShapes].filter((each): each is [Rule, FieldShape] => typeof each[0] === 'function');
  const fits = ({ pattern, minLength = 0 }: FieldShape, typed: string): boolean =>
    new RegExp(pattern, 'u').test(typed) && [...typed].length >= minLength;

  test.each([...fieldShapes].map(([, shape]) => shape))('$description', (shape) => {
    expect(fits(shape, shape.example)).toBe(true);
  });

  test.each(ruled)('%o: its example is valid, and every valid value matches it', (rule, shape) => {
    expect(rule(shape.example)).toMatchObject({ ok: true });
    const typed = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 120 }),
      fc.stringMatching(new RegExp(shape.pattern, 'u')),
      fc.stringMatching(new RegExp(shape.pattern, 'u')).map((text) => ` ${text}\t`),
      fc.mixedCase(fc.constant(shape.example)),
    );
    fc.assert(fc.property(typed, (text) => !rule(text).ok || fits(shape, text)));
  });
});
