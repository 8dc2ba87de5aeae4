/**
 * "Ver Demonstração": opens the demonstration in its own tab.
 *
 * The tab must open during the click, or the browser would block it. It lies in front of this page, so it shows the
 * sentence about the wait itself, and gets its address a second later. Without JavaScript it is a link.
 */
import { type MouseEvent, useState } from 'react';
import { isPlainPress } from '#lib/follow-session.ts';
import { goTo } from '#lib/navigate.ts';
import { Button } from '#ui/button.tsx';

const LOADING_MS = 1000;

export interface DemoButtonProps {
  readonly label: string;
  readonly loadingLabel: string;
  readonly url: string;
  readonly isWide?: boolean;
}

export function DemoButton({ label, loadingLabel, url, isWide }: DemoButtonProps) {
  const [isLoading, setLoading] = useState(false);

  function open(): void {
    if (isLoading) return;
    const tab = window.open('', '_blank');
    if (tab !== null) {
      tab.opener = null;
      writeWait(tab.document, loadingLabel);
    }
    setLoading(true);
    setTimeout(() => {
      setLoading(false);
      // If the browser refuses a new tab, use this one.
      if (tab === null) goTo(url);
      else if (!tab.closed) tab.location.replace(url);
    }, LOADING_MS);
  }

  return (
    <>
      <Button
        href={url}
        target="_blank"
        rel="noopener"
        variant="secondary"
        size="lg"
        isWide={isWide}
        isPending={isLoading}
        onClick={(event: MouseEvent) => {
          if (!isPlainPress(event)) return;
          event.preventDefault();
          open();
        }}
      >
        {isLoading ? loadingLabel : label}
      </Button>
      <span role="status" className="sr-only">
        {isLoading ? loadingLabel : ''}
      </span>
    </>
  );
}

/** Looks like this page. Only the CSSOM sets styles, because the new tab has this page's security policy. */
function writeWait(tab: Document, sentence: string): void {
  const page = getComputedStyle(document.documentElement);
  const place = tab.createElement('p');
  place.textContent = sentence;
  place.setAttribute('role', 'status');
  Object.assign(place.style, { margin: 'auto', padding: '2rem', textAlign: 'center' });
  Object.assign(tab.documentElement.style, {
    backgroundColor: page.backgroundColor,
    color: page.color,
    colorScheme: page.colorScheme,
    font: '1.125rem/1.6 system-ui, sans-serif',
  });
  Object.assign(tab.body.style, { display: 'grid', minHeight: '100svh', margin: '0' });
  tab.documentElement.lang = document.documentElement.lang;
  tab.title = sentence;
  tab.body.replaceChildren(place);
}
