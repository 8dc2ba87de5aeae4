/**
 * Modal window on the browser's own <dialog>: focus stays inside, Escape closes, focus returns to the opener.
 */
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from '#ui/button.tsx';

interface DialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly children: ReactNode;
  /** Buttons below the text; a close button when absent. */
  readonly actions?: ReactNode;
}

export function Dialog({ isOpen, onClose, title, children, actions }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const element = dialog.current;
    if (element === null || element.open === isOpen) return;
    if (isOpen) element.showModal();
    else element.close();
  }, [isOpen]);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onClose={onClose}
      className="m-auto max-h-[min(46rem,calc(100dvh-2rem))] w-[min(46rem,calc(100vw-2rem))] flex-col overflow-hidden rounded-xl border border-line-strong bg-surface p-0 text-ink shadow-float open:flex backdrop:bg-veil"
    >
      <div className="flex items-center justify-between gap-4 border-b border-line px-5 py-4 sm:px-7">
        <h2 id={titleId} className="text-xl">
          {title}
        </h2>
        <button
          type="button"
          onClick={onClose}
          aria-label="Fechar"
          className="grid size-11 place-items-center rounded-md text-ink-soft hover:bg-sunken hover:text-ink"
        >
          <svg viewBox="0 0 16 16" className="size-4 fill-none stroke-current stroke-2" aria-hidden="true">
            <path d="m3 3 10 10M13 3 3 13" strokeLinecap="round" />
          </svg>
        </button>
      </div>
      {/* Focusable, so that long text can be scrolled by keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be focusable */}
      <section aria-labelledby={titleId} tabIndex={0} className="min-h-0 overflow-y-auto px-5 py-5 sm:px-7">
        {children}
      </section>
      <div className="flex flex-wrap justify-end gap-3 border-t border-line px-5 py-4 sm:px-7">
        {actions ?? <Button onClick={onClose}>Fechar</Button>}
      </div>
    </dialog>
  );
}
