/** From where the monitors come: a file, or the key of an UptimeRobot account. */
import { type FormEvent, useState } from 'react';
import { tableTemplate } from '#account/import/rules/table.ts';
import { message } from '#domain/messages/import.ts';
import { csvFile } from '#domain/text/csv.ts';
import { saveFile } from '#lib/save-file.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { RadioCards } from '#ui/radio-cards.tsx';
import { Section } from '#ui/section.tsx';
import { controlClass, TextInput } from '#ui/text-input.tsx';
import { Waiting } from '#ui/waiting.tsx';

type Origin = 'kuma' | 'robot' | 'csv';

const link = 'font-semibold underline underline-offset-4';

const cards = [
  {
    value: 'kuma',
    title: 'Uptime Kuma',
    text: 'O arquivo kuma.db, das versões 1.23 e 2, ou o JSON que a versão 1 exporta.',
  },
  {
    value: 'robot',
    title: 'UptimeRobot',
    text: 'Pela chave de leitura da conta. Ela é usada uma vez e não fica guardada.',
  },
  {
    value: 'csv',
    title: 'Planilha CSV',
    text: 'A exportação do UptimeRobot ou o nosso modelo, preenchido com o que você tem.',
  },
] as const;

interface SourceFormProps {
  readonly isReading: boolean;
  /** Why the last source could not be read. */
  readonly problem: string | null;
  readonly onFile: (file: File) => void;
  readonly onKey: (key: string) => void;
}

export function SourceForm({ isReading, problem, onFile, onKey }: SourceFormProps) {
  const [origin, setOrigin] = useState<Origin>('kuma');
  const [file, setFile] = useState<File | null>(null);
  const [key, setKey] = useState('');
  const [missing, setMissing] = useState<string | null>(null);
  const error = missing ?? problem ?? undefined;

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (isReading) return;
    const typed = key.trim();
    const lacks =
      origin === 'robot'
        ? typed === ''
          ? message('import.robot-key-shape')
          : null
        : file === null
          ? message('import.choose')
          : null;
    setMissing(lacks);
    if (lacks !== null) return;
    if (origin === 'robot') onKey(typed);
    else if (file !== null) onFile(file);
  }

  return (
    <Section id="origem-titulo" title="De onde eles vêm">
      <form onSubmit={submit} noValidate className="grid gap-5">
        <RadioCards
          name="origem"
          legend="De onde eles vêm"
          className="sm:grid-cols-3"
          value={origin}
          onChange={(value) => {
            setOrigin(value);
            setFile(null);
            setMissing(null);
          }}
          cards={cards.map(({ value, title, text }) => ({
            value,
            title,
            children: <span className="mt-2 block text-ui leading-6 text-ink-soft">{text}</span>,
          }))}
        />
        {origin === 'robot' ? (
          <Field
            id="chave"
            label="Chave de leitura"
            error={error}
            hint={
              <>
                No UptimeRobot: Integrations & API → API → Read-only API key.{' '}
                <a href="/docs/importar/uptimerobot" className={link}>
                  Passo a passo
                </a>
              </>
            }
          >
            {(control) => (
              <TextInput
                {...control}
                type="password"
                autoComplete="off"
                spellCheck={false}
                value={key}
                onChange={({ target }) => setKey(target.value)}
              />
            )}
          </Field>
        ) : (
          <Field key={origin} id="arquivo" label="Arquivo" error={error} hint={<FileHint origin={origin} />}>
            {(control) => (
              <input
                {...control}
                type="file"
                accept={origin === 'kuma' ? '.db,.json,.sqlite' : '.csv,.txt'}
                onChange={({ target }) => {
                  setFile(target.files?.[0] ?? null);
                  setMissing(null);
                }}
                className={`${controlClass} py-2.5 file:me-3 file:rounded-sm file:border file:border-control file:bg-paper file:px-3 file:py-1 file:font-semibold file:text-ink`}
              />
            )}
          </Field>
        )}
        <div className="flex flex-wrap items-center gap-4">
          <Button type="submit" isPending={isReading}>
            Ver o que vem
          </Button>
          <p className="text-ui text-ink-soft">Nada é criado antes de você confirmar.</p>
        </div>
        <p role="status" className="sr-only">
          {isReading ? message('import.reading') : ''}
        </p>
        <Waiting isOn={isReading}>{message('import.reading')}</Waiting>
      </form>
    </Section>
  );
}

function FileHint({ origin }: { readonly origin: 'kuma' | 'csv' }) {
  if (origin === 'kuma')
    return (
      <>
        O arquivo é lido neste navegador; só os monitores são enviados.{' '}
        <a href="/docs/importar/uptime-kuma" className={link}>
          Onde ele está
        </a>
      </>
    );
  return (
    <>
      <button
        type="button"
        className={`min-h-6 ${link}`}
        onClick={() => saveFile('monitores-modelo.csv', 'text/csv', csvFile(tableTemplate))}
      >
        Baixar o modelo
      </button>
      . O que vai em cada coluna:{' '}
      <a href="/docs/importar/planilha" className={link}>
        planilha
      </a>
    </>
  );
}
