/** How conditions are written: the platform's expressions, and the words of the monitor form. */
import {
  type Condition,
  type ConditionOperator,
  type ConditionVariable,
  comparesNumbers,
  isEmpty,
  operatorNames,
  parseConditionNumber,
} from './conditions.ts';

export interface Notation {
  readonly variable: (variable: ConditionVariable) => string;
  readonly operator: (variable: ConditionVariable, operator: ConditionOperator) => string;
  readonly joins: Readonly<Record<'AND' | 'OR', string>>;
  readonly value: (variable: ConditionVariable, operator: ConditionOperator, value: string) => string;
}

/** `response_code == 200 AND NOT (ping > 150)` (requirements 001 §3). */
export const platformNotation: Notation = {
  variable: (variable) => variable,
  operator: (_, operator) => operator,
  joins: { AND: 'AND', OR: 'OR' },
  value: (variable, operator, value) => {
    const number = comparesNumbers(variable, operator) ? parseConditionNumber(variable, value) : null;
    return number === null ? `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"` : String(number);
  },
};

/** The form's names, as its pt-BR.json has them; `result` has none there. */
const formVariables: Readonly<Partial<Record<ConditionVariable, string>>> = {
  record: 'registro',
  topic: 'Tópico',
  message: 'mensagem',
  json_value: 'valor JSON',
};

/** `registro contém “203.0.113.10” ou registro começa com “198.51.100.”` */
export const formNotation: Notation = {
  variable: (variable) => formVariables[variable] ?? variable,
  // The form has two entries of the same name for a JSON value.
  operator: (variable, operator) =>
    comparesNumbers(variable, operator) ? `${operatorNames[operator]} (número)` : operatorNames[operator],
  joins: { AND: 'e', OR: 'ou' },
  value: (variable, operator, value) => (comparesNumbers(variable, operator) ? value.trim() : `“${value}”`),
};

/** Formats the condition as an expression; nested groups get parentheses. */
export function formatCondition(condition: Condition, notation: Notation): string {
  return write(condition, notation, false);
}

function write(condition: Condition, notation: Notation, isInside: boolean): string {
  if (condition.kind === 'test') {
    const { variable, operator, value } = condition;
    const text = [
      notation.variable(variable),
      notation.operator(variable, operator),
      notation.value(variable, operator, value),
    ].join(' ');
    return condition.isNegated ? `NOT (${text})` : text;
  }
  const members = condition.members.filter((member) => !isEmpty(member));
  const text = members
    .map((member) => write(member, notation, members.length > 1))
    .join(` ${notation.joins[condition.join]} `);
  if (condition.isNegated) return `NOT (${text})`;
  return isInside && members.length > 1 ? `(${text})` : text;
}
