/** Walks through a page with the Tab key: where the focus stops, and whether it is visible. */
import type { Page } from '@playwright/test';

interface Stop {
  /** Tag, accessible text or id, to identify it in a failure. */
  readonly name: string;
  /** True when something around it changes after the focus has left. */
  readonly isMarked: boolean;
}

export interface Walk {
  readonly stops: readonly Stop[];
  /** Visible, usable elements that were never reached. */
  readonly missed: readonly string[];
  /** True when the focus returned to the first stop or left the page before the limit, so nothing traps it. */
  readonly isFree: boolean;
}

/** More stops than any of our pages has. */
const STOPS_MAX = 250;

interface WalkState {
  seen: Set<Element>;
  last: { element: Element; look: string } | null;
}
type WalkWindow = typeof globalThis & { focusWalk: WalkState };

/** Walks from the current focus to the end of the page. */
export async function walkByTab(page: Page): Promise<Walk> {
  await page.evaluate(() => {
    (globalThis as WalkWindow).focusWalk = { seen: new Set(), last: null };
  });
  const marked: boolean[] = [];
  const names: string[] = [];
  let isFree = false;
  for (let turn = 0; turn < STOPS_MAX && !isFree; turn += 1) {
    await page.keyboard.press('Tab');
    const step = await page.evaluate(lookAtFocus);
    if (step.wasMarked !== null) marked.push(step.wasMarked);
    isFree = step.name === null;
    if (step.name !== null) names.push(step.name);
  }
  return {
    stops: names.map((name, place) => ({ name, isMarked: marked[place] ?? true })),
    missed: await page.evaluate(findMissed),
    isFree,
  };
}

/** In the page: the focused element, and whether the previous one now looks different. */
function lookAtFocus(): { name: string | null; wasMarked: boolean | null } {
  const state = (globalThis as WalkWindow).focusWalk;
  const lookOf = (element: Element): string => {
    const label = element instanceof HTMLInputElement ? (element.labels?.[0] ?? null) : null;
    const around = [
      element,
      element.parentElement,
      element.nextElementSibling,
      label,
      label?.firstElementChild,
    ];
    return around
      .flatMap((each) => (each ? [getComputedStyle(each), getComputedStyle(each, '::after')] : []))
      .map((style) => [style.outline, style.boxShadow, style.borderColor, style.backgroundColor].join())
      .join(';');
  };
  const wasMarked = state.last ? lookOf(state.last.element) !== state.last.look : null;
  const focused = document.activeElement;
  if (focused === null || focused === document.body || state.seen.has(focused)) {
    state.last = null;
    return { name: null, wasMarked };
  }
  state.seen.add(focused);
  state.last = { element: focused, look: lookOf(focused) };
  const text = focused.getAttribute('aria-label') ?? focused.textContent?.trim().slice(0, 40);
  return { name: `${focused.localName} ${text || focused.id}`, wasMarked };
}

/** In the page: the elements that the walk should have reached; of a radio group, one. */
function findMissed(): string[] {
  const { seen } = (globalThis as WalkWindow).focusWalk;
  const usable = document.querySelectorAll<HTMLElement>(
    'a[href], button, input, select, textarea, summary, [tabindex="0"]',
  );
  return [...usable]
    .filter(
      (element) =>
        element.checkVisibility({ visibilityProperty: true }) &&
        !element.matches(':disabled, [tabindex="-1"], [inert] *, [inert], astro-dev-toolbar *'),
    )
    .filter((element) => {
      if (element instanceof HTMLInputElement && element.type === 'radio')
        return ![...seen].some((each) => each instanceof HTMLInputElement && each.name === element.name);
      return !seen.has(element);
    })
    .map((element) => element.outerHTML.slice(0, 120));
}
