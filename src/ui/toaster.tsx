/**
 * Short messages over the page.
 *
 * Own and small: the usual libraries add a <style> element at run time, which the CSP refuses. Errors stay until
 * they are closed or replaced, because nobody can be asked to read faster.
 */
import { type ReactNode, useSyncExternalStore } from 'react';

export interface Toast {
  readonly title: string;
  /** One paragraph each. */
  readonly lines?: readonly string[];
  readonly tone?: 'error' | 'info';
  /** Goes by itself after a while, because the page says the same elsewhere. Always so for `info`. */
  readonly isBrief?: boolean;
  /** Seen only: the page takes focus to where the same is said, and it would be heard twice. */
  readonly isSilent?: boolean;
  readonly link?: { readonly href: string; readonly label: string };
}

const BRIEF_MS = 8_000;

interface Entry extends Toast {
  readonly id: number;
}
let entries: readonly Entry[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

function publish(next: readonly Entry[]): void {
  entries = next;
  for (const listener of listeners) listener();
}

/** Shows a message in place of those before it. */
export function showToast(toast: Toast): void {
  const id = nextId;
  nextId += 1;
  publish([{ ...toast, id }]);
  if (toast.tone !== 'info' && !toast.isBrief) return;
  setTimeout(() => publish(entries.filter((entry) => entry.id !== id)), BRIEF_MS);
}

export function clearToasts(): void {
  if (entries.length > 0) publish([]);
}

const noEntries: readonly Entry[] = [];

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Where the messages appear; once per page. */
export function Toaster(): ReactNode {
  const shown = useSyncExternalStore(
    subscribe,
    () => entries,
    () => noEntries,
  );
  return (
    <section
      aria-label="Avisos"
      className="pointer-events-none fixed inset-x-4 top-4 z-50 flex flex-col items-end gap-3 sm:top-auto sm:bottom-6 sm:left-auto sm:w-[26rem]"
    >
      {shown.map((entry) => (
        <ToastCard key={entry.id} entry={entry} />
      ))}
    </section>
  );
}

function roleOf({ tone, isSilent }: Entry): 'alert' | 'status' | undefined {
  if (isSilent) return undefined;
  return tone === 'info' ? 'status' : 'alert';
}

function ToastCard({ entry }: { entry: Entry }) {
  const isError = entry.tone !== 'info';
  return (
    <div
      role={roleOf(entry)}
      className={`pointer-events-auto flex w-full gap-3 rounded-lg border border-line-strong border-s-4 bg-surface py-3 ps-4 pe-2 shadow-float ${isError ? 'border-s-down' : 'border-s-pill'}`}
    >
      <div className="min-w-0 flex-1 py-1 text-ui leading-6">
        <p className="font-semibold">{entry.title}</p>
        {entry.lines?.map((line) => (
          <p key={line} className="text-ink-soft">
            {line}
          </p>
        ))}
        {entry.link ? (
          <p className="mt-1">
            <a href={entry.link.href} className="font-semibold text-signal underline">
              {entry.link.label}
            </a>
          </p>
        ) : null}
      </div>
      <button
        type="button"
        aria-label="Fechar aviso"
        onClick={() => publish(entries.filter((other) => other.id !== entry.id))}
        className="grid size-10 shrink-0 place-items-center rounded-md text-ink-soft hover:bg-sunken hover:text-ink"
      >
        <svg viewBox="0 0 16 16" className="size-3.5 fill-none stroke-current stroke-2" aria-hidden="true">
          <path d="m3 3 10 10M13 3 3 13" strokeLinecap="round" />
        </svg>
      </button>
    </div>
  );
}
