/**
 * A short message over the page.
 *
 * Own and small: the usual libraries add a <style> element at run time, which the CSP refuses. Errors stay until they
 * are closed or replaced or their cause is gone, because people read at different speeds. A message steps to the other
 * edge where it would lie over what has the focus.
 */
import { type RefObject, useEffect, useRef } from 'react';
import { covers } from './covers.ts';

/** What takes an error away: something is typed, or the browser is online again. */
export type ToastCause = 'edit' | 'connection';

export interface Toast {
  readonly title: string;
  /** One paragraph each. */
  readonly lines?: readonly string[];
  readonly tone?: 'error' | 'info';
  /** Without one it stays until it is closed or replaced. */
  readonly endsWith?: ToastCause;
  /**
   * The page says the same and takes focus there: this goes by itself after a while (as `info` always does), is seen
   * only, so that it is heard once, and not on a small screen, where it would lie over the other.
   */
  readonly isRepeated?: boolean;
  readonly link?: { readonly href: string; readonly label: string };
}

export interface ShownToast extends Toast {
  /** Tells a message from an equal one before it, so that it is read out again. */
  readonly id: number;
}

interface ToasterProps {
  readonly toast: ShownToast | null;
  readonly onClose: () => void;
}

/** The corner of the page for messages; there, with its name, also while it is empty. */
export function Toaster({ toast, onClose }: ToasterProps) {
  const place = useRef<HTMLElement>(null);
  useStepAside(place, toast?.id);
  return (
    <section
      ref={place}
      aria-label="Avisos"
      className={`pointer-events-none fixed inset-x-4 top-4 z-50 flex flex-col items-end gap-3 data-aside:top-auto data-aside:bottom-4 sm:top-auto sm:bottom-6 sm:left-auto sm:w-[26rem] sm:data-aside:top-6 sm:data-aside:bottom-auto ${toast?.isRepeated ? 'max-md:hidden [@media(height<30rem)]:hidden' : ''}`}
    >
      {toast === null ? null : <ToastCard key={toast.id} toast={toast} onClose={onClose} />}
    </section>
  );
}

/** Keeps the message off what has the focus; where it would cover that at both edges, it stays at its own. */
function useStepAside(place: RefObject<HTMLElement | null>, id: number | undefined): void {
  useEffect(() => {
    if (id === undefined) return;
    const isInTheWay = (): boolean => {
      const [box, focused] = [place.current, document.activeElement];
      if (box === null || focused === null || focused === document.body || box.contains(focused))
        return false;
      return covers(box.getBoundingClientRect(), focused.getBoundingClientRect());
    };
    const look = (): void => {
      const aside = (isAside: boolean) => place.current?.toggleAttribute('data-aside', isAside);
      aside(false);
      if (!isInTheWay()) return;
      aside(true);
      if (isInTheWay()) aside(false);
    };
    // The browser scrolls to what takes the focus only after telling; look when that is done.
    const later = (): void => {
      requestAnimationFrame(look);
    };
    later();
    document.addEventListener('focusin', later);
    return () => document.removeEventListener('focusin', later);
  }, [place, id]);
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
