/**
 * Copies the article as Markdown, from the twin that stands beside every page.
 *
 * Without JavaScript the button is not shown; the link to the twin is.
 */
import { useEffect, useState } from 'react';
import { COPIED_FOR_MS, type CopyPageState, copyPageAnnouncement, copyPageLabel } from './copy-page-state.ts';

export interface CopyPageProps {
  /** Address of the article's Markdown. */
  readonly href: string;
}

export function CopyPage({ href }: CopyPageProps) {
  const [state, setState] = useState<CopyPageState>('idle');

  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), state === 'copied' ? COPIED_FOR_MS : 2 * COPIED_FOR_MS);
    return () => clearTimeout(timer);
  }, [state]);

  async function copy() {
    try {
      await copyText(loadMarkdown(href));
      setState('copied');
    } catch {
      // No connection, or the browser refused: the link beside the button still opens the text.
      setState('blocked');
    }
  }

  return (
    <>
      <button type="button" className="noscript:hidden" data-state={state} onClick={() => void copy()}>
        {copyPageLabel[state]}
      </button>
      <span role="status" className="sr-only">
        {copyPageAnnouncement[state]}
      </span>
    </>
  );
}

async function loadMarkdown(href: string): Promise<Blob> {
  const response = await fetch(href);
  if (!response.ok) throw new Error(`${href} answered ${response.status}`);
  return new Blob([await response.text()], { type: 'text/plain' });
}

/** Safari only writes within the click itself, so the clipboard is given the promise, not the text. */
async function copyText(text: Promise<Blob>): Promise<void> {
  if (typeof ClipboardItem === 'undefined') {
    await navigator.clipboard.writeText(await (await text).text());
    return;
  }
  await navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })]);
}
