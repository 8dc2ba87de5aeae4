/** What is going to become of each item, before anything is made. */
import { useMemo, useState } from 'react';
import { countOf, countOfPausedThere } from '#account/import/rules/result.ts';
import { countOfMonitors } from '#domain/limits/words.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Section } from '#ui/section.tsx';
import { LineList } from './line-list.tsx';
import { pausedWords } from './paused-words.ts';
import { type ImportStep, previewOf } from './use-import.ts';

type Source = Extract<ImportStep, { step: 'preview' }>['source'];

interface PreviewProps {
  readonly source: Source;
  readonly onBegin: (source: Source, hasChannels: boolean) => void;
  readonly onBack: () => void;
}

export function Preview({ source, onBegin, onBack }: PreviewProps) {
  const [hasChannels, setHasChannels] = useState(false);
  const { planned, lines } = useMemo(() => previewOf(source, hasChannels), [source, hasChannels]);
  const channels = source.reading.found.filter(({ item }) => item.kind === 'channel').length;
  const raised = planned.filter(({ isRaised }) => isRaised).length;
  const over = countOf(lines, 'paused');
  const paused = countOfPausedThere(lines);
  const toMake = countOf(lines, 'made') + over;
  return (
    <Section id="previa-titulo" title="O que vai acontecer">
      {raised + over === 0 ? null : (
        <Alert tone="warning">
          {over === 0 ? null : (
            <p>
              {countOfMonitors(over)} {over === 1 ? 'passa' : 'passam'} do seu plano e{' '}
              {over === 1 ? 'vem pausado' : 'vêm pausados'}.
            </p>
          )}
          {raised === 0 ? null : (
            <p>
              {countOfMonitors(raised)} {raised === 1 ? 'passa' : 'passam'} a ter o intervalo do seu plano.
            </p>
          )}
          <a href="/upgrade" className="font-semibold underline underline-offset-4">
            Ver um plano maior
          </a>
        </Alert>
      )}
      {paused === 0 ? null : <p>{pausedWords(paused, 'vem', 'vêm')}</p>}
      <LineList
        lines={lines}
        groups={[
          ['made', 'Vão ser criados'],
          ['paused', 'Vão ser criados pausados, acima do plano'],
          ['present', 'Já estão aqui'],
          ['refused', 'Não podem vir'],
        ]}
      />
      {source.reading.notes.length === 0 ? null : (
        <ul className="grid gap-1 border-t border-line pt-4 text-ui text-ink-soft">
          {source.reading.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {channels === 0 ? null : (
        <Checkbox
          id="canais"
          checked={hasChannels}
          onChange={({ target }) => setHasChannels(target.checked)}
          label={`Trazer também os canais de aviso (${channels}), com as senhas e os tokens deles`}
        />
      )}
      <div className="flex flex-wrap gap-3">
        {toMake === 0 ? null : (
          <Button onClick={() => onBegin(source, hasChannels)}>
            {toMake === 1 ? 'Trazer 1 item' : `Trazer ${toMake} itens`}
          </Button>
        )}
        <Button variant="secondary" onClick={onBack}>
          Escolher outra origem
        </Button>
      </div>
    </Section>
  );
}
