/**
 * Describes a cron expression in a sentence and lists its next runs.
 */
import { useEffect, useId, useState } from 'react';
import { useTyped } from '#docs/tools/parts/use-typed.ts';
import { Field } from '#ui/field.tsx';
import { Select } from '#ui/select.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { cronExamples, type Here, type Run, readExpression, zoneName, zoneOptions } from './readings.ts';

export interface CronReaderProps {
  /** Initial expression. */
  readonly initial?: string;
}

const MINUTE_MS = 60_000;

export function CronReader({ initial = '0 2 * * 1' }: CronReaderProps) {
  const id = useId();
  const expression = useTyped(initial);
  const here = useHere();
  const [zone, setZone] = useState<string | null>(null);
  const windowZone = zone ?? here.timeZone;
  const { error, sentence, warning, runs } = readExpression(expression.value, here, windowZone);
  return (
    <div>
      <div className="tool-fields">
        <Field
          id={`${id}-expressao`}
          label="Expressão"
          error={error}
          hint="Minuto, hora, dia do mês, mês e dia da semana."
        >
          {(aria) => (
            <TextInput
              {...aria}
              {...expression.field}
              className="font-code"
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              maxLength={100}
            />
          )}
        </Field>
        <Field id={`${id}-fuso`} label="Fuso horário da janela">
          {(aria) => (
            <Select {...aria} value={windowZone} onChange={(event) => setZone(event.currentTarget.value)}>
              {zoneOptions(here.timeZone).map(([zoneId, name]) => (
                <option key={zoneId} value={zoneId}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <ul className="tool-chips" aria-label="Exemplos">
        {cronExamples.map((example) => (
          <li key={example}>
            <button
              type="button"
              className="tool-button font-code"
              aria-pressed={expression.value.trim() === example}
              onClick={() => expression.write(example)}
            >
              {example}
            </button>
          </li>
        ))}
      </ul>
      <output className="tool-result" htmlFor={`${id}-expressao`} aria-live="polite">
        {sentence === undefined ? (
          <span className="tool-quiet">A leitura aparece aqui quando a expressão estiver certa.</span>
        ) : (
          <span className="tool-answer">{sentence}</span>
        )}
        {warning === undefined ? null : <span className="tool-warning">{warning}</span>}
      </output>
      {sentence === undefined ? null : <NextRuns runs={runs} timeZone={here.timeZone} />}
    </div>
  );
}

function NextRuns({ runs, timeZone }: { readonly runs: readonly Run[]; readonly timeZone: string }) {
  if (runs.length === 0) return null;
  return (
    <div className="tool-part">
      <p className="tool-subtitle">As próximas cinco vezes, no seu fuso, {zoneName(timeZone)}</p>
      <ol className="tool-rows">
        {runs.map(({ iso, date, distance }) => (
          <li key={iso}>
            <time dateTime={iso}>{date}</time>
            <span>{distance}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** The reader's time and zone, updated every minute. */
function useHere(): Here {
  const [here, setHere] = useState(lookAround);
  useEffect(() => {
    const timer = setInterval(() => setHere(lookAround()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return here;
}

const lookAround = (): Here => ({
  nowMs: Date.now(),
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
});
