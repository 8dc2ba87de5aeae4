/**
 * "Ver Demonstração": opens the demonstration in its own tab.
 *
 * The tab must open during the click, or the browser would block it; it gets its address a second later, while the
 * button says that the environment is being prepared. Without JavaScript it is a link.
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
    if (tab !== null) tab.opener = null;
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
