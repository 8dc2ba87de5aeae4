/** Marks a pressed control as busy while its code is loading (styles/base.css). */
const PENDING = 'data-pending';

/** The style appears after a short delay, so that a quick load does not flicker. */
export function showPending(target: Element): void {
  target.closest('a, button')?.setAttribute(PENDING, '');
}

export function showReleased(within: ParentNode): void {
  for (const control of within.querySelectorAll(`[${PENDING}]`)) control.removeAttribute(PENDING);
}
