/**
 * The clock of a rehearsal: what is due happens in the order of its time, and nothing else passes. Work may wait by it, as
 * a Worker does after its answer; meanwhile other things happen.
 */

/** Waits by the clock. */
export type Pause = (ms: number) => Promise<void>;

export interface RehearsalClock {
  now(): number;
  /** Does something at a moment, not before now. @returns Calls it off. */
  at(moment: number, work: () => Promise<unknown> | unknown): () => void;
  /** Begins work that waits between its steps. */
  begin(work: (pause: Pause) => Promise<unknown>): void;
  /** Lets everything happen that is due until a moment. */
  advance(until: number): Promise<void>;
}

interface Due {
  readonly at: number;
  readonly turn: number;
  readonly work: () => Promise<unknown> | unknown;
}

/** @param startAt Milliseconds, UTC. @param failed What work that waits breaks off with. */
export function createClock(startAt: number, failed: (error: unknown) => void): RehearsalClock {
  let now = startAt;
  let turn = 0;
  /** Work that neither waits nor has ended. */
  let running = 0;
  let rest: () => void = () => undefined;
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
  const at: RehearsalClock['at'] = (moment, work) => {
    turn += 1;
    const entry = { at: Math.max(now, Math.round(moment)), turn, work };
    due.add(entry);
    return () => due.delete(entry);
  };
  const idle = (): Promise<void> =>
    running === 0
      ? Promise.resolve()
      : new Promise((resolve) => {
          rest = resolve;
        });
  function stop(): void {
    running -= 1;
    if (running === 0) rest();
  }
  const pause: Pause = (ms) =>
    new Promise((resolve) => {
      at(now + ms, () => {
        running += 1;
        resolve();
        return idle();
      });
      stop();
    });

  return {
    now: () => now,
    at,
    begin(work) {
      at(now, () => {
        running += 1;
        work(pause).catch(failed).finally(stop);
        return idle();
      });
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
