/**
 * The last message before the browser opens the next page: the outcome, what it waits for, and where it goes.
 *
 * It takes focus, so that screen readers read it. Once the next page is ready there is also a link to it.
 */
import { useEffect, useRef, useState } from 'react';
import { ReadinessResponse, readinessPath } from '#domain/api-schemas/readiness.ts';
import { message } from '#domain/messages/plan-change.ts';
import { ask } from '#lib/api.ts';
import { goTo } from '#lib/navigate.ts';
import { Alert, type AlertTone } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Spinner } from '#ui/spinner.tsx';

/** Long enough to read two short sentences; after a wait they have been read already. */
const LEAVE_AFTER_MS = 4_000;
const LEAVE_READY_AFTER_MS = 1_500;

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
  const readiness = useReadiness(awaits ?? null);
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

const ASK_EVERY_MS = 3_000;
/** After this the page says that it takes longer than usual, and polling continues. */
const LATE_AFTER_MS = 120_000;
/** A single answer may still come from the old instance, because the cluster restarts it a moment later. */
const ANSWERS_IN_A_ROW = 2;

type Readiness = 'waiting' | 'late' | 'ready';

/**
 * Polls an environment that restarts until it answers again.
 *
 * @param tenant `null` when there is nothing to wait for: ready at once.
 */
function useReadiness(tenant: string | null): Readiness {
  const [readiness, setReadiness] = useState<Readiness>(tenant === null ? 'ready' : 'waiting');
  useEffect(() => {
    if (tenant === null) return;
    const stop = new AbortController();
    let answers = 0;
    let timer: ReturnType<typeof setTimeout>;
    const late = setTimeout(() => setReadiness('late'), LATE_AFTER_MS);
    const look = async (): Promise<void> => {
      // A failed request counts as not ready; the next one decides.
      const { isReady } = await ask(readinessPath(tenant), ReadinessResponse, { signal: stop.signal }).catch(
        () => ({ isReady: false }),
      );
      if (stop.signal.aborted) return;
      answers = isReady ? answers + 1 : 0;
      if (answers < ANSWERS_IN_A_ROW) timer = setTimeout(look, ASK_EVERY_MS);
      else {
        clearTimeout(late);
        setReadiness('ready');
      }
    };
    timer = setTimeout(look, ASK_EVERY_MS);
    return () => {
      stop.abort();
      clearTimeout(timer);
      clearTimeout(late);
    };
  }, [tenant]);
  return readiness;
}
