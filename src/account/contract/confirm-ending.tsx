/** Confirms an ending and sends it. */
import { type Ending, useEnding } from '#account/use-account.ts';
import { message } from '#domain/messages/shared.ts';
import { ConfirmDialog, type ConfirmWords } from '#form/confirm-dialog.tsx';

interface ConfirmEndingProps {
  readonly ending: Ending;
  readonly words: ConfirmWords;
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
    <ConfirmDialog
      words={words}
      isOpen={isOpen}
      isPending={request.isPending}
      waitsFor={message('waiting.processor')}
      failure={request.error}
      onConfirm={() => request.mutate()}
      onClose={close}
    />
  );
}
