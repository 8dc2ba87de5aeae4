/** Builds the payer from the account and the form. */
import type {
  BillingAddress,
  CardHolder,
  HostedCheckoutRequest,
  PaidCheckoutRequest,
} from '#domain/api-schemas/checkout.ts';
import type { Payer } from '#functions/vendors/cards.ts';
import type { Identity } from '#functions/vendors/identity.ts';

/** The form fields of a payment by card. */
export interface PaymentBlocks {
  readonly billingAddress: BillingAddress;
  readonly cardHolder: CardHolder;
  readonly card: PaidCheckoutRequest['card'];
}

/** The payer, from either form. */
export function payerIn(identity: Identity, request: PaidCheckoutRequest | HostedCheckoutRequest): Payer {
  return 'card' in request ? payerOf(identity, request) : hostedPayerOf(identity, request);
}

/** Name and e-mail come from the account: the card may be another person's. */
export function payerOf(identity: Identity, { billingAddress, card, cardHolder }: PaymentBlocks): Payer {
  return {
    ...accountOf(identity, card.holderName),
    ...addressOf(billingAddress),
    cpfCnpj: cardHolder.cpfCnpj,
    phone: card.phone,
  };
}

/** The payer of a hosted page; the page itself asks for the cardholder's name. */
function hostedPayerOf(
  identity: Identity,
  { billingAddress, cardHolder }: Pick<HostedCheckoutRequest, 'billingAddress' | 'cardHolder'>,
): Payer {
  return {
    ...accountOf(identity, identity.email ?? identity.subject),
    ...addressOf(billingAddress),
    ...cardHolder,
  };
}

function accountOf({ subject, name, email }: Identity, nameless: string) {
  return { reference: subject, name: name ?? nameless, email: email ?? '' };
}

function addressOf(address: BillingAddress) {
  return {
    postalCode: address.cep,
    street: address.rua,
    addressNumber: address.numero,
    complement: address.complemento,
    neighbourhood: address.bairro,
  };
}
