/**
 * One picture in a full-window <dialog>. A click anywhere or Escape closes it, and the focus returns to its opener.
 */
import { useEffect, useRef } from 'react';

export interface FullPicture {
  readonly src: string;
  readonly alt: string;
}

interface FullViewProps {
  /** `null` while closed. */
  readonly picture: FullPicture | null;
  readonly onClose: () => void;
}

export function FullView({ picture, onClose }: FullViewProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (element === null || element.open === (picture !== null)) return;
    if (picture !== null) element.showModal();
    else element.close();
  }, [picture]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the dialog closes with Escape
    <dialog
      ref={dialog}
      className="full-view"
      aria-label={picture?.alt ?? ''}
      onClose={onClose}
      onClick={() => dialog.current?.close()}
    >
      <button type="button" aria-label="Fechar">
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="m3 3 10 10M13 3 3 13" />
        </svg>
      </button>
      {picture !== null && <img src={picture.src} alt={picture.alt} />}
    </dialog>
  );
}
