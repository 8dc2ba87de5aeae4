/**
 * Cards at Asaas: the token that every card becomes, the one a subscription charges, and another in its place.
 *
 * The vendor shows no card on a subscription, only on its payments; a new one reaches those that are open
 * (docs.asaas.com/reference/update-subscription-credit-card).
 */
import { DomainError } from '#domain/errors.ts';
import type { CardData, CardOnFile, CardToken, ShownCard } from '#functions/vendors/cards.ts';
import type { BillingGateway, Payer } from '#functions/vendors/payments.ts';
import type { AsaasClient } from './client.ts';
import { listPaymentsOf, newestCard } from './lists.ts';
import { tokenBody } from './requests.ts';
import { paymentSnapshotOf, WireCardToken, type WirePayment, WireSubscription } from './wire.ts';

type Cards = Pick<BillingGateway, 'readCard' | 'tokeniseCard' | 'holdCard' | 'replaceCard'>;

/** See `BillingGateway` for what each method promises. */
export function createCards(client: AsaasClient): Cards {
  const tokeniseCard: Cards['tokeniseCard'] = (...asked) => tokenizeCard(client, ...asked);

  const holdCard: Cards['holdCard'] = async (subscriptionId, creditCardToken, remoteIp) => {
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
    holdCard,
    readCard: async (subscriptionId) => cardOnFileOf(await listPaymentsOf(client, subscriptionId)),

    async replaceCard({ subscriptionId, customerId }, payer, card, remoteIp) {
      const { token, ...shown } = await tokeniseCard(customerId, payer, card, remoteIp);
      await holdCard(subscriptionId, token, remoteIp);
      return shown;
    },
  };
}

/**
 * Trades a card for a token that works for this customer alone. A token charges nothing, so one whose answer was lost is
 * no unclear payment: the customer may press again at once.
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

/** The vendor shows the last four digits, with or without a mask before them. */
function shownOf({ creditCardNumber, creditCardBrand }: WireShownCard, otherwise: string): ShownCard {
  return { brand: creditCardBrand ?? 'UNKNOWN', lastFour: creditCardNumber?.slice(-4) ?? otherwise };
}
