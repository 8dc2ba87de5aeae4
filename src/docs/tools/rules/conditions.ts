/**
 * Conditions on a check's answer: `response_code == 200 AND NOT (ping > 150)`.
 *
 * Owns: variables and operators (requirements 001 §3 and those of the monitor form), their checks, and evaluation. Does
 * not own: how a condition is written (notation.ts). A group joins all its members with the same operator, so an
 * expression means the same read from left to right, as the monitor form does, or with AND before OR.
 */
import { parseBrazilianNumber } from './brazilian-number.ts';

export const conditionVariables = {
  record: 'text',
  topic: 'text',
  message: 'text',
  // Text that the instance's number operators read as JavaScript does.
  json_value: 'machine',
  result: 'text',
  response_code: 'number',
  response_time: 'number',
  ping: 'number',
} as const satisfies Record<string, 'text' | 'number' | 'machine'>;
export type ConditionVariable = keyof typeof conditionVariables;

const textOperators = [
  ...(['equals', 'not_equals', 'contains', 'not_contains', 'starts_with', 'not_starts_with'] as const),
  ...(['ends_with', 'not_ends_with'] as const),
] as const;
const numberOperators = ['==', '!=', '>', '<', '>=', '<='] as const;
export const conditionOperators = [...textOperators, ...numberOperators] as const;
export type ConditionOperator = (typeof conditionOperators)[number];

/** The monitor form's Portuguese names (src/lang/pt-BR.json of the instance). */
export const operatorNames: Readonly<Record<ConditionOperator, string>> = {
  equals: 'igual',
  not_equals: 'diferente',
  contains: 'contém',
  not_contains: 'não contém',
  starts_with: 'começa com',
  not_starts_with: 'não começa com',
  ends_with: 'termina com',
  not_ends_with: 'não termina com',
  '==': 'igual',
  '!=': 'diferente',
  '>': 'maior que',
  '<': 'menor que',
  '>=': 'maior ou igual a',
  '<=': 'menor ou igual a',
};

export interface ConditionTest {
  readonly kind: 'test';
  readonly id: string;
  readonly isNegated: boolean;
  readonly variable: ConditionVariable;
  readonly operator: ConditionOperator;
  /** As typed. */
  readonly value: string;
}

export interface ConditionGroup {
  readonly kind: 'group';
  readonly id: string;
  readonly isNegated: boolean;
  readonly join: 'AND' | 'OR';
  readonly members: readonly Condition[];
}

export type Condition = ConditionTest | ConditionGroup;

/** The values of a check's answer, as typed; missing variables count as empty. */
export type ExampleAnswer = Readonly<Partial<Record<ConditionVariable, string>>>;

const isNumberOperator = (operator: ConditionOperator): boolean =>
  (numberOperators as readonly string[]).includes(operator);

/** The platform's operators for a variable; text is compared with `==` and `!=` too. */
export function operatorsFor(variable: ConditionVariable): readonly ConditionOperator[] {
  return conditionVariables[variable] === 'text' ? [...textOperators, '==', '!='] : conditionOperators;
}

/** The monitor form's operators for a variable. */
export function formOperatorsFor(variable: ConditionVariable): readonly ConditionOperator[] {
  return conditionVariables[variable] === 'text' ? textOperators : conditionOperators;
}

/** Reads a number in Brazilian notation ("1.440", "1,5"), with an optional minus; `null` when it is not a number. */
function parseTypedNumber(text: string): number | null {
  const [, minus, digits = ''] = /^([-−]?)([\s\S]*)$/.exec(text.trim()) ?? [];
  const number = parseBrazilianNumber(digits);
  return number === null || minus === '' ? number : -number;
}

/** Reads a number as JavaScript does ("21.375", "1e3"); `null` when it is not a number. */
function parseMachineNumber(text: string): number | null {
  const number = Number(text);
  return text.trim() === '' || !Number.isFinite(number) ? null : number;
}

/** The number behind a text that is compared with a variable. */
export function parseConditionNumber(variable: ConditionVariable, text: string): number | null {
  return conditionVariables[variable] === 'machine' ? parseMachineNumber(text) : parseTypedNumber(text);
}

const numberWanted = (variable: ConditionVariable): string =>
  conditionVariables[variable] === 'machine'
    ? 'Escreva o número com ponto, como 21.375: com vírgula, o painel não o lê.'
    : 'Escreva um número, como 200 ou 1.440,5.';

/** Checks a value of the example answer for a variable that a test compares as a number. */
export function answerMistake(
  condition: Condition,
  variable: ConditionVariable,
  answer: ExampleAnswer,
): string | null {
  const isNumber = testsOf(condition).some(
    (test) => test.variable === variable && comparesNumbers(variable, test.operator),
  );
  if (!isNumber || parseConditionNumber(variable, answer[variable] ?? '') !== null) return null;
  return numberWanted(variable);
}

/** Says in a Portuguese sentence what is wrong with a test; `null` when nothing is. */
export function conditionMistake({ variable, operator, value }: ConditionTest): string | null {
  if (value.trim() === '') return 'Escreva o valor com que comparar.';
  if (!operatorsFor(variable).includes(operator))
    return `${operator} compara números, e ${variable} é um texto.`;
  if (comparesNumbers(variable, operator) && parseConditionNumber(variable, value) === null)
    return numberWanted(variable);
  return null;
}

/** A test whose result never changes: the instance compares the text of a JSON value with a number. */
export function conditionNote({ variable, operator }: ConditionTest): string | null {
  if (conditionVariables[variable] !== 'machine') return null;
  const shown = operatorNames[operator];
  if (operator === '==') return `Como número, “${shown}” nunca vale para o valor JSON. Use o de texto.`;
  return operator === '!=' ? `Como número, “${shown}” vale sempre para o valor JSON. Use o de texto.` : null;
}

export function comparesNumbers(variable: ConditionVariable, operator: ConditionOperator): boolean {
  return isNumberOperator(operator) && conditionVariables[variable] !== 'text';
}

/** True when the condition contains no test at any depth. */
export function isEmpty(condition: Condition): boolean {
  return condition.kind === 'group' && condition.members.every(isEmpty);
}

/** Evaluates the condition. Empty groups are skipped; a condition without any test holds. */
export function holds(condition: Condition, answer: ExampleAnswer): boolean {
  return holdsPlainly(condition, answer) !== condition.isNegated;
}

function holdsPlainly(condition: Condition, answer: ExampleAnswer): boolean {
  if (condition.kind === 'test') return compare(condition, answer[condition.variable] ?? '');
  const members = condition.members.filter((member) => !isEmpty(member));
  if (members.length === 0) return !condition.isNegated;
  return condition.join === 'AND'
    ? members.every((member) => holds(member, answer))
    : members.some((member) => holds(member, answer));
}

function compare({ variable, operator, value }: ConditionTest, actual: string): boolean {
  if (conditionVariables[variable] === 'machine' && comparesNumbers(variable, operator))
    return compareMachine(actual, operator, Number(value));
  if (comparesNumbers(variable, operator)) {
    const [left, right] = [parseTypedNumber(actual), parseTypedNumber(value)];
    // Text that is not a number can only differ from a number.
    if (left === null || right === null) return operator === '!=';
    return compareNumbers(left, operator, right);
  }
  switch (operator) {
    case 'contains':
      return actual.includes(value);
    case 'not_contains':
      return !actual.includes(value);
    case 'starts_with':
      return actual.startsWith(value);
    case 'not_starts_with':
      return !actual.startsWith(value);
    case 'ends_with':
      return actual.endsWith(value);
    case 'not_ends_with':
      return !actual.endsWith(value);
    case 'not_equals':
    case '!=':
      return actual !== value;
    default:
      return actual === value;
  }
}

/** As the instance's operators: strict for equality, so that a text never equals a number. */
function compareMachine(actual: string, operator: ConditionOperator, value: number): boolean {
  if (operator === '==') return false;
  return operator === '!=' || compareNumbers(Number(actual), operator, value);
}

function compareNumbers(left: number, operator: ConditionOperator, right: number): boolean {
  switch (operator) {
    case '>':
      return left > right;
    case '<':
      return left < right;
    case '>=':
      return left >= right;
    case '<=':
      return left <= right;
    case '!=':
      return left !== right;
    default:
      return left === right;
  }
}

/** Every variable that a condition names, once each, in reading order. */
export function variablesOf(condition: Condition): ConditionVariable[] {
  const named = condition.kind === 'test' ? [condition.variable] : condition.members.flatMap(variablesOf);
  return [...new Set(named)];
}

/** Every test of a condition, in reading order. */
export function testsOf(condition: Condition): ConditionTest[] {
  return condition.kind === 'test' ? [condition] : condition.members.flatMap(testsOf);
}
