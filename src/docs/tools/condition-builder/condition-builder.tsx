/**
 * Builds a condition of a monitor form with nested groups, writes it out and evaluates it on an example answer.
 */
import { type Dispatch, useId, useReducer, useRef, useState } from 'react';
import { CodeOutput } from '#docs/copy/code-output.tsx';
import { ChoiceField } from '#docs/tools/parts/choice-field.tsx';
import {
  answerMistake,
  type ConditionVariable,
  conditionMistake,
  holds,
  isEmpty,
  testsOf,
  variablesOf,
} from '#docs/tools/rules/conditions.ts';
import { formatCondition } from '#docs/tools/rules/notation.ts';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { conditionForms, type FormId, firstAnswer, formIds, variableMeanings } from './forms.ts';
import { GroupEditor } from './group-editor.tsx';
import { type Change, changeDraft, type Draft, firstDraft } from './tree.ts';

const formNames = Object.fromEntries(formIds.map((id) => [id, conditionForms[id].name])) as Record<
  FormId,
  string
>;
const firstDrafts = Object.fromEntries(formIds.map((id) => [id, firstDraft(conditionForms[id])])) as Drafts;
/** Each form keeps its condition while the reader looks at another. */
type Drafts = Readonly<Record<FormId, Draft>>;

const changeDrafts = (drafts: Drafts, { formId, change }: { formId: FormId; change: Change }): Drafts => ({
  ...drafts,
  [formId]: changeDraft(conditionForms[formId], drafts[formId], change),
});

export function ConditionBuilder() {
  const id = useId();
  const [formId, setFormId] = useState<FormId>('dns');
  const [drafts, dispatch] = useReducer(changeDrafts, firstDrafts);
  const [answer, setAnswer] = useState(firstAnswer);
  const section = useRef<HTMLDivElement>(null);
  const form = conditionForms[formId];
  const { root } = drafts[formId];
  const mistakes = testsOf(root).filter((test) => conditionMistake(test) !== null).length;

  /** Removing an element also removes the focus, so move it to the outermost add button. */
  const change: Dispatch<Change> = (next) => {
    dispatch({ formId, change: next });
    if (next.kind === 'remove') section.current?.querySelector<HTMLElement>('[data-add]')?.focus();
  };

  return (
    <div ref={section}>
      <div className="condition-form">
        <ChoiceField
          id={`${id}-formulario`}
          label="Tipo do monitor"
          names={formNames}
          value={formId}
          onChoice={setFormId}
        />
      </div>
      <GroupEditor form={form} group={root} answer={answer} depth={1} onChange={change} idPrefix={id} />
      <div className="tool-part">
        {isEmpty(root) ? (
          <p className="tool-quiet">Sem condições, o monitor fica Ligado sempre que houver resposta.</p>
        ) : (
          <CodeOutput
            label="Condição escrita"
            title={form.hasNot ? 'Expressão' : 'A condição, por extenso'}
            isWrapped
            code={formatCondition(root, form.notation)}
          />
        )}
      </div>
      <fieldset className="tool-part">
        <legend className="tool-subtitle">Resposta de exemplo</legend>
        <div className="tool-fields">
          {variablesOf(root).map((variable) => (
            <Field
              key={variable}
              id={`${id}-${variable}`}
              label={form.notation.variable(variable)}
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
      <output className="tool-result condition-verdict" aria-live="polite">
        {mistakes > 0 ? (
          <span className="tool-warning">
            {mistakes === 1 ? 'Uma condição está incompleta.' : `${mistakes} condições estão incompletas.`}
          </span>
        ) : variablesOf(root).some((variable) => answerMistake(root, variable, answer) !== null) ? (
          <span className="tool-warning">A resposta de exemplo tem um valor que não serve de número.</span>
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
