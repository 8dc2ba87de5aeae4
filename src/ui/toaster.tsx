/**
 * A short message over the page.
 *
 * Own and small: the usual libraries add a <style> element at run time, which the CSP refuses. Errors stay until they
 * are closed or replaced, because people read at different speeds.
 */
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
  return (
    <section
      aria-label="Avisos"
      className="pointer-events-none fixed inset-x-4 top-4 z-50 flex flex-col items-end gap-3 sm:top-auto sm:bottom-6 sm:left-auto sm:w-[26rem]"
    >
      {toast === null ? null : <ToastCard key={toast.id} toast={toast} onClose={onClose} />}
    </section>
  );
}

function roleOf({ tone, isSilent }: Toast): 'alert' | 'status' | undefined {
  if (isSilent) return undefined;
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
