/** Confirms an ending and lists its consequences. */

import { type Ending, useEnding } from '#account/use-account.ts';
import { message } from '#domain/messages/shared.ts';
import { FailureAlert } from '#form/failure-alert.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Waiting } from '#ui/waiting.tsx';

export interface EndingWords {
  readonly title: string;
  readonly keep: string;
  readonly confirm: string;
  readonly points: readonly string[];
}

interface ConfirmEndingProps {
  readonly ending: Ending;
  readonly words: EndingWords;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onEnded: () => void;
}

export function ConfirmEnding({ ending, words, isOpen, onClose, onEnded }: ConfirmEndingProps) {
  const request = useEnding(ending, onEnded);
  const close = () => {
    if (!request.isPending) request.reset();
    onClose();
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title={words.title}
      actions={
        <>
          <Button variant="secondary" onClick={close}>
            {request.isPending ? 'Fechar' : words.keep}
          </Button>
          <Button isPending={request.isPending} onClick={() => request.isPending || request.mutate()}>
            {request.isPending ? message('checkout.sending') : words.confirm}
          </Button>
        </>
      }
    >
      <ul className="grid list-disc gap-2.5 ps-5">
        {words.points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      <Waiting isOn={request.isPending} className="mt-5">
        {message('waiting.processor')}
      </Waiting>
      <FailureAlert toast={request.error?.toast} className="mt-5" />
    </Dialog>
  );
}
