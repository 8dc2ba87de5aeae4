/** Confirms an action that has consequences, which it lists. */
import { message } from '#domain/messages/shared.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import type { Toast } from '#ui/toaster.tsx';
import { Waiting } from '#ui/waiting.tsx';
import { FailureAlert } from './failure-alert.tsx';

export interface ConfirmWords {
  readonly title: string;
  readonly points: readonly string[];
  /** Label of the button that goes back; "Voltar" by default. */
  readonly keep?: string;
  readonly confirm: string;
}

interface ConfirmDialogProps {
  readonly words: ConfirmWords;
  readonly isOpen: boolean;
  readonly isPending: boolean;
  /** What the action waits for. */
  readonly waitsFor?: string;
  readonly failure: { readonly toast: Toast } | null;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { words, isOpen, isPending, waitsFor = message('waiting.server'), failure } = props;
  const { title, points, keep = 'Voltar', confirm } = words;
  return (
    <Dialog
      isOpen={isOpen}
      onClose={props.onClose}
      title={title}
      actions={
        <>
          <Button variant="secondary" onClick={props.onClose}>
            {isPending ? 'Fechar' : keep}
          </Button>
          <Button isPending={isPending} onClick={() => isPending || props.onConfirm()}>
            {isPending ? message('checkout.sending') : confirm}
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <ul className="grid list-disc gap-2.5 ps-5">
          {points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
        <FailureAlert toast={failure?.toast} />
        <Waiting isOn={isPending}>{waitsFor}</Waiting>
      </div>
    </Dialog>
  );
}
