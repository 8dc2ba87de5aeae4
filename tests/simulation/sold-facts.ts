/** What was visible from outside of cards, people, monitors, notas fiscais, and deleted accounts, as plain data. */
import type { PlanId } from '#domain/plans/ids.ts';

/** A card given for an account, in any way. */
export interface GivenCard {
  readonly day: string;
  readonly account: number;
  /**
   * `changed`: by a successful change. `refused`: by a refused one. `open`: by one with an unknown result. `other`: in
   * another way, with a plan or on a page.
   */
  readonly end: 'changed' | 'refused' | 'open' | 'other';
  /** The subscription that renews, and its card before and after; last four digits. */
  readonly subscription: string | null;
  readonly card: string;
  readonly before: string | null;
  readonly after: string | null;
  /** Charges that the change itself confirmed or created, except the late one that it was to pay. */
  readonly charged: readonly string[];
}

/** A nota fiscal at the processor. */
export interface Note {
  readonly id: string;
  readonly charge: string;
  /** Issued or pending; false when cancelled or refused. */
  readonly isInForce: boolean;
}

export interface Team {
  readonly account: number;
  readonly seats: number;
  /** E-mails of members with access, without the owner. */
  readonly active: readonly string[];
  /** Last day before the newest members beyond the seats lose access. */
  readonly overUntil: string | null;
  /** E-mails of admitted people, the owner included; `null` while the environment does not run. */
  readonly onList: readonly string[] | null;
  readonly inGroup: readonly string[];
  readonly owner: string;
}

/** The monitors of an environment after a step, if it answers. */
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
  /** Paused by us, as the account page shows. */
  readonly pausedByUs: readonly number[];
  readonly intervals: readonly {
    readonly id: number;
    readonly chosen: number;
    readonly now: number;
    /** The original interval, as we report it; `null` if we did not raise it. */
    readonly raisedFrom: number | null;
  }[];
  readonly isOver: boolean;
  /** Day on which the excess is enforced; `null` for now. */
  readonly until: string | null;
  /** What a program did in the last step that resumed what we paused: rounds, and those with too many running. */
  readonly insisted: { readonly rounds: number; readonly roundsOver: number } | null;
  /** Mails about adjusted monitors on this day. */
  readonly mailsToday: number;
  /** How often the customer paused or resumed monitors. */
  readonly moves: number;
}

/** The environment after a step, whether or not it runs. */
export interface SeenSleep {
  readonly day: string;
  readonly account: number;
  readonly plan: PlanId;
  /** As its application says. */
  readonly isAsleep: boolean;
  /** Monitors that are switched on in its volume. */
  readonly running: number;
  /** Its monitors, as they are in its volume. */
  readonly volume: string;
  /** True when this step woke it. */
  readonly isWoken: boolean;
}

/** Who deletes the own account. `member`: has accepted an invitation, and may have left or been removed since. */
export type Deleter = 'owner' | 'member' | 'invited';

/** A deletion that a person requested. */
export interface Deletion {
  readonly who: Deleter;
  readonly since: string;
  /** When it may be carried out. */
  readonly dueOn: string;
  readonly endedOn: string | null;
  /** Number of steps after that day, each with the scheduled work done. */
  readonly looks: number;
}

export interface SoldFacts {
  readonly cards: readonly GivenCard[];
  /** Last four digits of the card that paid a charge. */
  readonly chargedTo: ReadonlyMap<string, string>;
  /** The card on the account page, and the card of the subscription that renews. */
  readonly card: { readonly shown: string; readonly charged: string } | null;
  readonly notes: readonly Note[];
  readonly team: Team | null;
  readonly monitors: readonly SeenMonitors[];
  readonly sleeps: readonly SeenSleep[];
  /** Number of steps after which members had access, and of those with more members than seats. */
  readonly teams: number;
  readonly teamsOver: number;
  /** Number of accounts that their person deleted. */
  readonly selfErased: number;
  readonly deletions: readonly Deletion[];
  /** Rows about a deleted account that no entry keeps. */
  readonly left: readonly string[];
}
