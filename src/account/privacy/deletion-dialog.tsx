/** Confirms the deletion of an account: what is deleted and when, debts, what the law keeps, and a typed word. */
import { useId, useState } from 'react';
import type { DeletionPreview } from '#domain/api-schemas/privacy.ts';
import { formatDay, formatMoment } from '#domain/billing/days.ts';
import { message } from '#domain/messages/account.ts';
import { DELETION_NOTICE_DAYS } from '#domain/people/seats.ts';
import { formatPrice } from '#domain/plans/catalog.ts';
import { lowerFirst } from '#domain/text/lower-first.ts';
import { catalog } from '#lib/catalog.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { Waiting } from '#ui/waiting.tsx';
import { Refused } from './own-data-refused.tsx';
import { useDeletion, useDeletionPreview } from './use-own-data.ts';

interface DeletionDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function DeletionDialog({ isOpen, onClose }: DeletionDialogProps) {
  const preview = useDeletionPreview(isOpen);
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  const deletion = useDeletion(onClose);
  const field = useId();
  const close = () => {
    onClose();
    if (deletion.isPending) return;
    deletion.reset();
    setTyped('');
    setProblem(undefined);
  };
  const send = () => {
    if (deletion.isPending || !preview.data) return;
    const isRight = typed.trim().toLowerCase() === preview.data.confirm.toLowerCase();
    setProblem(isRight ? undefined : message('own-data.confirm-differs'));
    if (isRight) deletion.mutate(typed.trim().toLowerCase());
    else document.getElementById(field)?.focus();
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title="Apagar a conta?"
      actions={
        <>
          <Button variant="secondary" onClick={close}>
            {deletion.isPending ? 'Fechar' : 'Manter a conta'}
          </Button>
          {preview.data ? (
            <Button isPending={deletion.isPending} onClick={send}>
              {deletion.isPending ? message('checkout.sending') : 'Apagar a conta'}
            </Button>
          ) : null}
        </>
      }
    >
      {preview.data ? (
        <div className="grid gap-6">
          <Consequences preview={preview.data} />
          <Kept kept={preview.data.kept} />
          <Field
            id={field}
            label={
              <>
                Para confirmar, escreva{' '}
                <span className="font-code wrap-anywhere">{preview.data.confirm}</span>
              </>
            }
            error={problem ?? deletion.error?.fields['confirm']}
          >
            {(control) => (
              <TextInput
                {...control}
                value={typed}
                onChange={(event) => {
                  setTyped(event.target.value);
                  setProblem(undefined);
                  if (deletion.isError) deletion.reset();
                }}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
              />
            )}
          </Field>
          <Waiting isOn={deletion.isPending}>{message('waiting.server')}</Waiting>
          {deletion.error && !deletion.error.fields['confirm'] ? (
            <Refused failure={deletion.error} step="exclusao" />
          ) : null}
        </div>
      ) : preview.isError ? (
        <Alert tone="error" role="alert" title={message('connection.title')}>
          <p>{message('connection.failed')}</p>
          <div className="mt-3 mb-1">
            <Button isPending={preview.isFetching} onClick={() => void preview.refetch()}>
              {message('provisioning.retry')}
            </Button>
          </div>
        </Alert>
      ) : (
        <p role="status" className="flex items-center gap-3 text-ink-soft">
          <Spinner />
          {message('account.loading')}
        </p>
      )}
    </Dialog>
  );
}

function Consequences({ preview }: { readonly preview: DeletionPreview }) {
  const { purchases } = preview;
  return (
    <div className="grid gap-4">
      {purchases.map(({ plan, amountCentavos, withdrawUntil }) => (
        <Alert key={`${plan}${withdrawUntil}`} tone="warning" title="A exclusão não devolve dinheiro">
          <p>
            Até {formatMoment(withdrawUntil)} você ainda pode desistir do plano {catalog.plan(plan).name} e
            receber {formatPrice(amountCentavos)} de volta. Se é o que quer, feche esta janela e desista
            antes, em “Encerrar”.
          </p>
        </Alert>
      ))}
      <ul className="grid list-disc gap-2.5 ps-5">
        {pointsOf(preview).map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </div>
  );
}

function pointsOf({ environment, hasOrder, debt }: DeletionPreview): readonly string[] {
  return [
    ...(environment?.renews
      ? ['Antes de tudo a renovação é cancelada: nada mais é cobrado, e os dias já pagos não voltam.']
      : []),
    ...(environment === undefined ? [] : [goingWords(environment)]),
    ...(hasOrder ? ['O pedido em aberto é desfeito, e o que já foi pago por ele volta inteiro.'] : []),
    ...(debt === undefined
      ? []
      : [
          `Continuam devidos ${formatPrice(debt.amountCentavos)}, por ${debt.days === 1 ? '1 dia' : `${debt.days} dias`} em que o painel funcionou sem pagamento.`,
        ]),
    'A conta de acesso some, e isso não pode ser desfeito. Antes, baixe a cópia dos seus dados e leve do painel o que quiser guardar. As cópias de segurança do painel saem em até 30 dias.',
  ];
}

function goingWords({ name, removalAt }: NonNullable<DeletionPreview['environment']>): string {
  const what = 'com monitores, históricos, avisos e páginas de status';
  return Date.parse(removalAt) > Date.now()
    ? `O painel ${name} sai do ar em ${formatMoment(removalAt)}, ${what}. As pessoas que trabalham nele são avisadas por e-mail e têm ${DELETION_NOTICE_DAYS} dias; se todas concordarem antes, ele sai logo.`
    : `O painel ${name} sai do ar assim que você confirmar, em poucos minutos, ${what}.`;
}

function Kept({ kept }: { readonly kept: DeletionPreview['kept'] }) {
  return (
    <details>
      <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold underline underline-offset-4">
        O que fica guardado, e até quando
      </summary>
      <dl className="grid gap-3">
        {kept.map(({ title, why, basis, period, until }) => (
          <div key={title} className="border-t border-line pt-3">
            <dt className="font-semibold">
              {title}: {until === undefined ? lowerFirst(period) : `até ${formatDay(until)}`}
            </dt>
            <dd className="text-ui text-ink-soft">
              {why} Base: {basis}.
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
