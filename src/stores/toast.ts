/** The short message over the page: one at a time, shown by features/toasts. */
import { atom } from 'nanostores';
import type { ShownToast, Toast } from '#ui/toaster.tsx';

const BRIEF_MS = 8_000;

export const $toast = atom<ShownToast | null>(null);

let lastId = 0;

/** Shows a message in place of the one before it. */
export function showToast(toast: Toast): void {
  lastId += 1;
  const shown = { ...toast, id: lastId };
  $toast.set(shown);
  if (toast.tone !== 'info' && !toast.isBrief) return;
  setTimeout(() => $toast.get() === shown && clearToast(), BRIEF_MS);
}

export function clearToast(): void {
  $toast.set(null);
}
