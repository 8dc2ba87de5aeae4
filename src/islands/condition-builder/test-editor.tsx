/** Editor of one test: variable, operator, value, and its result on the example answer. */
import type { Dispatch } from 'react';
import {
  type ConditionOperator,
  type ConditionTest,
  type ConditionVariable,
  conditionMistake,
  type ExampleAnswer,
  formatCondition,
  holds,
  operatorNames,
  operatorsFor,
} from '#domain/conditions/conditions.ts';
import { Select } from '#ui/select.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { NotBox } from './not-box.tsx';
import { type Change, variableGroups } from './tree.ts';

interface TestEditorProps {
  readonly test: ConditionTest;
  readonly answer: ExampleAnswer;
  readonly onChange: Dispatch<Change>;
  readonly idPrefix: string;
}

export function TestEditor({ test, answer, onChange, idPrefix }: TestEditorProps) {
  const mistake = conditionMistake(test);
  const errorId = `${idPrefix}-${test.id}-erro`;
  const set = (change: Partial<ConditionTest>): void => onChange({ kind: 'test', id: test.id, change });
  return (
    <fieldset className="condition-test" aria-label={`Condição ${formatCondition(test)}`}>
      <NotBox isChecked={test.isNegated} onChange={(isNegated) => set({ isNegated })} />
      <Select
        aria-label="Variável"
        value={test.variable}
        onChange={(event) => set({ variable: event.currentTarget.value as ConditionVariable })}
      >
        {variableGroups.map(([name, variables]) => (
          <optgroup key={name} label={name}>
            {variables.map((variable) => (
              <option key={variable} value={variable}>
                {variable}
              </option>
            ))}
          </optgroup>
        ))}
      </Select>
      <Select
        aria-label="Operador"
        value={test.operator}
        onChange={(event) => set({ operator: event.currentTarget.value as ConditionOperator })}
      >
        {operatorsFor(test.variable).map((operator) => (
          <option key={operator} value={operator}>
            {operatorNames[operator]} ({operator})
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
      <button
        type="button"
        className="tool-button"
        aria-label={`Remover: ${formatCondition(test)}`}
        onClick={() => onChange({ kind: 'remove', id: test.id })}
      >
        Remover
      </button>
      {mistake === null ? (
        <p className="condition-value" data-state={holds(test, answer) ? 'up' : 'down'}>
          {holds(test, answer) ? 'verdadeira' : 'falsa'}
        </p>
      ) : (
        <p id={errorId} className="condition-mistake">
          {mistake}
        </p>
      )}
    </fieldset>
  );
}
