/** The edited condition as an immutable tree, and its changes. */
import {
  type Condition,
  type ConditionGroup,
  type ConditionTest,
  type ConditionVariable,
  operatorsFor,
} from '#domain/conditions/conditions.ts';

/** The notation allows deeper groups, but they are unreadable. */
export const DEPTH_MAX = 3;
export const MEMBERS_MAX = 8;

export interface Draft {
  readonly root: ConditionGroup;
  /** Number of the next member, so that ids never repeat. */
  readonly next: number;
}

export type Change =
  | { readonly kind: 'add'; readonly groupId: string; readonly what: 'test' | 'group' }
  | { readonly kind: 'remove'; readonly id: string }
  | { readonly kind: 'test'; readonly id: string; readonly change: Partial<ConditionTest> }
  | {
      readonly kind: 'group';
      readonly id: string;
      readonly change: Partial<Pick<ConditionGroup, 'join' | 'isNegated'>>;
    }
  | { readonly kind: 'start-over' };

const test = (id: string, change: Partial<ConditionTest> = {}): ConditionTest => ({
  ...{ kind: 'test', id, isNegated: false, variable: 'response_code', operator: '==', value: '200' },
  ...change,
});

/** `(response_code == 200 OR response_code == 204) AND NOT (ping > 150)`, the article's example. */
export const firstDraft: Draft = {
  next: 5,
  root: {
    ...{ kind: 'group', id: 'c0', isNegated: false, join: 'AND' },
    members: [
      {
        ...{ kind: 'group', id: 'c1', isNegated: false, join: 'OR' },
        members: [test('c2'), test('c3', { value: '204' })],
      },
      test('c4', { variable: 'ping', operator: '>', value: '150', isNegated: true }),
    ],
  },
};

export function changeDraft(draft: Draft, change: Change): Draft {
  if (change.kind === 'start-over') return firstDraft;
  if (change.kind === 'remove') return { ...draft, root: without(draft.root, change.id) };
  if (change.kind === 'add') return added(draft, change.groupId, change.what);
  const id = change.id;
  const root = mapGroup(draft.root, (condition) => {
    if (condition.id !== id) return condition;
    if (change.kind === 'test' && condition.kind === 'test')
      return fitted({ ...condition, ...change.change });
    if (change.kind === 'group' && condition.kind === 'group') return { ...condition, ...change.change };
    return condition;
  });
  return { ...draft, root };
}

/** Replaces an operator that the variable does not support with its first one. */
function fitted(condition: ConditionTest): ConditionTest {
  const operators = operatorsFor(condition.variable);
  return operators.includes(condition.operator)
    ? condition
    : { ...condition, operator: operators[0] ?? 'equals' };
}

function added(draft: Draft, groupId: string, what: 'test' | 'group'): Draft {
  const id = `c${draft.next}`;
  const member: Condition =
    what === 'test'
      ? test(id)
      : { kind: 'group', id, isNegated: false, join: 'OR', members: [test(`c${draft.next + 1}`)] };
  const root = mapGroup(draft.root, (condition) =>
    condition.kind === 'group' && condition.id === groupId
      ? { ...condition, members: [...condition.members, member] }
      : condition,
  );
  return { root, next: draft.next + 2 };
}

function mapGroup(group: ConditionGroup, change: (condition: Condition) => Condition): ConditionGroup {
  const members = group.members.map((member) =>
    member.kind === 'group' ? mapGroup(member, change) : change(member),
  );
  const changed = change({ ...group, members });
  return changed.kind === 'group' ? changed : group;
}

function without(group: ConditionGroup, id: string): ConditionGroup {
  const members = group.members
    .filter((member) => member.id !== id)
    .map((member) => (member.kind === 'group' ? without(member, id) : member));
  return { ...group, members };
}

/** The variables in list order: the platform's first, then the form's. */
export const variableGroups: readonly (readonly [name: string, variables: readonly ConditionVariable[]])[] = [
  ['Resposta e rede', ['response_code', 'response_time', 'ping']],
  ['DNS', ['record']],
  ['MQTT', ['topic', 'message', 'json_value']],
  ['Banco de dados', ['result']],
];

/** Description of each variable. */
export const variableMeanings: Readonly<Record<ConditionVariable, string>> = {
  response_code: 'Código HTTP da resposta',
  response_time: 'Tempo de resposta, em ms',
  ping: 'Latência de rede, em ms',
  record: 'Registro DNS que voltou',
  topic: 'Tópico da mensagem',
  message: 'Texto da mensagem',
  json_value: 'Valor lido do JSON',
  result: 'Primeira coluna da primeira linha',
};

/** Initial value of each variable's field. */
export const firstAnswer: Readonly<Record<ConditionVariable, string>> = {
  ...{ response_code: '200', response_time: '180', ping: '24', record: '203.0.113.10' },
  ...{ topic: 'sensores/sala', message: 'ok', json_value: '21.5', result: 'ok' },
};
