/** Finds the card that the contract's next charge uses, including a card that a plan change put there. */
import { cardInUse } from '#domain/billing/card.ts';
import { businessDay } from '#domain/billing/days.ts';
import type { Contract } from '#domain/contract/facts.ts';
import type { Deps } from '#functions/compose.ts';
import type { CardOnFile, ShownCard } from '#functions/vendors/cards.ts';
import { changedMail } from './leased-change.ts';
import { findLastDoneCardChange, noteCard } from './store.ts';

type Needs = Pick<Deps, 'db'>;

/** @param shown The card that the processor reports for the subscription. */
export async function knownCard(
  { db }: Needs,
  subscriptionId: string,
  shown: CardOnFile | null,
): Promise<{ readonly card: ShownCard; readonly shown: CardOnFile | null } | null> {
  const last = await findLastDoneCardChange(db, subscriptionId);
  const replaced =
    last?.settledAt == null
      ? null
      : { brand: last.brand ?? '', lastFour: last.lastFour ?? '', on: businessDay(last.settledAt) };
  return cardInUse(shown, replaced);
}

/** The card of the renewals, with what may be charged on it before the next one. */
export interface RenewalCard {
  readonly card: ShownCard;
  /** The stored card that can be charged; `null` while the processor still reports the one before a change. */
  readonly chargeable: CardOnFile | null;
}

/** `null` when no card is known. */
export async function readRenewalCard(
  needs: Needs & Pick<Deps, 'processor'>,
  subscriptionId: string,
): Promise<RenewalCard | null> {
  const known = await knownCard(needs, subscriptionId, await needs.processor.readCard(subscriptionId));
  return known === null ? null : { card: known.card, chargeable: known.shown };
}

/** The stored card that can be charged without asking the customer. */
export async function readChargeableCard(
  needs: Needs & Pick<Deps, 'processor'>,
  subscriptionId: string,
): Promise<CardOnFile | null> {
  return (await readRenewalCard(needs, subscriptionId))?.chargeable ?? null;
}

/**
 * Records that a plan change put a new card on the running contract, and mails the customer.
 * @param changeId Id of the plan change; the mail is sent once per change.
 */
export async function noteReplacedCard(
  needs: Deps,
  { orderId, changeId }: { readonly orderId: string; readonly changeId: string },
  { subscriptionId, customerId }: Pick<Contract, 'subscriptionId' | 'customerId'>,
  card: ShownCard,
): Promise<void> {
  const known = { id: changeId, orderId, subscriptionId, customerId, ...card };
  await noteCard(needs.db, known, await changedMail(needs, known, card), needs.clock.now());
}
