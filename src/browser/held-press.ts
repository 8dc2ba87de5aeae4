/** Marks a pressed control as busy while its code is loading (styles/base.css). */
const HELD = 'data-held';

/** The style appears after a short delay, so that a quick load does not flicker. */
export function showHeld(target: Element): void {
  target.closest('a, button')?.setAttribute(HELD, '');
}

export function showReleased(within: ParentNode): void {
  for (const control of within.querySelectorAll(`[${HELD}]`)) control.removeAttribute(HELD);
}
