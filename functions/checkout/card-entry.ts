/** Checks that a body fits the current card entry mode: the operator may have changed it after the form was loaded. */

import { type CardEntry, isForOtherEntry } from '#domain/api-schemas/checkout.ts';
import { businessDay } from '#domain/billing/days.ts';
import { DomainError } from '#domain/errors.ts';
import type { Deps } from '#functions/compose.ts';

/**
 * For `json()`: picks a body's schema by today's date and the card entry mode.
 * @throws DomainError `card-entry-changed` for a body of the other mode.
 */
export const ofCardEntry =
  <Schema>(schemaFor: (today: string, cardEntry: CardEntry) => Schema) =>
  (body: unknown, { cardEntry, clock }: Pick<Deps, 'cardEntry' | 'clock'>): Schema => {
    if (isForOtherEntry(body, cardEntry)) throw new DomainError('card-entry-changed');
    return schemaFor(businessDay(clock.now()), cardEntry);
  };
