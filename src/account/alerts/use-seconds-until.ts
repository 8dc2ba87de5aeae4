/** A countdown to a moment of the server's clock. */
import { useEffect, useState } from 'react';

interface Countdown {
  readonly at: number | null;
  /** When it ends on this machine's clock. */
  readonly end: number;
  readonly now: number;
}

/** The clock here may be behind the server's: nobody waits longer than `mostSeconds` from when the moment was learnt. */
function begin(at: number | null, mostSeconds: number): Countdown {
  const now = Date.now();
  return { at, now, end: at === null ? now : Math.min(at, now + mostSeconds * 1000) };
}

/**
 * Whole seconds that are left; 0 once the moment has come.
 * @param at Milliseconds, UTC; `null`: it has come.
 */
export function useSecondsUntil(at: number | null, mostSeconds: number): number {
  const [count, setCount] = useState(() => begin(at, mostSeconds));
  if (count.at !== at) setCount(begin(at, mostSeconds));
  const { end } = count;
  const isOver = count.now >= end;
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => setCount((before) => ({ ...before, now: Date.now() })), 1000);
    return () => clearInterval(timer);
  }, [isOver]);
  return isOver ? 0 : Math.ceil((end - count.now) / 1000);
}
