/** From where the monitors come: a file, or the key of an UptimeRobot account. */
import { type FormEvent, useState } from 'react';
import { tableTemplate } from '#account/import/rules/table.ts';
import { message } from '#domain/messages/import.ts';
import { csvFile } from '#domain/text/csv.ts';
import { saveFile } from '#lib/save-file.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Step } from '#ui/first-steps.tsx';
import { RadioCards } from '#ui/radio-cards.tsx';
import { Section } from '#ui/section.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { Waiting } from '#ui/waiting.tsx';
import { FileDrop } from './file-drop.tsx';

type Origin = 'kuma' | 'robot' | 'csv';

const link = 'font-semibold underline underline-offset-4';

const cards = [
  { value: 'kuma', title: 'Uptime Kuma', text: 'Com grupos, etiquetas e canais.' },
  { value: 'robot', title: 'UptimeRobot', text: 'Pela chave de leitura da conta.' },
  { value: 'csv', title: 'Planilha CSV', text: 'De qualquer serviço, ou de uma lista sua.' },
] as const;

/** Titles of the steps after the choice, and the label of what is given. */
const steps: Record<Origin, { ready: string; label: { title: string; field: string } }> = {
  kuma: { ready: 'Pegue o arquivo', label: { title: 'Entregue o arquivo', field: 'Arquivo' } },
  robot: { ready: 'Crie a chave de leitura', label: { title: 'Cole a chave', field: 'Chave de leitura' } },
  csv: { ready: 'Prepare a planilha', label: { title: 'Entregue o arquivo', field: 'Arquivo' } },
};

const fileHint = {
  kuma: 'O arquivo é lido neste navegador; só os monitores são enviados.',
  csv: 'Com vírgula ou ponto e vírgula, em UTF-8 ou como o Excel salva.',
} as const;

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

  const { ready, label } = steps[origin];
  return (
    <Section id="origem-titulo" title="Como trazer">
      <form onSubmit={submit} noValidate>
        <ol className="grid gap-6">
          <Step number={1} title="Diga de onde eles vêm">
            <RadioCards
              name="origem"
              legend="De onde eles vêm"
              className="mt-3 text-ink sm:grid-cols-3"
              value={origin}
              onChange={(value) => {
                setOrigin(value);
                setFile(null);
                setMissing(null);
              }}
              cards={cards.map(({ value, title, text }) => ({
                value,
                title,
                children: <span className="mt-1 block text-ui leading-6 text-ink-soft">{text}</span>,
              }))}
            />
          </Step>
          <Step number={2} title={ready}>
            <p className="mt-1 max-w-prose">
              <HowToGet origin={origin} />
            </p>
          </Step>
          <Step number={3} title={label.title}>
            <div className="mt-3 text-ink">
              {origin === 'robot' ? (
                <Field
                  id="chave"
                  label={label.field}
                  error={error}
                  hint="Ela é usada uma vez e não fica guardada."
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
                <Field key={origin} id="arquivo" label={label.field} error={error} hint={fileHint[origin]}>
                  {(control) => (
                    <FileDrop
                      {...control}
                      accept={origin === 'kuma' ? '.db,.json,.sqlite' : '.csv,.txt'}
                      file={file}
                      onFile={(chosen) => {
                        setFile(chosen);
                        setMissing(null);
                      }}
                    />
                  )}
                </Field>
              )}
              <div className="mt-5 flex flex-wrap items-center gap-4">
                <Button type="submit" isPending={isReading}>
                  Ver o que vem
                </Button>
                <p className="text-ui text-ink-soft">Nada é criado antes de você confirmar.</p>
              </div>
            </div>
          </Step>
        </ol>
        <p role="status" className="sr-only">
          {isReading ? message('import.reading') : ''}
        </p>
        <Waiting isOn={isReading}>{message('import.reading')}</Waiting>
      </form>
    </Section>
  );
}

/** Where the file or the key is, by origin. */
function HowToGet({ origin }: { readonly origin: Origin }) {
  switch (origin) {
    case 'kuma':
      return (
        <>
          Pare o Uptime Kuma e copie o <code className="font-code text-ui">kuma.db</code>, da pasta{' '}
          <code className="font-code text-ui">data</code> dele. Da versão 1 também serve o JSON de Settings →
          Backup.{' '}
          <a href="/docs/importar/uptime-kuma" className={link}>
            Onde ele está
          </a>
        </>
      );
    case 'robot':
      return (
        <>
          No UptimeRobot: Integrations & API → API → Read-only API key. Ela só lê.{' '}
          <a href="/docs/importar/uptimerobot" className={link}>
            Passo a passo
          </a>
        </>
      );
    case 'csv':
      return (
        <>
          <button
            type="button"
            className={`min-h-6 ${link}`}
            onClick={() => saveFile('monitores-modelo.csv', 'text/csv', csvFile(tableTemplate))}
          >
            Baixar o modelo
          </button>
          {
            ' e escrever uma linha por site, ou usar o CSV que o UptimeRobot exporta. O que vai em cada coluna: '
          }
          <a href="/docs/importar/planilha" className={link}>
            planilha
          </a>
        </>
      );
  }
}
