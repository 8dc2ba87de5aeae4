/**
 * Expressions of the real instance's JSON monitors, which a customer types or brings in a file: the published ones that
 * ran code in its process must run nothing (GHSA-8gq3-vp5j-2grp, GHSA-2943-5xfg-gq5f and GHSA-66mm-25pp-rfff, mended in
 * jsonata 2.2.1). Harmless here: code that multiplies two numbers, or a look at what must stay closed.
 *
 * `UPTIME_KUMA` is 2.5.3, whose own lock has jsonata 2.1.1; docs/operating.md says how its folder gets the one of 2.5.4.
 */
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { realInstance } from './stage.ts';

type Evaluate = (
  data: string,
  expression: string,
  operator: string,
  expected: string,
) => Promise<{ response: unknown }>;

const ANSWER = '{"itens":[{"preco":40},{"preco":2}]}';

describe.skipIf(realInstance === undefined)('an expression of a monitor', () => {
  const load = createRequire(`${realInstance}/package.json`);
  const answerOf = async (expression: string): Promise<unknown> => {
    const { evaluateJsonQuery } = load('./src/util.js') as { evaluateJsonQuery: Evaluate };
    return evaluateJsonQuery(ANSWER, expression, '==', '42').then(
      ({ response }) => response,
      (error: Error) => error.message,
    );
  };

  test('is read by a library without the published holes', () => {
    const { version } = load('jsonata/package.json') as { version: string };
    expect(version.localeCompare('2.2.1', 'en', { numeric: true })).toBeGreaterThanOrEqual(0);
  });

  test('still computes', async () => {
    expect(await answerOf('$sum(itens.preco)')).toBe(42);
  });

  test.each([
    [
      'inherited setters',
      `(__lookupSetter__('__proto__')(constructor);
        __defineGetter__('l', constructor("return 6*7"));
        valueOf().l)`,
    ],
    [
      'an own check of properties',
      '($hasOwnProperty := $spread($string); $__proto__ := $constructor; $constructor("return 6*7")())',
    ],
  ])('runs no code, by %s', async (_way, expression) => {
    expect(await answerOf(expression)).toContain('non-function');
  });

  test.each([
    ['an inherited constructor', '$exists(constructor)'],
    ['a constructor by its name', '$exists($lookup({}, "constructor"))'],
    ['the code of a function of the language', '$exists($merge.*)'],
  ])('does not reach %s', async (_what, expression) => {
    expect(await answerOf(expression)).toBe(false);
  });
});
