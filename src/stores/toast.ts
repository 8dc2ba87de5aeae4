/**
 * The short message over the page: one at a time, shown by features/toasts.
 *
 * The rule for everything that a page tells, of which this is the part for toasts: an error goes when its cause is gone
 * (`endsWith`), covers nothing that it speaks about (ui/toaster.tsx steps aside) and is not said twice (`isRepeated`).
 * The part for what is waited for is ui/waiting.tsx.
 */
import { atom } from 'nanostores';
import type { ShownToast, Toast, ToastCause } from '#ui/toaster.tsx';

const BRIEF_MS = 8_000;

export const $toast = atom<ShownToast | null>(null);

let lastId = 0;

/** Shows a message in place of the one before it. */
export function showToast(toast: Toast): void {
  lastId += 1;
  const shown = { ...toast, id: lastId };
  $toast.set(shown);
  if (toast.tone !== 'info' && !toast.isRepeated) return;
  setTimeout(() => $toast.get() === shown && clearToast(), BRIEF_MS);
}

export function clearToast(): void {
  $toast.set(null);
}

/** Takes away a message whose cause is gone; any other stays. */
export function endToast(cause: ToastCause): void {
  if ($toast.get()?.endsWith === cause) clearToast();
}

if (typeof window !== 'undefined') window.addEventListener('online', () => endToast('connection'));
