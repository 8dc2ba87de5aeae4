/** The forms whose conditions the builder shows: three monitor types, and the platform's own conditions. */
import {
  type ConditionGroup,
  type ConditionOperator,
  type ConditionTest,
  type ConditionVariable,
  formOperatorsFor,
  operatorNames,
  operatorsFor,
} from '#docs/tools/rules/conditions.ts';
import { formNotation, type Notation, platformNotation } from '#docs/tools/rules/notation.ts';

export const formIds = ['dns', 'mqtt', 'database', 'platform'] as const;
export type FormId = (typeof formIds)[number];

export interface ConditionForm {
  readonly name: string;
  readonly variables: readonly ConditionVariable[];
  readonly operators: (variable: ConditionVariable) => readonly ConditionOperator[];
  readonly operatorLabel: (variable: ConditionVariable, operator: ConditionOperator) => string;
  readonly notation: Notation;
  /** Whether a condition can be negated: only the platform's. */
  readonly hasNot: boolean;
  /** A new test. */
  readonly test: Pick<ConditionTest, 'variable' | 'operator' | 'value'>;
  /** The condition it opens with. */
  readonly first: ConditionGroup;
}

const test = (id: string, [variable, operator, value]: TestParts, isNegated = false): ConditionTest => ({
  kind: 'test',
  id,
  isNegated,
  variable,
  operator,
  value,
});
type TestParts = readonly [variable: ConditionVariable, operator: ConditionOperator, value: string];

const group = (id: string, join: 'AND' | 'OR', members: ConditionGroup['members']): ConditionGroup => ({
  kind: 'group',
  id,
  isNegated: false,
  join,
  members,
});

const asInForm = {
  operators: formOperatorsFor,
  operatorLabel: formNotation.operator,
  notation: formNotation,
  hasNot: false,
} as const;

export const conditionForms: Readonly<Record<FormId, ConditionForm>> = {
  dns: {
    ...asInForm,
    name: 'DNS',
    variables: ['record'],
    test: { variable: 'record', operator: 'contains', value: '203.0.113.10' },
    // The condition of the article's picture.
    first: group('c0', 'OR', [
      test('c1', ['record', 'contains', '203.0.113.10']),
      group('c2', 'AND', [
        test('c3', ['record', 'starts_with', '198.51.100.']),
        test('c4', ['record', 'not_contains', '192.0.2.']),
      ]),
    ]),
  },
  mqtt: {
    ...asInForm,
    name: 'MQTT',
    variables: ['topic', 'message', 'json_value'],
    test: { variable: 'json_value', operator: '<', value: '30' },
    first: group('c0', 'AND', [
      test('c1', ['topic', 'starts_with', 'sensores/']),
      test('c2', ['json_value', '<', '30']),
    ]),
  },
  database: {
    ...asInForm,
    name: 'MySQL/MariaDB, SQL Server ou Oracle',
    variables: ['result'],
    test: { variable: 'result', operator: 'equals', value: 'ok' },
    first: group('c0', 'AND', [test('c1', ['result', 'equals', 'ok'])]),
  },
  platform: {
    name: 'HTTP(s), com as condições da plataforma',
    variables: ['response_code', 'response_time', 'ping', 'record'],
    operators: operatorsFor,
    operatorLabel: (_, operator) => `${operatorNames[operator]} (${operator})`,
    notation: platformNotation,
    hasNot: true,
    test: { variable: 'response_code', operator: '==', value: '200' },
    // The article's example.
    first: group('c0', 'AND', [
      group('c1', 'OR', [
        test('c2', ['response_code', '==', '200']),
        test('c3', ['response_code', '==', '204']),
      ]),
      test('c4', ['ping', '>', '150'], true),
    ]),
  },
};

/** Description of each variable. */
export const variableMeanings: Readonly<Record<ConditionVariable, string>> = {
  response_code: 'Código HTTP da resposta',
  response_time: 'Tempo de resposta, em ms',
  ping: 'Latência de rede, em ms',
  record: 'Registro DNS que voltou',
  topic: 'Tópico da mensagem',
  message: 'Texto da mensagem',
  json_value: 'O que a Consulta JSON leu',
  result: 'Primeira coluna da primeira linha',
};

/** Initial value of each variable's field. */
export const firstAnswer: Readonly<Record<ConditionVariable, string>> = {
  response_code: '200',
  response_time: '180',
  ping: '24',
  record: '203.0.113.10',
  topic: 'sensores/sala',
  message: '{"temperatura": 21.375}',
  json_value: '21.375',
  result: 'ok',
};
