/**
 * Expressions of the real instance's JSON monitors, which a customer types or brings in a file: the published ones that
 * ran code in its process must run nothing (GHSA-8gq3-vp5j-2grp, GHSA-2943-5xfg-gq5f and GHSA-66mm-25pp-rfff, mended in
 * jsonata 2.2.1). Harmless here: code that multiplies two numbers, or a look at what must stay closed.
 *
 * `UPTIME_KUMA` is 2.5.3, whose own lock has jsonata 2.1.1; docs/environments.md says how its folder gets the one of 2.5.4.
 */
import { createRequire } from 'node:module';
import jsonata from 'jsonata';
import { describe, expect, test } from 'vitest';
import { realInstance } from './stage.ts';

type Evaluate = (
  data: string,
  expression: string,
  operator: string,
  expected: string,
) => Promise<{ response: unknown }>;
type AnswerOf = (expression: string) => Promise<unknown>;

const ANSWER = '{"itens":[{"preco":40},{"preco":2}]}';
/** What the image of the chart has, read from the version of its tag that carries the mend. */
const JSONATA = '2.2.2';

const versionIn = (folder: string): unknown => createRequire(folder)('jsonata/package.json');
const saidOr = (answer: Promise<unknown>): Promise<unknown> => answer.catch((error: Error) => error.message);

const ownAnswer: AnswerOf = (expression) =>
  saidOr(Promise.resolve().then(() => jsonata(expression).evaluate(JSON.parse(ANSWER))));

/** Through the instance's own way of asking. */
const realAnswer: AnswerOf = (expression) => {
  const load = createRequire(`${realInstance}/package.json`);
  const { evaluateJsonQuery } = load('./src/util.js') as { evaluateJsonQuery: Evaluate };
  return saidOr(evaluateJsonQuery(ANSWER, expression, '==', '42').then(({ response }) => response));
};

test('the library here is the one of the chart’s instance', () => {
  expect(versionIn(import.meta.filename)).toMatchObject({ version: JSONATA });
});

test.skipIf(realInstance === undefined)('the real instance is 2.5.3 with the mended library', () => {
  const { version } = createRequire(`${realInstance}/package.json`)('./package.json') as { version: string };
  expect([version, versionIn(`${realInstance}/package.json`)]).toMatchObject(['2.5.3', { version: JSONATA }]);
});

describe.each([
  ['the library', ownAnswer],
  ...(realInstance === undefined ? [] : [['the real instance', realAnswer] as const]),
] as const)('an expression of a monitor, asked of %s', (_who, answerOf) => {
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
