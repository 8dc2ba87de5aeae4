/** Lets the owner choose which monitors keep running when some must be paused. */
import { type FormEvent, useId, useState } from 'react';
import { accountLimitsEndpoint, Limits, type LimitsChoice } from '#domain/api-schemas/limits.ts';
import { message } from '#domain/messages/account.ts';
import { describeFailure } from '#form/failure.ts';
import { post } from '#lib/api.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Waiting } from '#ui/waiting.tsx';
import { KeptList } from './kept-list.tsx';
import { countWords } from './kept-words.ts';

/** Answers with the changed state. @throws ApiError */
const postChoice = (body: LimitsChoice) => post(accountLimitsEndpoint, Limits, { body });

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
  const monitors = (limits.numero?.monitores ?? []).toSorted((a, b) => a.id - b.id);
  const [kept, setKept] = useState<ReadonlySet<number>>(
    () => new Set(monitors.filter(({ pausar }) => !pausar).map(({ id }) => id)),
  );
  const [problem, setProblem] = useState<string | null>(null);
  const [isPending, setPending] = useState(false);
  const isTooMany = kept.size > limits.monitorLimit;

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isPending) return;
    if (isTooMany) return setProblem(message('limits.choice-too-many'));
    setPending(true);
    setProblem(null);
    try {
      onKept(await postChoice({ manter: [...kept] }));
    } catch (error) {
      setPending(false);
      setProblem(sentenceOf(error));
    }
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
      <form id={form} onSubmit={(event) => void send(event)} className="grid gap-4">
        <p>
          Os marcados continuam; os outros são pausados no fim do prazo.{' '}
          <output
            aria-live="polite"
            className={`font-semibold tabular-nums ${isTooMany ? 'text-down-text' : ''}`}
          >
            {countWords(kept.size, limits.monitorLimit)}
          </output>
        </p>
        {problem === null ? null : (
          <Alert tone="error" role="alert">
            <p>{problem}</p>
          </Alert>
        )}
        <Waiting isOn={isPending}>{message('waiting.server')}</Waiting>
        <KeptList
          monitors={monitors}
          kept={kept}
          onKept={(ids) => {
            setProblem(null);
            setKept(ids);
          }}
        />
      </form>
    </Dialog>
  );
}

/** The server's message about the list, else the failure's. */
function sentenceOf(error: unknown): string {
  const { toast, fields } = describeFailure(error, {
    title: message('limits.failed'),
  });
  return fields['manter'] ?? toast.lines?.[0] ?? message('limits.failed');
}
