/** Which file, with what in it; and what is in neither. */

import { useEffect, useRef, useState } from 'react';
import { OWN_DATA_PAGE } from '#account/account-pages.ts';
import { Refused, SignedInAgain } from '#account/privacy/own-data-refused.tsx';
import { takeStep, useOwnDataRequest } from '#account/privacy/use-own-data.ts';
import {
  EnvironmentCopyRequest,
  type EnvironmentFormat,
  environmentCopyEndpoint,
} from '#domain/api-schemas/privacy.ts';
import { businessDay } from '#domain/billing/days.ts';
import { message } from '#domain/messages/take-environment.ts';
import { useCheckedForm } from '#form/use-checked-form.ts';
import { postForFile } from '#lib/api-file.ts';
import { saveFile } from '#lib/save-file.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { RadioCards } from '#ui/radio-cards.tsx';
import { Waiting } from '#ui/waiting.tsx';

const link = 'font-semibold text-ink underline underline-offset-4';
const MEGABYTE = 1_000_000;
const megabytes = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** What goes along, and what does not, by file. */
const contents: Readonly<Record<EnvironmentFormat, { readonly goes: string[]; readonly stays: string[] }>> = {
  db: {
    goes: [
      'Monitores, grupos e etiquetas',
      'Canais de notificação, páginas de status e manutenções',
      'Proxies, chaves de API e ajustes do painel',
    ],
    stays: [
      'Os logotipos das páginas de status: eles estão no JSON',
      'O canal “Avisos da Vigia” e quem os recebe: são da plataforma',
      'Uma senha: você cria a sua no seu servidor',
    ],
  },
  json: {
    goes: [
      'Monitores, grupos e etiquetas',
      'Canais de notificação, páginas de status com logotipo, e manutenções',
      'Proxies',
    ],
    stays: [
      'O histórico: ele está no kuma.db',
      'O canal “Avisos da Vigia” e quem os recebe: são da plataforma',
      'Chaves de API e ajustes do painel',
    ],
  },
};

export function MovingOutForm({ tenant }: { readonly tenant: string }) {
  const form = useCheckedForm<EnvironmentCopyRequest, EnvironmentCopyRequest>(EnvironmentCopyRequest, {
    defaultValues: { format: 'db', secrets: true, history: true },
    toRequest: ({ history, ...values }) => ({ ...values, history: values.format === 'db' && history }),
  });
  const { format, secrets: hasSecrets } = form.watch();
  const [cameBack, setCameBack] = useState(false);
  const download = useEnvironmentCopy(tenant);
  const result = useRef<HTMLDivElement>(null);
  useEffect(() => setCameBack(takeStep() === 'ambiente'), []);
  useEffect(() => {
    if (cameBack) result.current?.focus();
  }, [cameBack]);
  return (
    <form
      noValidate
      onSubmit={form.sending(download.isPending, download.mutate)}
      className="grid max-w-3xl gap-8"
    >
      <p className="max-w-prose text-lg leading-8">
        O que está no seu painel é seu: baixe quando quiser. Nada muda nele.
      </p>
      <RadioCards
        name="formato"
        legend="Arquivo"
        className="sm:grid-cols-2"
        value={format}
        onChange={(value) => form.setValue('format', value)}
        cards={[
          {
            value: 'db',
            title: 'Para um Uptime Kuma seu',
            children: (
              <span className="mt-2 text-ink-soft">
                O banco <code>kuma.db</code>, com que um Uptime Kuma 2.x no seu servidor começa.
              </span>
            ),
          },
          {
            value: 'json',
            title: 'Para ler ou importar',
            children: (
              <span className="mt-2 text-ink-soft">
                Um JSON que começa como o backup do Uptime Kuma 1.x e abre em qualquer editor.
              </span>
            ),
          },
        ]}
      />
      <fieldset className="grid gap-4">
        <legend className="mb-3 font-semibold">O que vai junto</legend>
        <Checkbox
          id="segredos"
          label="Senhas, tokens, cabeçalhos e endereços dos canais"
          {...form.register('secrets')}
        />
        {hasSecrets ? null : (
          <p className="max-w-prose pl-9 text-ui leading-6 text-ink-soft">
            Canais e monitores que os usam vêm sem eles, e você os preenche de novo. Os endereços ficam sem
            usuário e senha, e com REMOVIDO no lugar do que vem depois de ?. Um token no meio do caminho vai
            junto.
          </p>
        )}
        {format === 'db' ? (
          <Checkbox
            id="historico"
            label="Histórico: checagens e estatísticas"
            {...form.register('history')}
          />
        ) : null}
      </fieldset>
      <Contents format={format} />
      <div ref={result} tabIndex={-1} className="grid gap-4 rounded-md empty:hidden">
        {cameBack && download.isIdle ? <SignedInAgain /> : null}
        {download.isSuccess ? (
          <Alert tone="success" role="status">
            {message('own-data.environment-saved')}
          </Alert>
        ) : null}
        {download.error ? <Refused failure={download.error} step="ambiente" /> : null}
      </div>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button type="submit" size="lg" isPending={download.isPending}>
          {format === 'db' ? 'Baixar o kuma.db' : 'Baixar o JSON'}
        </Button>
        {download.isPending && download.bytes > 0 ? (
          <p className="text-ink-soft tabular-nums">
            {megabytes.format(download.bytes / MEGABYTE)} MB recebidos
          </p>
        ) : (
          <Waiting isOn={download.isPending}>{message('waiting.server')}</Waiting>
        )}
      </div>
      <p className="max-w-prose text-ink-soft">
        Como começar um Uptime Kuma com o arquivo:{' '}
        <a href="/docs/levar-tudo" className={link}>
          Levar tudo com você
        </a>
        . O que o site guarda sobre você se baixa em{' '}
        <a href={OWN_DATA_PAGE} className={link}>
          Meus dados
        </a>
        .
      </p>
    </form>
  );
}

function Contents({ format }: { readonly format: EnvironmentFormat }) {
  const { goes, stays } = contents[format];
  return (
    <div className="grid gap-6 rounded-xl border border-line-strong bg-surface p-5 sm:grid-cols-2 sm:p-7">
      <List title="Está no arquivo" items={goes} />
      <List title="Não está" items={stays} />
    </div>
  );
}

function List({ title, items }: { readonly title: string; readonly items: readonly string[] }) {
  return (
    <section className="grid content-start gap-2">
      <h2 className="text-base font-semibold">{title}</h2>
      <ul className="grid list-disc gap-1.5 pl-5 text-ink-soft">
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </section>
  );
}

/** A whole history over a slow line. */
const FILE_TIMEOUT_MS = 30 * 60_000;

const types = { json: 'application/json', db: 'application/vnd.sqlite3' } as const;

/** An Uptime Kuma looks for this name in its folder. */
const nameOf = (format: EnvironmentFormat, tenant: string): string =>
  format === 'db' ? 'kuma.db' : `${tenant}-${businessDay(Date.now())}.json`;

function useEnvironmentCopy(tenant: string) {
  const [bytes, setBytes] = useState(0);
  const download = useOwnDataRequest(
    async (body: EnvironmentCopyRequest) => {
      setBytes(0);
      const file = await postForFile(environmentCopyEndpoint, {
        body,
        onBytes: setBytes,
        timeoutMs: FILE_TIMEOUT_MS,
      });
      saveFile(nameOf(body.format, tenant), types[body.format], file);
    },
    { title: message('own-data.environment-failed-title'), unclear: message('own-data.environment-broken') },
  );
  return { ...download, bytes };
}
