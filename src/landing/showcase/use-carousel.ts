/**
 * Tracks which slide of a scrolling row is in front, and scrolls to others.
 *
 * The browser does the scrolling (swipe, wheel, scroll-snap).
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import { frontSlide, stepped, type TrackGeometry } from './position.ts';

/** @param root Contains the row, marked `data-track`. */
export function useCarousel(root: HTMLElement | null, count: number) {
  const [index, setIndex] = useState(0);
  /** Target of a click; slides passed on the way are ignored. */
  const target = useRef<number | null>(null);

  const showIn = useCallback((track: HTMLElement, next: number): void => {
    target.current = next;
    setIndex(next);
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    track.scrollTo({ left: geometry(track).starts[next] ?? 0, behavior: isStill ? 'instant' : 'smooth' });
  }, []);

  useEffect(() => {
    const track = trackIn(root);
    if (track === null) return;
    const follow = (): void => {
      const front = frontSlide(geometry(track));
      if (target.current !== null && target.current !== front) return;
      target.current = null;
      setIndex(front);
    };
    const takeOver = (): void => {
      target.current = null;
    };
    const showFocused = (): void => {
      const focused = document.activeElement;
      // Ignore focus from a pointer, which should not scroll.
      if (focused?.matches(':focus-visible') !== true) return;
      const place = [...track.children].findIndex((slide) => slide.contains(focused));
      // After the browser's own scrolling, which often shows it only partly.
      if (place !== -1) requestAnimationFrame(() => showIn(track, place));
    };
    follow();
    // The focus may already be inside before this code has loaded.
    showFocused();
    track.addEventListener('focusin', showFocused);
    track.addEventListener('scroll', follow, { passive: true });
    track.addEventListener('scrollend', takeOver);
    track.addEventListener('pointerdown', takeOver);
    track.addEventListener('wheel', takeOver, { passive: true });
    return () => {
      track.removeEventListener('focusin', showFocused);
      track.removeEventListener('scroll', follow);
      track.removeEventListener('scrollend', takeOver);
      track.removeEventListener('pointerdown', takeOver);
      track.removeEventListener('wheel', takeOver);
    };
  }, [root, showIn]);

  function show(next: number): void {
    const track = trackIn(root);
    if (track !== null) showIn(track, next);
  }

  return { index, show, move: (step: number) => show(stepped(index, step, count)) };
}

function trackIn(root: HTMLElement | null): HTMLElement | null {
  return root?.querySelector<HTMLElement>('[data-track]') ?? null;
}

function geometry(track: HTMLElement): TrackGeometry {
  const first = track.children[0];
  const origin = first instanceof HTMLElement ? first.offsetLeft : 0;
  return {
    scrollLeft: track.scrollLeft,
    scrollMax: track.scrollWidth - track.clientWidth,
    starts: [...track.children].map((slide) =>
      slide instanceof HTMLElement ? slide.offsetLeft - origin : 0,
    ),
  };
}
