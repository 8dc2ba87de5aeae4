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
  conditionOperators,
  conditionVariables,
  formatCondition,
  holds,
  isEmpty,
  operatorsFor,
  testsOf,
  variablesOf,
} from '#domain/conditions/conditions.ts';

const is = (
  variable: ConditionVariable,
  operator: ConditionOperator,
  value: string,
  isNegated = false,
): ConditionTest => ({
  ...{ kind: 'test', id: `${variable}${operator}${value}`, isNegated, variable, operator, value },
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
    expect(formatCondition(condition)).toBe(text);
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
    [is('json_value', '<', '5'), false],
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

  test('every operator is offered, text operators for numbers too', () => {
    expect(operatorsFor('response_code')).toEqual(conditionOperators);
    expect(operatorsFor('record')).toEqual([
      ...[
        'equals',
        'contains',
        'not_contains',
        'starts_with',
        'not_starts_with',
        'ends_with',
        'not_ends_with',
      ],
      ...['==', '!='],
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
      const outside = formatCondition(written).replace(/"(?:[^"\\]|\\.)*"/gs, '');
      expect(outside.split('(').length).toBe(outside.split(')').length);
      expect(variablesOf(written)).toEqual([...new Set(testsOf(written).map(({ variable }) => variable))]);
    }),
  );
});
