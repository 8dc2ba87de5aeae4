/**
 * Short messages over the page, one at a time, shown by form/toasts.tsx.
 *
 * Rules for messages: an error disappears with its cause (`endsWith`), never covers the focused element (ui/toaster.tsx
 * moves aside) and is not announced twice (`isRepeated`). For waiting, see ui/waiting.tsx.
 */
import { atom } from 'nanostores';
import type { ShownToast, Toast, ToastCause } from '#ui/toaster.tsx';

const BRIEF_MS = 8_000;

export const $toast = atom<ShownToast | null>(null);

let lastId = 0;

/** Shows a message and replaces the one before. */
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

/** Removes the message if it has this cause. */
export function endToast(cause: ToastCause): void {
  if ($toast.get()?.endsWith === cause) clearToast();
}

if (typeof window !== 'undefined') window.addEventListener('online', () => endToast('connection'));
