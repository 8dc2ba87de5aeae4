/** Sequences that every rehearsal plays first, each with the end that the rules give it. */
import type { Facts } from './facts.ts';
import type { Sequence } from './steps.ts';

export interface KnownSequence {
  readonly name: string;
  readonly sequence: Sequence;
  /** What is wrong with how it ended; empty when it ended as the rules say. */
  readonly problems?: (facts: Facts) => string[];
}

export const knownSequences: readonly KnownSequence[] = [];
