/** Shows on what was pressed that something is coming, while its code is on the way (styles/base.css). */
const HELD = 'data-held';

/** At once; on screen a moment later, so that a quick answer does not flicker. */
export function showHeld(target: Element): void {
  target.closest('a, button')?.setAttribute(HELD, '');
}

export function showReleased(within: ParentNode): void {
  for (const control of within.querySelectorAll(`[${HELD}]`)) control.removeAttribute(HELD);
}
