/**
 * Tracks which slide of a scrolling row is in front, and scrolls to others.
 *
 * The row is the page's own, and the browser scrolls it (swipe, wheel, scroll-snap).
 */
import { type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';

/** Arrow keys turn it wherever the focus is inside. */
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/**
 * @param inside Any element in the carousel's `data-island`, which contains the row, marked `data-slides`.
 * @param onTurn Told each slide that somebody asked for by a step.
 */
export function useCarousel(
  inside: RefObject<Element | null>,
  count: number,
  onTurn: (index: number) => void,
) {
  const [index, setIndex] = useState(0);
  /** Where the row is going; slides passed on the way are ignored. */
  const target = useRef<number | null>(null);

  function show(next: number): void {
    const row = rowAround(inside.current);
    target.current = next;
    setIndex(next);
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    row?.scrollTo({ left: geometry(row).starts[next] ?? 0, behavior: isStill ? 'instant' : 'smooth' });
  }

  function move(step: number): void {
    const next = stepped(index, step, count);
    show(next);
    onTurn(next);
  }

  const onFocused = useEffectEvent((place: number) => show(place));
  const onStep = useEffectEvent((step: number) => move(step));

  // Before the browser goes on, because a press may be repeated at once (lib/client-press.ts).
  useLayoutEffect(() => {
    const row = rowAround(inside.current);
    const carousel = row?.closest<HTMLElement>('[data-island]');
    if (!row || !carousel) return;
    const listening = new AbortController();
    const { signal } = listening;
    const follow = (): void => {
      const front = frontSlide(geometry(row));
      if (target.current !== null && target.current !== front) return;
      target.current = null;
      setIndex(front);
    };
    const rest = (): void => {
      target.current = null;
    };
    const showFocused = (): void => {
      const focused = document.activeElement;
      // Ignore focus from a pointer, which should not scroll.
      if (focused?.matches(':focus-visible') !== true) return;
      const place = [...row.children].findIndex((slide) => slide.contains(focused));
      // After the browser's own scrolling, which often shows it only partly.
      if (place !== -1) requestAnimationFrame(() => onFocused(place));
    };
    const turn = (event: KeyboardEvent): void => {
      const step = STEPS[event.key];
      const isInDialog = event.target instanceof Element && event.target.closest('dialog') !== null;
      if (step === undefined || isInDialog || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      onStep(step);
    };
    // It may have been scrolled, and the focus may be inside, before this code came.
    follow();
    showFocused();
    carousel.addEventListener('keydown', turn, { signal });
    row.addEventListener('focusin', showFocused, { signal });
    row.addEventListener('scroll', follow, { signal, passive: true });
    for (const type of ['scrollend', 'pointerdown', 'wheel'])
      row.addEventListener(type, rest, { signal, passive: true });
    return () => listening.abort();
  }, [inside]);

  return { index, show, move };
}

function rowAround(element: Element | null): HTMLElement | null {
  return element?.closest('[data-island]')?.querySelector<HTMLElement>('[data-slides]') ?? null;
}

function geometry(row: HTMLElement): RowGeometry {
  const first = row.children[0];
  const origin = first instanceof HTMLElement ? first.offsetLeft : 0;
  return {
    scrollLeft: row.scrollLeft,
    scrollMax: row.scrollWidth - row.clientWidth,
    starts: [...row.children].map((slide) => (slide instanceof HTMLElement ? slide.offsetLeft - origin : 0)),
  };
}

/** The slide `step` away, wrapping around. */
export function stepped(index: number, step: number, count: number): number {
  return (((index + step) % count) + count) % count;
}

/** Measurements of the row. */
interface RowGeometry {
  readonly scrollLeft: number;
  /** Maximum scroll distance. */
  readonly scrollMax: number;
  /** Scroll distance that brings each slide to the front. */
  readonly starts: readonly number[];
}

/** The slide in front; the last one at the end of the row, because it may never reach the front. */
export function frontSlide({ scrollLeft, scrollMax, starts }: RowGeometry): number {
  if (starts.length > 1 && scrollMax > 0 && scrollLeft >= scrollMax - 1) return starts.length - 1;
  let nearest = 0;
  for (const [index, start] of starts.entries()) {
    if (Math.abs(start - scrollLeft) < Math.abs((starts[nearest] ?? 0) - scrollLeft)) nearest = index;
  }
  return nearest;
}
