/** A time that only passes where something waits, so that minutes of many Workers are measured in seconds of one process. */

export interface VirtualTime {
  now(): number;
  /** Waits until then. */
  until(at: number): Promise<void>;
  wait(ms: number): Promise<void>;
  /** Lets time pass until nothing waits any more, or `isOver` says so. */
  pass(isOver: () => boolean): Promise<void>;
}

interface Waiting {
  readonly at: number;
  readonly turn: number;
  readonly wake: () => void;
}

const isEarlier = (one: Waiting, other: Waiting): boolean =>
  one.at < other.at || (one.at === other.at && one.turn < other.turn);

/** @param began Milliseconds, UTC. */
export function createVirtualTime(began: number): VirtualTime {
  let now = began;
  let turns = 0;
  // A heap: the earliest is first, and each is later than the one at half of its place.
  const waiting: Waiting[] = [];
  const at = (place: number): Waiting => waiting[place] as Waiting;
  const swap = (one: number, other: number): void => {
    [waiting[one], waiting[other]] = [at(other), at(one)];
  };

  function add(each: Waiting): void {
    waiting.push(each);
    for (let place = waiting.length - 1; place > 0; ) {
      const above = (place - 1) >> 1;
      if (!isEarlier(at(place), at(above))) return;
      swap(place, above);
      place = above;
    }
  }

  function takeFirst(): Waiting | undefined {
    const [first] = waiting;
    const last = waiting.pop();
    if (first === undefined || last === undefined || waiting.length === 0) return first;
    waiting[0] = last;
    for (let place = 0; ; ) {
      const below = [2 * place + 1, 2 * place + 2].filter((each) => each < waiting.length);
      const [next] = below.toSorted((one, other) => (isEarlier(at(one), at(other)) ? -1 : 1));
      if (next === undefined || !isEarlier(at(next), at(place))) return first;
      swap(place, next);
      place = next;
    }
  }

  const until = (moment: number): Promise<void> =>
    new Promise((wake) => {
      turns += 1;
      add({ at: Math.max(moment, now), turn: turns, wake });
    });
  return {
    now: () => now,
    until,
    wait: (ms) => until(now + ms),
    async pass(isOver) {
      for (;;) {
        // Everything that was woken runs until it waits again.
        await new Promise((resolve) => setImmediate(resolve));
        if (isOver()) return;
        const next = takeFirst();
        if (next === undefined) return;
        now = next.at;
        next.wake();
      }
    },
  };
}
