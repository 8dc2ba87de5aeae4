/** How a command changes the facts: it reads, decides, writes under the version it read, and decides again if that is stale. */
import type { FactChange, Facts } from '#domain/contract/facts.ts';
import { DomainError } from '#domain/errors.ts';
import type { Clock } from '#functions/platform/clock.ts';
import type { Ledger, LedgerStore, WrittenWith } from './ledger-store.ts';

interface Needs {
  readonly ledger: LedgerStore;
  readonly clock: Clock;
}

/** First try, and again after other writers. */
const ROUNDS_MAX = 5;

export interface Decision extends WrittenWith {
  readonly changes: readonly FactChange[];
}

/**
 * Writes what `decide` makes of the facts, `null` for nothing. It may be called again with newer facts, so it changes
 * nothing itself.
 * @returns What was decided last, and the facts it was decided on.
 * @throws DomainError `idempotency-in-progress` when others keep writing; and whatever `decide` throws.
 */
export async function changeFacts<D extends Decision>(
  needs: Needs,
  orderId: string,
  decide: (facts: Facts, now: number, ledger: Ledger) => D | null | Promise<D | null>,
): Promise<{ decided: D | null; before: Facts }> {
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const ledger = await needs.ledger.read(orderId);
    const now = needs.clock.now();
    const decided = await decide(ledger.facts, now, ledger);
    if (decided === null) return { decided, before: ledger.facts };
    if (await needs.ledger.write(ledger, decided.changes, now, decided))
      return { decided, before: ledger.facts };
  }
  throw new DomainError('idempotency-in-progress');
}
