/** Editor of one test: variable, operator, value, and its result on the example answer. */
import type { Dispatch } from 'react';
import {
  type ConditionOperator,
  type ConditionTest,
  type ConditionVariable,
  conditionMistake,
  conditionNote,
  type ExampleAnswer,
  holds,
} from '#docs/tools/rules/conditions.ts';
import { formatCondition } from '#docs/tools/rules/notation.ts';
import { Select } from '#ui/select.tsx';
import { TextInput } from '#ui/text-input.tsx';
import type { ConditionForm } from './forms.ts';
import { NotBox } from './not-box.tsx';
import type { Change } from './tree.ts';

interface TestEditorProps {
  readonly form: ConditionForm;
  readonly test: ConditionTest;
  readonly answer: ExampleAnswer;
  readonly onChange: Dispatch<Change>;
  readonly idPrefix: string;
}

export function TestEditor({ form, test, answer, onChange, idPrefix }: TestEditorProps) {
  const mistake = conditionMistake(test);
  const note = conditionNote(test);
  const written = formatCondition(test, form.notation);
  const errorId = `${idPrefix}-${test.id}-erro`;
  const set = (change: Partial<ConditionTest>): void => onChange({ kind: 'test', id: test.id, change });
  return (
    <fieldset className="condition-test" aria-label={`Condição ${written}`}>
      <Select
        aria-label="Variável"
        value={test.variable}
        onChange={(event) => set({ variable: event.currentTarget.value as ConditionVariable })}
      >
        {form.variables.map((variable) => (
          <option key={variable} value={variable}>
            {form.notation.variable(variable)}
          </option>
        ))}
      </Select>
      <Select
        aria-label="Operador"
        value={test.operator}
        onChange={(event) => set({ operator: event.currentTarget.value as ConditionOperator })}
      >
        {form.operators(test.variable).map((operator) => (
          <option key={operator} value={operator}>
            {form.operatorLabel(test.variable, operator)}
          </option>
        ))}
      </Select>
      <TextInput
        aria-label="Valor"
        aria-invalid={mistake === null ? undefined : true}
        aria-describedby={mistake === null ? undefined : errorId}
        value={test.value}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        onChange={(event) => set({ value: event.currentTarget.value })}
      />
      {form.hasNot ? (
        <NotBox isChecked={test.isNegated} onChange={(isNegated) => set({ isNegated })} />
      ) : null}
      <button
        type="button"
        className="tool-button"
        aria-label={`Remover: ${written}`}
        onClick={() => onChange({ kind: 'remove', id: test.id })}
      >
        Remover
      </button>
      {mistake === null ? (
        <p className="condition-value" data-state={holds(test, answer) ? 'up' : 'down'}>
          {holds(test, answer) ? 'verdadeira' : 'falsa'}
          {note === null ? null : `. ${note}`}
        </p>
      ) : (
        <p id={errorId} className="condition-mistake">
          {mistake}
        </p>
      )}
    </fieldset>
  );
}
