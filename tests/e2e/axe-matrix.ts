/**
 * Which views are looked at in which window: every view in every theme at every width, or a sample in which every two
 * values still meet once (pairwise).
 */
import type { TestScope } from '#tests/support/test-scope.ts';

export const themes = ['light', 'dark'] as const;
/** A phone and a desk, px. */
export const widths = [390, 1440] as const;

export interface Window {
  readonly theme: (typeof themes)[number];
  readonly width: (typeof widths)[number];
}

export const windows: readonly Window[] = themes.flatMap((theme) =>
  widths.map((width) => ({ theme, width })),
);

/** Something with a state that may exist at one width only, as the menu of phones does. */
interface Sized {
  readonly onlyAt?: Window['width'];
}

/**
 * The views to be looked at in one window. In the sample a view meets both themes and both widths in two windows
 * instead of four; neighbours take opposite pairs, so that both kinds of pair come up.
 */
export function viewsIn<V extends Sized>(
  window: Window,
  views: readonly V[],
  scope: TestScope,
): readonly V[] {
  return views.filter(({ onlyAt }, place) => {
    if (onlyAt !== undefined) return onlyAt === window.width;
    if (scope === 'full') return true;
    return (themes.indexOf(window.theme) + widths.indexOf(window.width)) % 2 === place % 2;
  });
}
