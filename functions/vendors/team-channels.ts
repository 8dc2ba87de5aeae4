/** The port to channels of a team and to webhooks: one secret address each, which takes a message. */
import type { TeamKind } from '#domain/alerts/codes.ts';
import type { Meaning } from './delivery.ts';

/** What became of a POST to a customer's program. */
export type PostOutcome =
  | { readonly outcome: 'accepted' }
  /** Answered 410: it wants nothing any more. */
  | { readonly outcome: 'gone' }
  /** `status`: `null` without an answer. `waitMs`: asked for by 429 or 503. */
  | { readonly outcome: 'failed'; readonly status: number | null; readonly waitMs: number | null };

export interface TeamChannels {
  /** Writes into a channel. Never throws: every answer means something (delivery.ts). @param body As src/domain/alerts/formats makes it. */
  write(kind: TeamKind, address: string, body: object): Promise<Meaning>;
  /** Posts to a webhook. Never throws, follows nothing, and reads no answer. @param body JSON whose bytes are signed. */
  post(address: string, body: string, headers: Readonly<Record<string, string>>): Promise<PostOutcome>;
}
