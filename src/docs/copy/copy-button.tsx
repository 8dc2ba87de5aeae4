/**
 * Copies the code next to it and confirms.
 *
 * Without JavaScript the button is not shown and the code stays selectable. The text is read from the page, so it
 * is not sent twice.
 */
import { useEffect, useRef, useState } from 'react';
import { COPIED_FOR_MS, type CopyState, copyAnnouncement, copyLabel } from './copy-state.ts';

export function CopyButton() {
  const [state, setState] = useState<CopyState>('idle');
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), state === 'copied' ? COPIED_FOR_MS : 2 * COPIED_FOR_MS);
    return () => clearTimeout(timer);
  }, [state]);

  async function copy() {
    const code = button.current?.closest('[data-code]')?.querySelector('code');
    try {
      await navigator.clipboard.writeText(code?.textContent ?? '');
      setState('copied');
    } catch {
      // Permission refused or an insecure origin: select the text, so that the reader can press Ctrl+C.
      if (code) getSelection()?.selectAllChildren(code);
      setState('blocked');
    }
  }

  return (
    <>
      <button ref={button} type="button" className="copy-button" data-state={state} onClick={copy}>
        {copyLabel[state]}
      </button>
      <span role="status" className="sr-only">
        {copyAnnouncement[state]}
      </span>
    </>
  );
}
