/**
 * A short message over the page.
 *
 * Written by hand, because the usual libraries add a <style> element at run time, which the CSP refuses. Errors stay
 * until they are closed or replaced, or their cause is gone, because people read at different speeds. A message moves
 * to another edge when it would cover the focus or an element marked `data-keep-clear`, e.g. the button it is about.
 */
import { type RefObject, useEffect, useRef } from 'react';
import { covers } from './covers.ts';

/** What removes an error: an edit, or the browser being online again. */
export type ToastCause = 'edit' | 'connection';

export interface Toast {
  readonly title: string;
  /** Paragraphs. */
  readonly lines?: readonly string[];
  readonly tone?: 'error' | 'info';
  /** Without a cause it stays until it is closed or replaced. */
  readonly endsWith?: ToastCause;
  /**
   * The page shows and focuses the same message: this toast disappears after a while (as `info` always does), is not
   * announced a second time, and is hidden on small screens, where it would cover the other.
   */
  readonly isRepeated?: boolean;
  readonly link?: { readonly href: string; readonly label: string };
}

export interface ShownToast extends Toast {
  /** Distinguishes equal messages, so that each is announced. */
  readonly id: number;
}

/** The region for messages; it exists even while empty. */
export function Toaster({ toast, onClose }: { toast: ShownToast | null; onClose: () => void }) {
  const place = useRef<HTMLElement>(null);
  useStepAside(place, toast?.id);
  return (
    <section
      ref={place}
      aria-label="Avisos"
      className={`pointer-events-none fixed inset-x-4 top-4 z-50 flex flex-col items-end gap-3 sm:top-auto sm:bottom-6 sm:left-auto sm:w-[26rem] ${toast?.isRepeated ? 'max-md:hidden [@media(height<30rem)]:hidden' : ''}`}
    >
      {toast === null ? null : <ToastCard key={toast.id} toast={toast} onClose={onClose} />}
    </section>
  );
}

/** From here on the message is narrower than the page (`sm`). */
const WIDE_PX = 640;
const usual = { top: '', bottom: '', left: '', right: '' } as const;
/** The other places, tried in this order. */
const places = (isAbove: boolean): readonly Partial<Record<keyof typeof usual, string>>[] => [
  { top: isAbove ? 'auto' : '1rem', bottom: isAbove ? '1rem' : 'auto' },
  ...(window.innerWidth < WIDE_PX ? [] : [{ left: '1.5rem', right: 'auto' }]),
];

/** Moves the message away from what it must not cover, unless it would cover something everywhere. */
function useStepAside(place: RefObject<HTMLElement | null>, id: number | undefined): void {
  useEffect(() => {
    if (id === undefined) return;
    const standAt = (where: typeof usual | ReturnType<typeof places>[number]): void => {
      if (place.current) Object.assign(place.current.style, usual, where);
    };
    const look = (): void => {
      standAt(usual);
      const box = place.current;
      if (box === null || !isInTheWay(box)) return;
      const isAbove = box.getBoundingClientRect().top < window.innerHeight / 2;
      for (const where of places(isAbove)) {
        standAt(where);
        if (!isInTheWay(box)) return;
      }
      standAt(usual);
    };
    // The browser scrolls to a focused element only after the event, so check in the next frame.
    const later = (): void => {
      requestAnimationFrame(look);
    };
    later();
    document.addEventListener('focusin', later);
    return () => document.removeEventListener('focusin', later);
  }, [place, id]);
}

function isInTheWay(box: HTMLElement): boolean {
  const focused = document.activeElement;
  const isUsed = focused !== null && focused !== document.body && !box.contains(focused);
  const kept = [...document.querySelectorAll('[data-keep-clear]'), ...(isUsed ? [focused] : [])];
  return kept.some((element) => covers(box.getBoundingClientRect(), element.getBoundingClientRect()));
}

function roleOf({ tone, isRepeated }: Toast): 'alert' | 'status' | undefined {
  if (isRepeated) return undefined;
  return tone === 'info' ? 'status' : 'alert';
}

function ToastCard({ toast, onClose }: { toast: Toast; onClose: () => void }) {
  const isError = toast.tone !== 'info';
  return (
    <div
      role={roleOf(toast)}
      className={`pointer-events-auto flex w-full gap-3 rounded-lg border border-line-strong border-s-4 bg-surface py-3 ps-4 pe-2 shadow-float ${isError ? 'border-s-down' : 'border-s-pill'}`}
    >
      <div className="min-w-0 flex-1 py-1 text-ui leading-6">
        <p className="font-semibold">{toast.title}</p>
        {toast.lines?.map((line) => (
          <p key={line} className="text-ink-soft">
            {line}
          </p>
        ))}
        {toast.link ? (
          <p className="mt-1">
            <a href={toast.link.href} className="font-semibold text-signal underline">
              {toast.link.label}
            </a>
          </p>
        ) : null}
      </div>
      <button
        type="button"
        aria-label="Fechar aviso"
        onClick={onClose}
        className="grid size-10 shrink-0 place-items-center rounded-md text-ink-soft hover:bg-sunken hover:text-ink"
      >
        <svg viewBox="0 0 16 16" className="size-3.5 fill-none stroke-current stroke-2" aria-hidden="true">
          <path d="m3 3 10 10M13 3 3 13" strokeLinecap="round" />
        </svg>
      </button>
    </div>
  );
}
