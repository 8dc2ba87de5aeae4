/** Checks that a body fits the current card entry mode: the operator may have changed it after the form was loaded. */
import { businessDay } from '#domain/billing/days.ts';
import { type CardEntry, isForOtherEntry } from '#domain/contracts/checkout.ts';
import { DomainError } from '#domain/errors.ts';
import type { Clock } from '#functions/platform/clock.ts';

/**
 * For `json()`: picks a body's schema by today's date and the card entry mode.
 * @throws DomainError `card-entry-changed` for a body of the other mode.
 */
export const ofCardEntry =
  <Schema>(schemaFor: (today: string, cardEntry: CardEntry) => Schema) =>
  (body: unknown, { cardEntry, clock }: { readonly cardEntry: CardEntry; readonly clock: Clock }): Schema => {
    if (isForOtherEntry(body, cardEntry)) throw new DomainError('card-entry-changed');
    return schemaFor(businessDay(clock.now()), cardEntry);
  };
