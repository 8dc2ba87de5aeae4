/** A body must fit the way in which cards are taken now: the operator may have changed it since the form was shown. */
import { businessDay } from '#domain/billing/days.ts';
import { type CardEntry, isForOtherEntry } from '#domain/contracts/checkout.ts';
import { DomainError } from '#domain/errors.ts';
import type { Clock } from '#functions/platform/clock.ts';

/**
 * For `json()`: the schema of a body, of today and of the way to take the card.
 * @throws DomainError `card-entry-changed` for a body of the other way.
 */
export const ofCardEntry =
  <Schema>(schemaFor: (today: string, cardEntry: CardEntry) => Schema) =>
  (body: unknown, { cardEntry, clock }: { readonly cardEntry: CardEntry; readonly clock: Clock }): Schema => {
    if (isForOtherEntry(body, cardEntry)) throw new DomainError('card-entry-changed');
    return schemaFor(businessDay(clock.now()), cardEntry);
  };
