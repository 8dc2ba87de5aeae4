/**
 * In which windows each view is looked at: every theme at every width, or a sample in which every two values still meet
 * once (pairwise).
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
 * Where a view is looked at; `place` is its position among the views. In the sample it meets both themes and both widths
 * in two windows instead of four; neighbours take opposite pairs, so that both kinds of pair come up.
 */
export function windowsOf({ onlyAt }: Sized, place: number, scope: TestScope): readonly Window[] {
  return windows.filter(({ theme, width }) => {
    if (onlyAt !== undefined) return onlyAt === width;
    if (scope === 'full') return true;
    return (themes.indexOf(theme) + widths.indexOf(width)) % 2 === place % 2;
  });
}
