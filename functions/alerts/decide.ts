/** Decides what a recipient is told, from a mark and what is true now. */
import type { AlertMessage } from '#domain/alerts/lines.ts';
import type { Mark } from '#domain/alerts/memory.ts';
import type { Deps } from '#functions/compose.ts';
import type { AlertRecipient } from './recipient-store.ts';

/** What is to be told, and the mark after it. */
export interface Decision {
  /** `null`: nothing is told now. */
  readonly message: AlertMessage | null;
  readonly next: Mark;
  /** When to ask again if nothing happens before; `null`: not at all. */
  readonly wakeAt: number | null;
  /** True when more is left than was read at once. */
  readonly isCut: boolean;
}

/**
 * @param from Where to begin: the recipient's own mark, or the one before a message that did not arrive.
 * @param counted True when the message counts for the day's share already.
 * @returns `null` once the environment is gone.
 */
export declare function decide(
  needs: Deps,
  recipient: AlertRecipient,
  from: Mark,
  counted?: boolean,
): Promise<Decision | null>;

/**
 * Whether everything that a message says of now is still so, and nothing in it became late: then the same bytes may be
 * handed over again.
 * @param writtenAt When its words were written.
 */
export declare function isStillTrue(
  needs: Deps,
  recipient: AlertRecipient,
  message: AlertMessage,
  writtenAt: number,
): Promise<boolean>;
