/** Whether an overlay covers another element (WCAG 2.4.11). */

/** Minimum distance between two elements, which includes the focus ring. */
export const CLEARANCE_PX = 12;

/** True when the rectangles overlap or nearly touch. */
export function covers(one: DOMRect, other: DOMRect): boolean {
  return (
    one.left < other.right + CLEARANCE_PX &&
    one.right > other.left - CLEARANCE_PX &&
    one.top < other.bottom + CLEARANCE_PX &&
    one.bottom > other.top - CLEARANCE_PX
  );
}
