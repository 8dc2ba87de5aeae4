/** Whether something over the page lies on what is being used (WCAG 2.4.11). */

/** Room between two elements, with the ring of a focused one. */
export const CLEARANCE_PX = 12;

/** True when `one` lies over `other`, or nearly so. */
export function covers(one: DOMRect, other: DOMRect): boolean {
  return (
    one.left < other.right + CLEARANCE_PX &&
    one.right > other.left - CLEARANCE_PX &&
    one.top < other.bottom + CLEARANCE_PX &&
    one.bottom > other.top - CLEARANCE_PX
  );
}
