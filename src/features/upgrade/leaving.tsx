/**
 * The last thing a page says before the browser leaves by itself: what came of it, and where it goes on.
 *
 * Takes focus, so that it is read out; the link is there for those who do not want to wait, or come back.
 */
import { useEffect, useRef } from 'react';
import { goTo } from '#lib/navigate.ts';
import { Alert, type AlertTone } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';

/** Long enough for two short sentences. */
const LEAVE_AFTER_MS = 4_000;

export interface Departure {
  readonly tone: AlertTone;
  readonly title: string;
  readonly lines: readonly string[];
  readonly to: { readonly href: string; readonly label: string };
  /** Takes the place of this page, where going back to it would only lead here again. */
  readonly isReplacing?: boolean;
}

export function Leaving({ tone, title, lines, to, isReplacing = false }: Departure) {
  const box = useRef<HTMLDivElement>(null);
  const { href } = to;
  useEffect(() => {
    box.current?.focus();
    const timer = setTimeout(() => goTo(href, { isReplacing }), LEAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [href, isReplacing]);
  return (
    <div ref={box} tabIndex={-1} className="grid max-w-prose justify-items-start gap-5 outline-none">
      <Alert tone={tone} title={title} className="w-full">
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </Alert>
      <Button href={href}>{to.label}</Button>
    </div>
  );
}
