/** How far an import is, and in the end what became of each item. */
import { countOf, countOfPausedThere, resultCsv } from '#account/import/rules/result.ts';
import { message } from '#domain/messages/import.ts';
import { saveFile } from '#lib/save-file.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Section } from '#ui/section.tsx';
import { LineList } from './line-list.tsx';
import { pausedWords } from './paused-words.ts';
import type { ImportStep } from './use-import.ts';

type State = Extract<ImportStep, { step: 'sending' | 'stopped' | 'done' }>;

interface ProgressProps {
  readonly state: State;
  readonly onStop: () => void;
  readonly onResume: () => void;
  readonly onAgain: () => void;
}

const titles = { sending: 'Trazendo', stopped: 'Parado no meio', done: 'Resultado' } as const;

export function Progress({ state, onStop, onResume, onAgain }: ProgressProps) {
  const { step, lines, done, total, isPaused } = state;
  const made = countOf(lines, 'made') + countOf(lines, 'paused');
  const paused = step === 'sending' ? 0 : countOfPausedThere(lines);
  return (
    <Section id="andamento-titulo" title={titles[step]}>
      {step === 'done' ? (
        <Alert tone="success" role="status">
          {message('import.done', { made, total })}
        </Alert>
      ) : (
        <div className="grid gap-2">
          <progress
            aria-labelledby="andamento-titulo"
            value={done}
            max={total}
            className="h-3 w-full appearance-none overflow-hidden rounded-full border border-line-strong bg-sunken [&::-moz-progress-bar]:bg-pill [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-pill"
          />
          <p role="status" className="tabular-nums">
            {message('import.progress', { done, total })}
          </p>
          {isPaused ? <p className="text-ink-soft">{message('import.waiting')}</p> : null}
          <p className="max-w-prose text-ui text-ink-soft">{message('import.may-close')}</p>
        </div>
      )}
      <div className="flex flex-wrap gap-3">
        {step === 'sending' ? (
          <Button variant="secondary" onClick={onStop}>
            Parar
          </Button>
        ) : null}
        {step === 'stopped' ? <Button onClick={onResume}>Continuar</Button> : null}
        {step === 'sending' ? null : (
          <>
            <Button
              variant="secondary"
              onClick={() => saveFile('monitores-trazidos.csv', 'text/csv', resultCsv(lines))}
            >
              Baixar o resultado (CSV)
            </Button>
            <Button variant="quiet" onClick={onAgain}>
              Trazer de outra origem
            </Button>
          </>
        )}
      </div>
      {paused === 0 ? null : <p>{pausedWords(paused, 'está', 'estão')}</p>}
      {step === 'sending' ? null : (
        <LineList
          lines={lines}
          groups={[
            ['refused', 'Não vieram'],
            ['pending', 'Falta trazer'],
            ['paused', 'Criados, pausados: acima do plano'],
            ['made', 'Criados'],
            ['present', 'Já estavam aqui'],
          ]}
        />
      )}
    </Section>
  );
}
