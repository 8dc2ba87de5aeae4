/** The clock of a rehearsal: what is due happens in the order of its time, and nothing else passes. */

export interface RehearsalClock {
  now(): number;
  /** Does something at a moment, not before now. @returns Calls it off. */
  at(moment: number, work: () => Promise<unknown> | unknown): () => void;
  /** Lets everything happen that is due until a moment. */
  advance(until: number): Promise<void>;
}

interface Due {
  readonly at: number;
  readonly turn: number;
  readonly work: () => Promise<unknown> | unknown;
}

/** @param startAt Milliseconds, UTC. */
export function createClock(startAt: number): RehearsalClock {
  let now = startAt;
  let turn = 0;
  const due = new Set<Due>();
  const next = (until: number): Due | null => {
    let found: Due | null = null;
    for (const each of due)
      if (
        each.at <= until &&
        (found === null || each.at < found.at || (each.at === found.at && each.turn < found.turn))
      )
        found = each;
    return found;
  };
  return {
    now: () => now,
    at(moment, work) {
      turn += 1;
      const entry = { at: Math.max(now, Math.round(moment)), turn, work };
      due.add(entry);
      return () => due.delete(entry);
    },
    async advance(until) {
      for (let entry = next(until); entry !== null; entry = next(until)) {
        due.delete(entry);
        now = Math.max(now, entry.at);
        await entry.work();
      }
      now = Math.max(now, Math.round(until));
    },
  };
}
