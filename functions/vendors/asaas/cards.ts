/**
 * Cards at Asaas: tokenising a card, reading the card of a subscription, and replacing it.
 *
 * The vendor shows cards only on payments, not on the subscription; a new card reaches the open ones
 * (docs.asaas.com/reference/update-subscription-credit-card).
 */
import { DomainError } from '#domain/errors.ts';
import type { CardData, CardOnFile, CardToken, Payer, ShownCard } from '#functions/vendors/cards.ts';
import type { Processor } from '#functions/vendors/processor.ts';
import type { AsaasClient } from './client.ts';
import { listPaymentsOf, newestCard } from './lists.ts';
import { tokenBody } from './requests.ts';
import { paymentSnapshotOf, WireCardToken, type WirePayment, WireSubscription } from './wire.ts';

type Cards = Pick<Processor, 'readCard' | 'tokeniseCard' | 'setCard' | 'replaceCard'>;

/** See `Processor` for the methods. */
export function createCards(client: AsaasClient): Cards {
  const tokeniseCard: Cards['tokeniseCard'] = (...asked) => tokenizeCard(client, ...asked);

  const setCard: Cards['setCard'] = async (subscriptionId, creditCardToken, remoteIp) => {
    await client.demand(WireSubscription, {
      name: 'replace card',
      method: 'PUT',
      path: `/v3/subscriptions/${encodeURIComponent(subscriptionId)}/creditCard`,
      involvesCard: true,
      isUnclearOnFailure: true,
      json: { creditCardToken, remoteIp },
    });
  };

  return {
    tokeniseCard,
    setCard,
    readCard: async (subscriptionId) => cardOnFileOf(await listPaymentsOf(client, subscriptionId)),

    async replaceCard({ subscriptionId, customerId }, payer, card, remoteIp) {
      const { token, ...shown } = await tokeniseCard(customerId, payer, card, remoteIp);
      await setCard(subscriptionId, token, remoteIp);
      return shown;
    },
  };
}

/**
 * Exchanges a card for a token that works for this customer only. This charges nothing, so a lost response is no
 * unclear payment: the customer may retry at once.
 * @throws DomainError `payment-declined`, `validation-failed`, `payment-unavailable`.
 */
export async function tokenizeCard(
  { demand }: AsaasClient,
  customerId: string,
  payer: Payer,
  card: CardData,
  remoteIp: string,
): Promise<CardToken> {
  const given = await demand(WireCardToken, {
    name: 'tokenise card',
    method: 'POST',
    path: '/v3/creditCard/tokenizeCreditCard',
    involvesCard: true,
    json: tokenBody(customerId, payer, card, remoteIp),
  }).catch((error: unknown) => {
    if (!(error instanceof DomainError) || error.code !== 'payment-unclear') throw error;
    throw new DomainError('payment-unavailable', { message: error.message });
  });
  return { token: given.creditCardToken, ...shownOf(given, card.number.slice(-4)) };
}

const openStates: ReadonlySet<string> = new Set(['pending', 'overdue', 'refused']);

/** @param payments Of one subscription, oldest first. */
export function cardOnFileOf(payments: readonly WirePayment[]): CardOnFile | null {
  const newest = newestCard(payments);
  if (!newest?.creditCard?.creditCardToken || !newest.creditCard.creditCardNumber) return null;
  return {
    ...shownOf(newest.creditCard, ''),
    token: newest.creditCard.creditCardToken,
    dueDate: newest.dueDate,
    isOpen: openStates.has(paymentSnapshotOf(newest).state),
  };
}

interface WireShownCard {
  readonly creditCardNumber?: string | null | undefined;
  readonly creditCardBrand?: string | null | undefined;
}

/** The vendor sends the last four digits, sometimes after a mask. */
function shownOf({ creditCardNumber, creditCardBrand }: WireShownCard, otherwise: string): ShownCard {
  return { brand: creditCardBrand ?? 'UNKNOWN', lastFour: creditCardNumber?.slice(-4) ?? otherwise };
}
