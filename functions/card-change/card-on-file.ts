/** The card that a contract is charged on next, as far as it is known, and one that a change of plan brought. */

import { cardInUse } from '#domain/billing/card.ts';
import { businessDay } from '#domain/billing/days.ts';
import type { Contract } from '#domain/contract/facts.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import type { CardOnFile, ShownCard } from '#functions/vendors/cards.ts';
import type { BillingGateway } from '#functions/vendors/payments.ts';
import { changedMail } from './held-change.ts';
import type { CardChangeStore } from './store.ts';

interface Needs {
  readonly cardChanges: CardChangeStore;
}

/** @param shown What the processor shows of the subscription. */
export async function knownCard(
  { cardChanges }: Needs,
  subscriptionId: string,
  shown: CardOnFile | null,
): Promise<{ readonly card: ShownCard; readonly shown: CardOnFile | null } | null> {
  const last = await cardChanges.findLastDone(subscriptionId);
  const replaced =
    last?.settledAt == null
      ? null
      : { brand: last.brand ?? '', lastFour: last.lastFour ?? '', on: businessDay(last.settledAt) };
  return cardInUse(shown, replaced);
}

/**
 * The card on file that can be charged without asking for it. `null` also where the processor shows one that is not the
 * subscription's any more.
 */
export async function readChargeableCard(
  needs: Needs & { readonly billing: BillingGateway },
  subscriptionId: string,
): Promise<CardOnFile | null> {
  const shown = await needs.billing.readCard(subscriptionId);
  return (await knownCard(needs, subscriptionId, shown))?.shown ?? null;
}

/**
 * Tells the customer of a card that a change of plan has put on the running contract, and remembers it.
 * @param changeId The change of plan: told once.
 */
export async function noteReplacedCard(
  needs: Needs & NeedsOf<typeof changedMail>,
  { orderId, changeId }: { readonly orderId: string; readonly changeId: string },
  { subscriptionId, customerId }: Pick<Contract, 'subscriptionId' | 'customerId'>,
  card: ShownCard,
): Promise<void> {
  const known = { id: changeId, orderId, subscriptionId, customerId, ...card };
  await needs.cardChanges.note(known, await changedMail(needs, known, card), needs.clock.now());
}
