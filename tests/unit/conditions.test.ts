import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  answerMistake,
  type Condition,
  type ConditionGroup,
  type ConditionOperator,
  type ConditionTest,
  type ConditionVariable,
  conditionMistake,
  conditionNote,
  conditionOperators,
  conditionVariables,
  formOperatorsFor,
  holds,
  isEmpty,
  operatorsFor,
  testsOf,
  variablesOf,
} from '#docs/tools/rules/conditions.ts';
import { formatCondition, formNotation, platformNotation } from '#docs/tools/rules/notation.ts';

const is = (
  variable: ConditionVariable,
  operator: ConditionOperator,
  value: string,
  isNegated = false,
): ConditionTest => ({
  kind: 'test',
  id: `${variable}${operator}${value}`,
  isNegated,
  variable,
  operator,
  value,
});
const all = (...members: Condition[]): ConditionGroup => ({
  kind: 'group',
  id: 'all',
  isNegated: false,
  join: 'AND',
  members,
});
const any = (...members: Condition[]): ConditionGroup => ({ ...all(...members), id: 'any', join: 'OR' });
const not = (group: ConditionGroup): ConditionGroup => ({ ...group, isNegated: true });

const ANSWER = { response_code: '200', response_time: '180', ping: '24', record: '203.0.113.10' };

describe('an expression', () => {
  test.each([
    ['one test', is('response_code', '==', '200'), 'response_code == 200'],
    ['text in quotes', is('record', 'starts_with', '203.'), 'record starts_with "203."'],
    ['quotes inside text', is('record', 'equals', 'a"b\\'), 'record equals "a\\"b\\\\"'],
    ['a decimal comma becomes a point', is('response_time', '<', '1,5'), 'response_time < 1.5'],
    ['NOT', is('ping', '>', '150', true), 'NOT (ping > 150)'],
    [
      'AND',
      all(is('response_code', '==', '200'), is('response_time', '<', '1000')),
      'response_code == 200 AND response_time < 1000',
    ],
    [
      'a group inside another',
      all(
        any(is('response_code', '==', '200'), is('response_code', '==', '204')),
        is('ping', '>', '150', true),
      ),
      '(response_code == 200 OR response_code == 204) AND NOT (ping > 150)',
    ],
    ['a negated group', not(any(is('ping', '>', '9'), is('ping', '<', '1'))), 'NOT (ping > 9 OR ping < 1)'],
    ['an empty group is skipped', all(is('ping', '<', '9'), any()), 'ping < 9'],
    [
      'a group of one needs no parentheses',
      all(any(is('ping', '<', '9')), is('ping', '>', '1')),
      'ping < 9 AND ping > 1',
    ],
  ] as const)('%s', (_, condition, text) => {
    expect(formatCondition(condition, platformNotation)).toBe(text);
  });

  test('reads as in the monitor form', () => {
    const condition = any(
      is('record', 'contains', '203.0.113.10'),
      all(is('topic', 'not_equals', 'a'), is('json_value', '<=', '21.375')),
    );
    expect(formatCondition(condition, formNotation)).toBe(
      'registro contém “203.0.113.10” ou (Tópico diferente “a” e valor JSON menor ou igual a (número) 21.375)',
    );
  });
});

describe('an evaluation', () => {
  test.each([
    [is('response_code', '==', '200'), true],
    [is('response_code', '!=', '200'), false],
    [is('response_code', 'starts_with', '2'), true],
    [is('response_time', '<', '180'), false],
    [is('response_time', '<=', '180'), true],
    [is('response_time', '>=', '180,0'), true],
    [is('ping', '>', '9'), true],
    [is('record', 'contains', '113'), true],
    [is('record', 'ends_with', '.1'), false],
    [is('record', 'equals', '203.0.113.10', true), false],
    [is('message', 'contains', 'x'), false],
    [is('record', 'not_contains', '113'), false],
    [is('record', 'not_starts_with', '198.'), true],
    [is('record', 'not_ends_with', '.10'), false],
    [is('response_time', '<', '1.000'), true],
    [is('ping', '>', '-1'), true],
    [is('topic', '!=', 'x'), true],
    [is('topic', 'not_equals', 'x'), true],
    [all(), true],
    [not(any()), true],
    [
      any(is('ping', '>', '100'), all(is('response_code', '==', '200'), is('record', 'contains', '203'))),
      true,
    ],
    [not(all(is('ping', '<', '100'))), false],
  ] as const)('%o', (condition, expected) => {
    expect(holds(condition, ANSWER)).toBe(expected);
  });
});

/** The instance passes a text, and its operators compare it with Number(value). */
describe('a JSON value is read as the instance reads it', () => {
  test.each([
    ['21.375', is('json_value', '<', '30'), true],
    ['21.375', is('json_value', '>', '21.3'), true],
    ['1e3', is('json_value', '>=', '1000'), true],
    ['-4', is('json_value', '<', '0'), true],
    // Brazilian notation is no number there.
    ['1.440,5', is('json_value', '>', '1'), false],
    // An empty value counts as zero.
    ['', is('json_value', '<', '5'), true],
    // A text never equals a number, whatever it says.
    ['30', is('json_value', '==', '30'), false],
    ['30', is('json_value', '!=', '30'), true],
    ['30', is('json_value', 'equals', '30'), true],
  ] as const)('%s in %o', (json_value, condition, expected) => {
    expect(holds(condition, { json_value })).toBe(expected);
  });

  test('a comma is a mistake, and equality as a number gets a note', () => {
    expect(conditionMistake(is('json_value', '<', '21,5'))).toContain('com ponto');
    expect(answerMistake(is('json_value', '<', '30'), 'json_value', { json_value: '21,5' })).toContain(
      'com ponto',
    );
    expect(conditionNote(is('json_value', '==', '30'))).toContain('nunca vale');
    expect(conditionNote(is('json_value', '!=', '30'))).toContain('vale sempre');
    expect(conditionNote(is('json_value', '<', '30'))).toBeNull();
    expect(conditionNote(is('ping', '==', '30'))).toBeNull();
  });
});

test('a non-numeric sample is reported when a test compares numbers', () => {
  const condition = all(is('ping', '>', '150'), is('record', 'contains', 'x'));
  expect(answerMistake(condition, 'ping', { ping: 'rápido' })).toContain('Escreva um número');
  expect(answerMistake(condition, 'ping', { ping: '1.440,5' })).toBeNull();
  expect(answerMistake(condition, 'record', { record: 'rápido' })).toBeNull();
});

test('number comparisons match an independent parser of the Brazilian format', () => {
  const written = fc
    .tuple(fc.integer({ min: 0, max: 9_999_999 }), fc.integer({ min: 0, max: 99 }))
    .map(([whole, cents]) => ({
      text: `${new Intl.NumberFormat('pt-BR').format(whole)},${String(cents).padStart(2, '0')}`,
      value: whole + cents / 100,
    }));
  fc.assert(
    fc.property(written, written, (left, right) => {
      const answer = { ping: left.text };
      expect(holds(is('ping', '>', right.text), answer)).toBe(left.value > right.value);
      expect(holds(is('ping', '<=', right.text), answer)).toBe(left.value <= right.value);
      expect(holds(is('ping', '==', right.text), answer)).toBe(left.value === right.value);
    }),
  );
});

describe('mistakes are reported', () => {
  test.each([
    [is('ping', '>', ''), 'Escreva o valor'],
    [is('ping', '>', 'rápido'), 'Escreva um número'],
    [is('response_code', '==', '200 OK'), 'Escreva um número'],
    [is('record', '>', '5'), '> compara números, e record é um texto.'],
  ])('%o', (condition, part) => {
    expect(conditionMistake(condition)).toContain(part);
  });

  test('the form has no number operators for text', () => {
    expect(formOperatorsFor('record')).toHaveLength(8);
    expect(formOperatorsFor('json_value')).toHaveLength(14);
  });

  test('every operator is offered, text operators for numbers too', () => {
    expect(operatorsFor('response_code')).toEqual(conditionOperators);
    expect(operatorsFor('record')).toEqual([
      'equals',
      'not_equals',
      'contains',
      'not_contains',
      'starts_with',
      'not_starts_with',
      'ends_with',
      'not_ends_with',
      '==',
      '!=',
    ]);
  });
});

const variables = Object.keys(conditionVariables) as ConditionVariable[];
const tests = fc
  .record({
    variable: fc.constantFrom(...variables),
    isNegated: fc.boolean(),
    value: fc.oneof(fc.integer().map(String), fc.string()),
  })
  .chain(({ variable, isNegated, value }) =>
    fc.constantFrom(...operatorsFor(variable)).map((operator) => is(variable, operator, value, isNegated)),
  );
const { condition } = fc.letrec<{ condition: Condition }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 4, depthIdentifier: 'condition' },
    tests,
    fc.record({
      kind: fc.constant('group' as const),
      id: fc.string(),
      isNegated: fc.boolean(),
      join: fc.constantFrom('AND' as const, 'OR' as const),
      members: fc.array(tie('condition'), { maxLength: 4 }),
    }),
  ),
}));

test('NOT inverts every result, and parentheses balance', () => {
  fc.assert(
    fc.property(condition, (written) => {
      const turned = { ...written, isNegated: !written.isNegated };
      if (!isEmpty(written)) expect(holds(turned, ANSWER)).toBe(!holds(written, ANSWER));
      const outside = formatCondition(written, platformNotation).replace(/"(?:[^"\\]|\\.)*"/gs, '');
      expect(outside.split('(').length).toBe(outside.split(')').length);
      expect(variablesOf(written)).toEqual([...new Set(testsOf(written).map(({ variable }) => variable))]);
    }),
  );
});
