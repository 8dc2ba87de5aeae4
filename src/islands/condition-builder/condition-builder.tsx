/**
 * Builds a condition with nested groups, shows it as an expression and evaluates it on an example answer.
 *
 * The server-rendered version shows the article's example with its result.
 */
import '#features/tool/answer.css';
import './condition-builder.css';
import { type Dispatch, useId, useReducer, useRef, useState } from 'react';
import {
  answerMistake,
  type ConditionVariable,
  conditionMistake,
  formatCondition,
  holds,
  isEmpty,
  testsOf,
  variablesOf,
} from '#domain/conditions/conditions.ts';
import { CodeOutput } from '#features/copy/code-output.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { GroupEditor } from './group-editor.tsx';
import { type Change, changeDraft, firstAnswer, firstDraft, variableMeanings } from './tree.ts';

export function ConditionBuilder() {
  const id = useId();
  const [draft, dispatch] = useReducer(changeDraft, firstDraft);
  const [answer, setAnswer] = useState(firstAnswer);
  const section = useRef<HTMLDivElement>(null);
  const { root } = draft;
  const mistakes = testsOf(root).filter((test) => conditionMistake(test) !== null).length;

  /** Removing an element also removes the focus, so move it to the outermost add button. */
  const change: Dispatch<Change> = (next) => {
    dispatch(next);
    if (next.kind === 'remove') section.current?.querySelector<HTMLElement>('[data-add]')?.focus();
  };

  return (
    <div ref={section}>
      <p className="tool-title">Montador de condições</p>
      <GroupEditor group={root} answer={answer} depth={1} onChange={change} idPrefix={id} />
      <div className="tool-part">
        {isEmpty(root) ? (
          <p className="tool-quiet">Sem condições, o monitor fica Ligado sempre que houver resposta.</p>
        ) : (
          <CodeOutput label="Expressão" title="Expressão" isWrapped code={formatCondition(root)} />
        )}
      </div>
      <fieldset className="tool-part">
        <legend className="tool-subtitle">Resposta de exemplo</legend>
        <div className="tool-fields">
          {variablesOf(root).map((variable) => (
            <Field
              key={variable}
              id={`${id}-${variable}`}
              label={<span className="font-code">{variable}</span>}
              hint={variableMeanings[variable]}
              error={answerMistake(root, variable, answer) ?? undefined}
            >
              {(aria) => (
                <TextInput
                  {...aria}
                  value={answer[variable]}
                  autoComplete="off"
                  spellCheck={false}
                  maxLength={200}
                  onChange={(event) => setAnswer(answered(answer, variable, event.currentTarget.value))}
                />
              )}
            </Field>
          ))}
        </div>
      </fieldset>
      <output className="tool-result" aria-live="polite">
        {mistakes > 0 ? (
          <span className="tool-warning">
            {mistakes === 1 ? 'Uma condição está incompleta.' : `${mistakes} condições estão incompletas.`}
          </span>
        ) : variablesOf(root).some((variable) => answerMistake(root, variable, answer) !== null) ? (
          <span className="tool-warning">A resposta de exemplo tem um valor que não é número.</span>
        ) : (
          <Verdict isUp={holds(root, answer)} />
        )}
      </output>
      <button type="button" className="tool-button" onClick={() => change({ kind: 'start-over' })}>
        Recomeçar com o exemplo
      </button>
    </div>
  );
}

function Verdict({ isUp }: { readonly isUp: boolean }) {
  return (
    <span className="tool-answer">
      <span className="tool-beat" data-state={isUp ? 'up' : 'down'} aria-hidden="true" />
      {isUp ? 'Verdadeira: o monitor fica Ligado.' : 'Falsa: o monitor fica Desligado.'}
    </span>
  );
}

const answered = (answer: typeof firstAnswer, variable: ConditionVariable, value: string) => ({
  ...answer,
  [variable]: value,
});
