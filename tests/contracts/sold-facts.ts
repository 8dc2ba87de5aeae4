/** What the outside saw of the card, the people, the monitors, the notas fiscais, and of accounts that are gone: plain data. */
import type { PlanId } from '#domain/plans/ids.ts';

/** A card that was given for an account, in any way. */
export interface GivenCard {
  readonly day: string;
  readonly account: number;
  /**
   * `changed`: by a change that was answered as done. `refused`: by one that was refused. `open`: by one of which nobody
   * knows how it ends. `other`: in another way, with a plan or on a page.
   */
  readonly end: 'changed' | 'refused' | 'open' | 'other';
  /** The subscription that renews, and its card before and after; last four digits. */
  readonly subscription: string | null;
  readonly card: string;
  readonly before: string | null;
  readonly after: string | null;
  /** Charges that the change itself confirmed or made, beside the late one that it was to pay. */
  readonly charged: readonly string[];
}

/** A nota fiscal at the processor. */
export interface Note {
  readonly id: string;
  readonly charge: string;
  /** Issued or on its way; false once it is cancelled or was refused. */
  readonly isInForce: boolean;
}

export interface Team {
  readonly account: number;
  readonly seats: number;
  /** Members with access, beside the owner; by e-mail. */
  readonly active: readonly string[];
  /** Last day before the newest beyond the seats lose access. */
  readonly overUntil: string | null;
  /** Who is let in, by e-mail, the owner too; `null` while the environment does not run. */
  readonly onList: readonly string[] | null;
  readonly inGroup: readonly string[];
  readonly owner: string;
}

/** The monitors of an environment after a step, while it answers. */
export interface SeenMonitors {
  readonly day: string;
  readonly account: number;
  readonly quietDays: number;
  readonly plan: PlanId;
  readonly limit: number;
  readonly leastInterval: number;
  readonly running: readonly number[];
  /** Paused by the customer. */
  readonly ownPaused: readonly number[];
  /** Paused by us, as the account is told. */
  readonly held: readonly number[];
  readonly intervals: readonly {
    readonly id: number;
    readonly chosen: number;
    readonly now: number;
    /** What we say that it was before we raised it; `null` for one that we did not raise. */
    readonly raisedFrom: number | null;
  }[];
  readonly isOver: boolean;
  /** Day on which what is over has its consequence; `null` where that is now. */
  readonly until: string | null;
  /** How often the customer paused monitors or let them run. */
  readonly moves: number;
}

export interface SoldFacts {
  readonly cards: readonly GivenCard[];
  /** Last four digits of the card that paid a charge. */
  readonly chargedTo: ReadonlyMap<string, string>;
  /** What the account page says of the card, and what the subscription that renews charges. */
  readonly card: { readonly told: string; readonly held: string } | null;
  readonly notes: readonly Note[];
  readonly team: Team | null;
  readonly monitors: readonly SeenMonitors[];
  /** Steps after which somebody beside the owner had access, and those with more of them than seats. */
  readonly teams: number;
  readonly teamsOver: number;
  /** Accounts that their person has deleted. */
  readonly selfErased: number;
  /** Rows about an account that was erased which nothing keeps. */
  readonly left: readonly string[];
}

export const nothingSold: SoldFacts = {
  ...{ cards: [], chargedTo: new Map(), card: null, notes: [], team: null, monitors: [], left: [] },
  ...{ teams: 0, teamsOver: 0, selfErased: 0 },
};
