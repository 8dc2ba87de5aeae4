/**
 * What a provider's answer to one message means. One refusal is a fact about that message, not about the world: only what
 * the tables say (mail/mail-answers.ts, telegram/chat-answers.ts; docs/alerts.md) ends a recipient or stops a provider.
 */

/** Names of answers, for rows and pages; functions/alerts/delivery-words.ts has the words. */
export type AnswerCode =
  // About one recipient
  | 'address'
  | 'chat-missing'
  | 'chat-gone'
  | 'chat-rights'
  | 'chat-refuses'
  | 'chat-pause'
  | 'channel-missing'
  | 'channel-closed'
  | 'channel-off'
  | 'channel-pause'
  | 'channel-forum'
  // About one message
  | 'content'
  | 'thread'
  | 'key-format'
  | 'key-used'
  | 'key-busy'
  | `unlisted-${number}`
  // About the provider
  | 'credentials'
  | 'sender-domain'
  | 'sender'
  | 'endpoint'
  | 'quota'
  | 'rate'
  | 'banned'
  | 'unreachable';

export type Meaning =
  /** Accepted: handed over, which is not yet delivered. */
  | { readonly kind: 'sent' }
  /** This message is never accepted; its recipient stays. */
  | {
      readonly kind: 'message-refused';
      readonly code: AnswerCode;
      /** The same answer so many times in a row, over so long, ends the recipient. */
      readonly endsAfter?: { readonly times: number; readonly overMs: number };
      /** The same answer about several recipients is about us: the provider waits then. */
      readonly mayBeOurs?: true;
      /** A defect of ours, of which the operators hear at once. */
      readonly isDefect?: true;
    }
  /** Nothing arrives there any more. */
  | { readonly kind: 'recipient-ended'; readonly code: AnswerCode }
  /** This recipient is asked again after a while, up to a bound. */
  | {
      readonly kind: 'recipient-waits';
      readonly code: AnswerCode;
      readonly ms: number;
      /** After so long the message is refused, and the recipient stays. */
      readonly refusedAfterMs?: number;
      /** After so many waits of one message the recipient ends. */
      readonly endsAfterWaits?: number;
      /** But not before it has waited so long. */
      readonly endsAfterMs?: number;
      /** The owner and the others are told once that messages do not arrive there. */
      readonly isToldToOthers?: true;
    }
  /** Too many at once to this recipient; of several within moments, too many at once altogether. */
  | { readonly kind: 'recipient-paused'; readonly code: AnswerCode; readonly ms: number }
  /** Nothing goes to anyone for a while. Operators are called after `pageAfterMs`, 0: at once. */
  | {
      readonly kind: 'provider-waits';
      readonly code: AnswerCode;
      readonly ms: number;
      readonly pageAfterMs: number;
    }
  /** Nobody knows whether it was accepted: the same bytes go again under the same key. */
  | { readonly kind: 'unclear'; readonly code: AnswerCode /** Fixed pause. */; readonly ms?: number }
  /** An earlier try was accepted, and this one differs from it. */
  | { readonly kind: 'maybe-sent'; readonly code: AnswerCode }
  /** The chat has another number now. */
  | { readonly kind: 'moved'; readonly chat: string };

/** An answer as a provider writes it. */
export interface SampleAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** A row of a provider's table; the first one that fits an answer decides. */
export interface AnswerRow {
  /** What the row is about, in English. */
  readonly name: string;
  /** Answers of this row, as the provider writes them; tests and rehearsals draw from them. */
  readonly samples: readonly [SampleAnswer, ...SampleAnswer[]];
  readonly statuses: readonly number[];
  /** Names of errors; any without it. */
  readonly errors?: readonly string[];
  /** What the error's text says; anything without it. */
  readonly says?: RegExp;
  readonly meaning: Meaning;
}

/** A provider that is in trouble so long calls a person. */
export const PAGE_AFTER_MS = 5 * 60_000;
const MINUTE_MS = 60_000;
/** Pause of a provider that refuses us: it is asked again so often. */
export const REFUSED_PAUSE_MS = MINUTE_MS;
export const QUOTA_PAUSE_MS = 10 * MINUTE_MS;
/** A provider that asks everyone to wait is asked again after this time at the latest; one recipient waits as it says. */
export const RATE_PAUSE_MAX_MS = 10 * MINUTE_MS;
export const HOUR_MS = 60 * MINUTE_MS;

/** A provider that refuses everything from us. */
export const stopped = (code: AnswerCode, ms = REFUSED_PAUSE_MS): Meaning => ({
  kind: 'provider-waits',
  code,
  ms,
  pageAfterMs: 0,
});

/** An answer that no row lists: about this message, until the same comes for others. Never about the recipient. */
export const unlisted = (status: number): Meaning => ({
  kind: 'message-refused',
  code: `unlisted-${status}`,
  mayBeOurs: true,
});

/** The first row that fits. */
export const rowOf = (
  rows: readonly AnswerRow[],
  { status, error, text }: { readonly status: number; readonly error: string; readonly text: string },
): AnswerRow | undefined =>
  rows.find(
    ({ statuses, errors, says }) =>
      statuses.includes(status) && (errors?.includes(error) ?? true) && (says?.test(text) ?? true),
  );
