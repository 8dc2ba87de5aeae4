/** How a command changes the facts: read, decide, write under the version read; on a version conflict, start again. */
import type { FactChange, Facts } from '#domain/contract/facts.ts';
import { DomainError } from '#domain/errors.ts';
import type { Deps } from '#functions/compose.ts';
import { type Ledger, readLedger, type WrittenWith, writeLedger } from './store.ts';

/** First try, then one per concurrent writer. */
const ROUNDS_MAX = 5;

export interface Decision extends WrittenWith {
  readonly changes: readonly FactChange[];
}

/**
 * Writes the changes that `decide` returns; `null` writes nothing. `decide` may be called again with newer facts, so it
 * must have no side effects.
 * @returns The last decision, and the facts it was based on.
 * @throws DomainError `idempotency-in-progress` when others keep writing; and whatever `decide` throws.
 */
export async function updateLedger<D extends Decision>(
  needs: Pick<Deps, 'db' | 'clock'>,
  orderId: string,
  decide: (facts: Facts, now: number, ledger: Ledger) => D | null | Promise<D | null>,
): Promise<{ decided: D | null; before: Facts }> {
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const ledger = await readLedger(needs.db, orderId);
    const now = needs.clock.now();
    const decided = await decide(ledger.facts, now, ledger);
    if (decided === null) return { decided, before: ledger.facts };
    if (await writeLedger(needs.db, ledger, decided.changes, now, decided))
      return { decided, before: ledger.facts };
  }
  throw new DomainError('idempotency-in-progress');
}
