/**
 * The last message before the browser opens the next page: the outcome, what it waits for, and where it goes.
 *
 * It takes focus, so that screen readers read it. Once the next page is ready there is also a link to it.
 */
import { useEffect, useRef } from 'react';
import { message } from '#domain/messages/plan-change.ts';
import { goTo } from '#lib/navigate.ts';
import { type Readiness, useReadiness } from '#lib/use-readiness.ts';
import { Alert, type AlertTone } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Spinner } from '#ui/spinner.tsx';

/** Long enough to read two short sentences; after a wait they have been read already. */
const LEAVE_AFTER_MS = 4_000;
const LEAVE_READY_AFTER_MS = 1_500;
/** After this the page says that it takes longer than usual, and polling continues. */
const LATE_AFTER_MS = 120_000;

export interface Departure {
  readonly tone: AlertTone;
  readonly title: string;
  readonly lines: readonly string[];
  readonly to: { readonly href: string; readonly label: string };
  /** Replaces this page in the history, because going back would only lead here again. */
  readonly isReplacing?: boolean;
  /** The environment that must answer before the browser goes there. */
  readonly awaits?: string;
}

const waits: Readonly<Record<Readiness, string>> = {
  waiting: message('upgrade.restarting'),
  late: message('upgrade.restarting-late'),
  ready: message('upgrade.answers'),
};

export function Leaving({ tone, title, lines, to, isReplacing = false, awaits }: Departure) {
  const box = useRef<HTMLDivElement>(null);
  const readiness = useReadiness(awaits ?? null, LATE_AFTER_MS);
  const isReady = readiness === 'ready';
  const { href } = to;
  useEffect(() => box.current?.focus(), []);
  useEffect(() => {
    if (!isReady) return;
    const after = awaits === undefined ? LEAVE_AFTER_MS : LEAVE_READY_AFTER_MS;
    const timer = setTimeout(() => goTo(href, { isReplacing }), after);
    return () => clearTimeout(timer);
  }, [href, isReplacing, isReady, awaits]);
  return (
    <div ref={box} tabIndex={-1} className="grid max-w-prose justify-items-start gap-5 outline-none">
      <Alert tone={tone} title={title} className="w-full">
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </Alert>
      {awaits === undefined ? null : (
        <p role="status" className="flex items-center gap-3 text-ink-soft">
          {isReady ? null : <Spinner className="shrink-0" />}
          {waits[readiness]}
        </p>
      )}
      {isReady ? (
        <Button href={href}>{to.label}</Button>
      ) : (
        <Button href="/conta" variant="secondary">
          Ver a sua conta
        </Button>
      )}
    </div>
  );
}
