/** Making a thing once: it is looked up first, the intent is kept before the call, and the id right after it. */
import { CloudflareRefusal } from './cloudflare.ts';
import type { Made } from './state.ts';

/** What every part of the making needs. */
export interface Making {
  readonly made: () => Made;
  /** Keeps ids at once. */
  readonly keep: (more: Partial<Made>) => void;
  readonly say: (line: string) => void;
  /** Nothing is made, and what would be is said. */
  readonly isDry: boolean;
}

interface Thing<T> {
  /** Name of the intent in `begun`. */
  readonly mark: string;
  /** As the operator reads it: `o banco D1 "vigia"`. */
  readonly what: string;
  /** The thing as it is there; `null` when it is not. */
  readonly find: () => Promise<T | null>;
  readonly make: () => Promise<T>;
  /** Called for what is there and that this folder did not make; throws for what may be somebody else's. */
  readonly adopt?: (found: T) => void;
}

/** @returns The thing; `null` in a dry run where it is still to be made. */
export async function once<T>(
  making: Making,
  { mark, what, find, make, adopt }: Thing<T>,
): Promise<T | null> {
  const there = await find();
  if (there !== null) {
    if (!making.made().begun.includes(mark)) {
      adopt?.(there);
      making.say(`  ✓  ${what}: já existia, e é usado.`);
    }
    return there;
  }
  if (making.isDry) {
    making.say(`  →  faria ${what}.`);
    return null;
  }
  const { begun } = making.made();
  if (!begun.includes(mark)) making.keep({ begun: [...begun, mark] });
  try {
    const thing = await make();
    making.say(`  ✓  ${what}: feito.`);
    return thing;
  } catch (error) {
    // Somebody, or the run before this one, was faster than the list that said it is not there.
    if (!(error instanceof CloudflareRefusal) || !error.isTaken) throw error;
    const found = await find();
    if (found === null) throw error;
    return found;
  }
}
