/** Lets the owner choose which monitors keep running when some must be paused. */
import { type FormEvent, useId, useState } from 'react';
import { accountLimitsEndpoint, Limits, type LimitsChoice } from '#domain/api-schemas/limits.ts';
import { message } from '#domain/messages/account.ts';
import type { Failure } from '#form/failure.ts';
import { useChange } from '#form/use-change.ts';
import { post } from '#lib/api.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Waiting } from '#ui/waiting.tsx';
import { KeptList } from './kept-list.tsx';

interface KeptChoiceProps {
  readonly limits: Limits;
  readonly onKept: (limits: Limits) => void;
}

export function KeptChoice({ limits, onKept }: KeptChoiceProps) {
  const [isOpen, setOpen] = useState(false);
  // Start from the stored choice each time the dialog opens.
  const [turn, setTurn] = useState(0);
  const [isKept, setKept] = useState(false);
  return (
    <>
      <Button
        onClick={() => {
          setKept(false);
          setTurn(turn + 1);
          setOpen(true);
        }}
      >
        Escolher os que continuam
      </Button>
      <p role="status" className="self-center empty:hidden">
        {isKept ? message('limits.choice-kept') : ''}
      </p>
      <ChoiceDialog
        key={turn}
        isOpen={isOpen}
        limits={limits}
        onClose={() => setOpen(false)}
        onKept={(answer) => {
          setOpen(false);
          setKept(true);
          onKept(answer);
        }}
      />
    </>
  );
}

interface ChoiceDialogProps extends KeptChoiceProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

function ChoiceDialog({ isOpen, limits, onKept, onClose }: ChoiceDialogProps) {
  const form = useId();
  // The oldest first, as they would be kept.
  const monitors = (limits.number?.monitors ?? []).toSorted((a, b) => a.id - b.id);
  const [kept, setKept] = useState<ReadonlySet<number>>(
    () => new Set(monitors.filter(({ wouldPause }) => !wouldPause).map(({ id }) => id)),
  );
  const [isRefused, setRefused] = useState(false);
  const { mutate, isPending, error, reset } = useChange(
    (body: LimitsChoice) => post(accountLimitsEndpoint, Limits, { body }),
    { title: message('limits.failed') },
    onKept,
  );
  const beyond = kept.size - limits.monitorLimit;
  const count = `${kept.size} de ${limits.monitorLimit} escolhidos`;
  const problem = isRefused ? message('limits.choice-too-many') : error && sentenceOf(error);

  function send(event: FormEvent): void {
    event.preventDefault();
    if (isPending) return;
    reset();
    setRefused(beyond > 0);
    if (beyond <= 0) mutate({ kept: [...kept] });
  }

  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Quais monitores continuam?"
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Voltar
          </Button>
          <Button type="submit" form={form} isPending={isPending}>
            {isPending ? message('checkout.sending') : 'Guardar a escolha'}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={send} className="grid gap-4">
        <p>
          Os marcados continuam; os outros são pausados no fim do prazo.{' '}
          <output
            aria-live="polite"
            className={`font-semibold tabular-nums ${beyond > 0 ? 'text-down-text' : ''}`}
          >
            {beyond > 0 ? `${count}: desmarque ${beyond}.` : `${count}.`}
          </output>
        </p>
        {problem === null ? null : (
          <Alert tone="error" role="alert">
            {problem}
          </Alert>
        )}
        <Waiting isOn={isPending}>{message('waiting.server')}</Waiting>
        <KeptList
          monitors={monitors}
          kept={kept}
          onKept={(ids) => {
            reset();
            setRefused(false);
            setKept(ids);
          }}
        />
      </form>
    </Dialog>
  );
}

/** The server's message about the list, else the failure's. */
const sentenceOf = ({ fields, toast }: Failure): string =>
  fields['kept'] ?? toast.lines?.[0] ?? message('limits.failed');
