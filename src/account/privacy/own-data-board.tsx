/** The person's own data: a copy, and the deletion of the account (LGPD, art. 18). */
import { useEffect, useRef, useState } from 'react';
import { Way } from '#account/contract/ending-section.tsx';
import type { OwnDataResponse } from '#domain/api-schemas/privacy.ts';
import { formatMoment } from '#domain/billing/days.ts';
import { message } from '#domain/messages/account.ts';
import { withQueries } from '#session/queries.tsx';
import { Alert } from '#ui/alert.tsx';
import { Waiting } from '#ui/waiting.tsx';
import { DeletionDialog } from './deletion-dialog.tsx';
import { Refused, SignedInAgain } from './own-data-refused.tsx';
import { type OwnDataStep, takeStep, useDataCopy, useOwnData } from './use-own-data.ts';

const link = 'font-semibold text-ink underline underline-offset-4';

export const OwnDataBoard = withQueries(function Board({
  environmentKept,
}: {
  readonly environmentKept: string;
}) {
  const state = useOwnData();
  const copy = useDataCopy();
  const [isDeleting, setDeleting] = useState(false);
  const [cameBackFor, setCameBackFor] = useState<OwnDataStep | null>(null);
  const result = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const step = takeStep();
    setCameBackFor(step);
    if (step === 'exclusao') setDeleting(true);
  }, []);
  useEffect(() => {
    if (cameBackFor === 'copia') result.current?.focus();
  }, [cameBackFor]);
  const pending = state.data?.deletion;
  return (
    <div id="dados-titulo" className="grid gap-6">
      <p className="max-w-prose text-ink-soft">
        Depois do fim do contrato, os dados do painel são mantidos por {environmentKept} e então apagados. O
        que mais é guardado:{' '}
        <a href="/privacidade.html" className={link}>
          privacidade
        </a>
        . Como baixar e apagar:{' '}
        <a href="/docs/seus-dados" className={link}>
          ajuda
        </a>
        .
      </p>
      <div ref={result} tabIndex={-1} className="grid gap-4 rounded-md empty:hidden">
        {cameBackFor === 'copia' && copy.isIdle ? <SignedInAgain /> : null}
        {copy.isSuccess ? (
          <Alert tone="success" role="status">
            {message('own-data.copied')}
          </Alert>
        ) : null}
        {copy.error ? <Refused failure={copy.error} step="copia" /> : null}
        {pending ? <Pending deletion={pending} /> : null}
      </div>
      <Waiting isOn={copy.isPending}>{message('waiting.server')}</Waiting>
      <div className="grid gap-5 [&>div+div]:border-t [&>div+div]:border-line [&>div+div]:pt-5">
        <Way
          level="h2"
          title="Baixar uma cópia"
          text="Um arquivo JSON com tudo o que o site guarda sobre você; um índice em português explica cada parte."
          action={copy.isPending ? message('checkout.sending') : 'Baixar os meus dados'}
          onAsk={() => copy.isPending || copy.mutate()}
        />
        {pending ? null : (
          <Way
            level="h2"
            title="Apagar a conta"
            text="A conta, o painel com tudo o que há nele e os dados que podem ser apagados. Antes de confirmar, você vê o que acontece."
            action="Apagar a conta"
            variant="quiet"
            onAsk={() => setDeleting(true)}
          />
        )}
      </div>
      <DeletionDialog isOpen={isDeleting && !pending} onClose={() => setDeleting(false)} />
    </div>
  );
});

function Pending({ deletion }: { readonly deletion: NonNullable<OwnDataResponse['deletion']> }) {
  const { requestedAt, removalAt } = deletion;
  const isLater = Date.parse(removalAt) > Date.now();
  return (
    <Alert tone="warning" role="status" title="A exclusão da sua conta está em andamento">
      <p>
        Pedida em {formatMoment(requestedAt)}.{' '}
        {isLater
          ? `O painel sai em ${formatMoment(removalAt)}, ou antes, se todas as pessoas que trabalham nele concordarem. Elas foram avisadas, e nada mais é renovado.`
          : 'Leva alguns minutos e não precisa desta página aberta. Logo você não consegue mais entrar.'}{' '}
        Quando terminar, um e-mail avisa o que ficou guardado e até quando.
      </p>
    </Alert>
  );
}
