/** The edited condition as an immutable tree, and its changes. */
import type { Condition, ConditionGroup, ConditionTest } from '#docs/tools/rules/conditions.ts';
import type { ConditionForm } from './forms.ts';

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

/** More than any id of the first conditions. */
const FIRST_FREE = 5;

export const firstDraft = ({ first }: ConditionForm): Draft => ({ root: first, next: FIRST_FREE });

export function changeDraft(form: ConditionForm, draft: Draft, change: Change): Draft {
  if (change.kind === 'start-over') return firstDraft(form);
  if (change.kind === 'remove') return { ...draft, root: without(draft.root, change.id) };
  if (change.kind === 'add') return added(form, draft, change.groupId, change.what);
  const id = change.id;
  const root = mapGroup(draft.root, (condition) => {
    if (condition.id !== id) return condition;
    if (change.kind === 'test' && condition.kind === 'test')
      return fitted(form, { ...condition, ...change.change });
    if (change.kind === 'group' && condition.kind === 'group') return { ...condition, ...change.change };
    return condition;
  });
  return { ...draft, root };
}

/** Replaces an operator that the variable does not support with its first one. */
function fitted(form: ConditionForm, condition: ConditionTest): ConditionTest {
  const operators = form.operators(condition.variable);
  return operators.includes(condition.operator)
    ? condition
    : { ...condition, operator: operators[0] ?? 'equals' };
}

function added(form: ConditionForm, draft: Draft, groupId: string, what: 'test' | 'group'): Draft {
  const id = `c${draft.next}`;
  const test = (own: string): ConditionTest => ({ kind: 'test', id: own, isNegated: false, ...form.test });
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
