/** What a kind of due work is: its name, its handler, and its limits. */
import type { Sql } from '#functions/platform/db.ts';

/** A claimed piece of work. */
export interface WorkItem {
  readonly kind: string;
  /** The key of the row that the handler reads. */
  readonly key: string;
  readonly orderId: string | null;
  readonly cluster: string;
  /** Tries since the last success, this one included. */
  readonly attempts: number;
  /** When the first of them began. */
  readonly triedSince: number;
  /** When the work was first asked for. */
  readonly createdAt: number;
  /** From when on it was to be done. */
  readonly dueAt: number;
}

/** What a handler returns when the same work is due again later. */
export interface Again {
  /** Milliseconds, UTC. */
  readonly againAt: number;
}

/** Thrown by a handler that has to be run again, although nothing failed: the reason is for operators. */
export class Unfinished extends Error {
  override readonly name = 'Unfinished';
}

/** Renews the lease of an item with a short one. */
export type KeepLease = () => Promise<void>;

/** What becomes of an item that was run with others: due again, failed with an error, or done. */
export type Outcome = Again | Error | null;

/** What is common to all kinds of work. */
interface CommonKind<Needs> {
  /** The name in the table. */
  readonly kind: string;
  /** The name in the operators' list. */
  readonly title: string;
  /** Items per run; with `isPerCluster`, of each cluster. */
  readonly perRun: number;
  /** True for calls to a cluster or its environments: one that is down holds up no other. */
  readonly isPerCluster?: true;
  /** True when an item that fails for minutes means that the service is not ready. */
  readonly isUrgent?: true;
  /** SQL: what goes first among the items that are due, by columns of `entries`, which are rows of `work`; 0 before 1. */
  readonly first?: Sql;
  /** True when a run continues until nothing is due, for as long as a run may take. */
  readonly isDrained?: true;
  /** How long such a run goes on claiming, and how often; 40 s by default, without a bound. */
  readonly drained?: { readonly forMs: number; readonly claims: number };
  /** True for a kind with one item that always exists; its handler says when it is due again. */
  readonly isAlways?: true;
  /** Longest pause between two tries; an hour by default. */
  readonly retryWithinMs?: number;
  /**
   * How long a worker has an item, where that must be short: after a crash nobody else takes it for so long. The handler
   * calls `keep` before each step that may take a while.
   */
  readonly leaseMs?: number;
  /** Called after each failure of an item that has failed for a day. */
  readonly onStuck?: (needs: Needs, item: WorkItem) => Promise<unknown>;
}

/** Renews the leases of items that were claimed together. @returns Keys of those that are still held. */
export type KeepLeases = () => Promise<ReadonlySet<string>>;

/**
 * A kind of work. It is run at least once, so its handler must be safe to repeat at any point: it reads its row, and does
 * nothing when there is nothing left to do.
 */
export interface WorkKind<Needs> extends CommonKind<Needs> {
  /**
   * Does the work. What it throws is retried with a growing pause.
   * @param keep Renews the lease; throws when another worker took the item.
   */
  // biome-ignore lint/suspicious/noConfusingVoidType: most handlers return nothing.
  run(needs: Needs, item: WorkItem, keep: KeepLease): Promise<Again | void>;
}

/** A kind whose items are cheaper together; as safe to repeat as `WorkKind`. */
export interface GroupWorkKind<Needs> extends CommonKind<Needs> {
  /**
   * Does the work of all items of a claim.
   * @param keep Renews the leases, and says which items are still held: what another worker took meanwhile is that worker's.
   * @returns By key, what is not done.
   */
  runTogether(
    needs: Needs,
    items: readonly WorkItem[],
    keep: KeepLeases,
  ): Promise<ReadonlyMap<string, Outcome>>;
}

export type AnyWorkKind<Needs> = WorkKind<Needs> | GroupWorkKind<Needs>;

/** Defines a kind of work beside its handler; functions/work.ts lists all of them. */
export const defineWork = <Needs>(kind: WorkKind<Needs>): WorkKind<Needs> => kind;
