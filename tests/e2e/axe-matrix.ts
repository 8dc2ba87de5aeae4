/**
 * The windows in which each view is checked: every theme at every width, or a sample that still covers every pair of
 * values (pairwise).
 */
import type { TestScope } from '#tests/support/test-scope.ts';

export const themes = ['light', 'dark'] as const;
export const PHONE_WIDTH = 390;
/** A phone and a desktop, px. */
export const widths = [PHONE_WIDTH, 1440] as const;

export interface Window {
  readonly theme: (typeof themes)[number];
  readonly width: (typeof widths)[number];
}

export const windows: readonly Window[] = themes.flatMap((theme) =>
  widths.map((width) => ({ theme, width })),
);

/** A state that exists at one width only, such as the phone menu. */
interface Sized {
  readonly onlyAt?: Window['width'];
}

/**
 * The windows of a view; `place` is its position among the views. A sample covers both themes and both widths in two
 * windows instead of four; neighbours use opposite pairs, so that both kinds of pair occur.
 */
export function windowsOf({ onlyAt }: Sized, place: number, scope: TestScope): readonly Window[] {
  return windows.filter(({ theme, width }) => {
    if (onlyAt !== undefined) return onlyAt === width;
    if (scope === 'full') return true;
    return (themes.indexOf(theme) + widths.indexOf(width)) % 2 === place % 2;
  });
}
