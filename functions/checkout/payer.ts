/** Who pays, put together from the account and what the form brought. */
import type {
  BillingAddress,
  CardHolder,
  HostedCheckoutRequest,
  PaidCheckoutRequest,
} from '#domain/contracts/checkout.ts';
import type { Identity } from '#functions/vendors/identity.ts';
import type { Payer } from '#functions/vendors/payments.ts';

/** The blocks of a form that takes a card. */
export interface PaymentBlocks {
  readonly billingAddress: BillingAddress;
  readonly cardHolder: CardHolder;
  readonly card: PaidCheckoutRequest['card'];
}

/** Who pays, whichever form was filled in. */
export function payerIn(identity: Identity, request: PaidCheckoutRequest | HostedCheckoutRequest): Payer {
  return 'card' in request ? payerOf(identity, request) : hostedPayerOf(identity, request);
}

/** The account's name and e-mail come first: the card may be another person's. */
export function payerOf(identity: Identity, { billingAddress, card, cardHolder }: PaymentBlocks): Payer {
  return {
    ...accountOf(identity, card.holderName),
    ...addressOf(billingAddress),
    cpfCnpj: cardHolder.cpfCnpj,
    phone: card.phone,
  };
}

/** Who will pay on the processor's page; the page asks for the name on the card itself. */
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
