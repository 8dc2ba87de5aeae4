/**
 * Copies the article's Markdown version.
 *
 * Without JavaScript the button is hidden; the link to that version is always shown.
 */
import { useEffect, useState } from 'react';
import { COPIED_FOR_MS, type CopyState } from '#docs/copy/copy-state.ts';

const label: Record<CopyState, string> = {
  idle: 'Copiar como Markdown',
  copied: 'Copiado!',
  blocked: 'Não foi possível copiar',
};

const announcement: Record<CopyState, string> = {
  idle: '',
  copied: 'Artigo copiado como Markdown.',
  blocked: 'Não foi possível copiar. Abra a versão em Markdown pelo link ao lado.',
};

export interface CopyPageProps {
  /** Address of the article's Markdown. */
  readonly href: string;
}

export function CopyPage({ href }: CopyPageProps) {
  const [state, setState] = useState<CopyState>('idle');

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
      // Offline, or refused by the browser: the link next to the button still opens the text.
      setState('blocked');
    }
  }

  return (
    <>
      <button type="button" className="noscript:hidden" data-state={state} onClick={() => void copy()}>
        {label[state]}
      </button>
      <span role="status" className="sr-only">
        {announcement[state]}
      </span>
    </>
  );
}

async function loadMarkdown(href: string): Promise<Blob> {
  const response = await fetch(href);
  if (!response.ok) throw new Error(`${href} answered ${response.status}`);
  return new Blob([await response.text()], { type: 'text/plain' });
}

/** Safari allows writing only during the click, so the clipboard gets a promise of the text. */
async function copyText(text: Promise<Blob>): Promise<void> {
  if (typeof ClipboardItem === 'undefined') {
    await navigator.clipboard.writeText(await (await text).text());
    return;
  }
  await navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })]);
}
