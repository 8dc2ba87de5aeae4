/** Confirms an action and lists its consequences. */

import { message } from '#domain/messages/shared.ts';
import type { Failure } from '#form/failure.ts';
import { FailureAlert } from '#form/failure-alert.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Waiting } from '#ui/waiting.tsx';

interface AskDialogProps {
  readonly title: string;
  readonly points: readonly string[];
  readonly confirm: string;
  readonly isOpen: boolean;
  readonly isPending: boolean;
  readonly failure: Failure | null;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

export function AskDialog(props: AskDialogProps) {
  const { title, points, confirm, isOpen, isPending, failure, onConfirm, onClose } = props;
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Voltar
          </Button>
          <Button isPending={isPending} onClick={() => isPending || onConfirm()}>
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
        <Waiting isOn={isPending}>{message('waiting.server')}</Waiting>
      </div>
    </Dialog>
  );
}
