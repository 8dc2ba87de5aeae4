/**
 * The windows in which each view is checked: every theme at every width, or a sample in which every page is still seen in
 * both themes and at both widths.
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

/** In an order in which neighbours share neither theme nor width. */
export const windows = [
  { theme: 'light', width: 390 },
  { theme: 'dark', width: 1440 },
  { theme: 'dark', width: 390 },
  { theme: 'light', width: 1440 },
] as const satisfies readonly Window[];

/** A state of a page. */
interface Placed {
  readonly path: string;
  /** A state that exists at one width only, such as the phone menu. */
  readonly onlyAt?: Window['width'];
}

const pageOf = ({ path }: Placed): string => path.split(/[?#]/)[0] ?? path;

/** The windows by turns. */
export const windowAt = (place: number): Window => windows[place % windows.length] ?? windows[0];

/**
 * The windows of each view. A sample opens the states of a page in one window each, so that two states cover both themes
 * and both widths, and four of them every pair; a page with one state gets two windows, and a state of one width both
 * themes.
 */
export function windowsOf(views: readonly Placed[], scope: TestScope): readonly (readonly Window[])[] {
  const pages = [...new Set(views.map(pageOf))];
  const states = new Map<string, number>();
  return views.map((view) => {
    if (view.onlyAt !== undefined) return windows.filter(({ width }) => width === view.onlyAt);
    if (scope === 'full') return windows;
    const page = pageOf(view);
    const state = states.get(page) ?? 0;
    states.set(page, state + 1);
    const isAlone = views.filter((each) => pageOf(each) === page && each.onlyAt === undefined).length === 1;
    // Every second page begins with the other two windows.
    const first = 2 * (pages.indexOf(page) % 2) + state;
    return isAlone ? [windowAt(first), windowAt(first + 1)] : [windowAt(first)];
  });
}
