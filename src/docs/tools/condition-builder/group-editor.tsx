/** Editor of one group: its operator, its members, and buttons to add more. */
import type { Dispatch } from 'react';
import { type ConditionGroup, type ExampleAnswer, isEmpty } from '#docs/tools/rules/conditions.ts';
import { formatCondition } from '#docs/tools/rules/notation.ts';
import { Field } from '#ui/field.tsx';
import { Select } from '#ui/select.tsx';
import type { ConditionForm } from './forms.ts';
import { NotBox } from './not-box.tsx';
import { TestEditor } from './test-editor.tsx';
import { type Change, DEPTH_MAX, MEMBERS_MAX } from './tree.ts';

interface GroupEditorProps {
  readonly form: ConditionForm;
  readonly group: ConditionGroup;
  readonly answer: ExampleAnswer;
  /** 1 for the outermost. */
  readonly depth: number;
  readonly onChange: Dispatch<Change>;
  readonly idPrefix: string;
}

export function GroupEditor({ form, group, answer, depth, onChange, idPrefix }: GroupEditorProps) {
  const { joins } = form.notation;
  const id = `${idPrefix}-${group.id}`;
  const isFull = group.members.length >= MEMBERS_MAX;
  const name = isEmpty(group) ? 'Grupo vazio' : `Grupo ${formatCondition(group, form.notation)}`;
  return (
    <fieldset className="condition-group" aria-label={depth === 1 ? 'Condição inteira' : name}>
      <div className="condition-head">
        <Field
          id={`${id}-ligacao`}
          label={depth === 1 ? 'O monitor fica Ligado quando vale' : 'Este grupo vale com'}
        >
          {(aria) => (
            <Select
              {...aria}
              value={group.join}
              onChange={({ currentTarget }) =>
                onChange({
                  kind: 'group',
                  id: group.id,
                  change: { join: currentTarget.value === 'OR' ? 'OR' : 'AND' },
                })
              }
            >
              <option value="AND">tudo isto ({joins.AND})</option>
              <option value="OR">pelo menos um ({joins.OR})</option>
            </Select>
          )}
        </Field>
        {form.hasNot ? (
          <NotBox
            isChecked={group.isNegated}
            onChange={(isNegated) => onChange({ kind: 'group', id: group.id, change: { isNegated } })}
          />
        ) : null}
      </div>
      <ul className="condition-members">
        {group.members.map((member) => (
          <li key={member.id}>
            {member.kind === 'test' ? (
              <TestEditor form={form} test={member} answer={answer} onChange={onChange} idPrefix={idPrefix} />
            ) : (
              <GroupEditor
                form={form}
                group={member}
                answer={answer}
                depth={depth + 1}
                onChange={onChange}
                idPrefix={idPrefix}
              />
            )}
          </li>
        ))}
      </ul>
      <div className="condition-actions">
        <button
          type="button"
          className="tool-button"
          data-add={depth === 1 ? true : undefined}
          disabled={isFull}
          onClick={() => onChange({ kind: 'add', groupId: group.id, what: 'test' })}
        >
          Adicionar condição
        </button>
        {depth < DEPTH_MAX ? (
          <button
            type="button"
            className="tool-button"
            disabled={isFull}
            onClick={() => onChange({ kind: 'add', groupId: group.id, what: 'group' })}
          >
            Adicionar grupo
          </button>
        ) : null}
        {depth > 1 ? (
          <button
            type="button"
            className="tool-button"
            aria-label={`Remover: ${name}`}
            onClick={() => onChange({ kind: 'remove', id: group.id })}
          >
            Remover grupo
          </button>
        ) : null}
      </div>
    </fieldset>
  );
}
