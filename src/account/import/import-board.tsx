/** The page of an import after the sign-in: the source, the preview, the progress, the result. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { ImportCapacity } from '#domain/api-schemas/import.ts';
import { countOfRunning, writeInterval } from '#domain/limits/words.ts';
import { message } from '#domain/messages/import.ts';
import { FailureAlert } from '#form/failure-alert.tsx';
import { Gated } from '#form/gate/gated.tsx';
import { useCaller } from '#form/gate/use-caller.ts';
import { catalog } from '#lib/catalog.ts';
import { withQueries } from '#session/queries.tsx';
import { getImportCapacity } from './import-api.ts';
import { Preview } from './preview.tsx';
import { Progress } from './progress.tsx';
import { SourceForm } from './source-form.tsx';
import { useImport } from './use-import.ts';

export const ImportBoard = withQueries(function Board() {
  const caller = useCaller({ isOwners: true });
  const capacity = useQuery({
    queryKey: ['import-capacity'],
    enabled: caller.mayRead,
    queryFn: () => getImportCapacity('csv'),
  });
  return (
    <div className="grid gap-8">
      <Gated
        caller={caller}
        read={capacity}
        loading={message('import.loading')}
        failed={message('import.failed-title')}
      >
        {(data) => <Steps capacity={data} />}
      </Gated>
    </div>
  );
});

function Steps({ capacity }: { readonly capacity: ImportCapacity }) {
  const { step, problem, readChosenFile, readRobot, begin, resume, stop, startAgain } = useImport();
  const { current } = useFocusOnStep(step.step);
  return (
    <div ref={current} tabIndex={-1} className="grid max-w-3xl gap-6 rounded-md">
      {step.step === 'choose' || step.step === 'reading' ? (
        <>
          <p className="max-w-prose text-ink-soft">{capacityWords(capacity)}</p>
          <SourceForm
            isReading={step.step === 'reading'}
            problem={problem.sentence}
            onFile={(file) => void readChosenFile(file)}
            onKey={(key) => void readRobot(key)}
          />
        </>
      ) : step.step === 'preview' ? (
        <Preview source={step.source} onBegin={begin} onBack={startAgain} />
      ) : (
        <Progress state={step} onStop={stop} onResume={resume} onAgain={startAgain} />
      )}
      {problem.sentence === null ? <FailureAlert toast={problem.failure?.toast} /> : null}
    </div>
  );
}

/** "Plano Gratuito: até 5 monitores ligados, intervalo de 10 min ou mais. Hoje são 3." */
function capacityWords({ plan, limits, running }: ImportCapacity): string {
  const least = writeInterval(limits.heartbeatSeconds);
  const used = running === 0 ? 'Hoje não há nenhum.' : running === 1 ? 'Hoje é 1.' : `Hoje são ${running}.`;
  return `Plano ${catalog.plan(plan).name}: até ${countOfRunning(limits.monitors)}, com intervalo de ${least} ou mais. ${used} O que passa do plano vem pausado, e nada do que já está aqui muda.`;
}

/** A step replaces the one before, whose button is gone: it takes the focus. */
function useFocusOnStep(name: string) {
  const box = useRef<HTMLDivElement | null>(null);
  const shown = useRef(name);
  useEffect(() => {
    const isNew = shown.current !== name && name !== 'reading';
    shown.current = name;
    if (isNew) box.current?.focus();
  }, [name]);
  return { current: box };
}
