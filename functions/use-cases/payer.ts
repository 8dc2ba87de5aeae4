/** Who pays, put together from the account and what the form brought. */
import type { BillingAddress, CardHolder, PaidCheckoutRequest } from '#domain/contracts/checkout.ts';
import type { Payer } from '#functions/ports/payment-gateway.ts';
import type { Identity } from '#functions/ports/token-verifier.ts';

/** The blocks of a form that takes a card. */
export interface PaymentBlocks {
  readonly billingAddress: BillingAddress;
  readonly cardHolder: CardHolder;
  readonly card: PaidCheckoutRequest['card'];
}

/** The account's name and e-mail come first: the card may be somebody else's. */
export function payerOf(
  identity: Identity,
  { billingAddress: address, card, cardHolder }: PaymentBlocks,
): Payer {
  return {
    reference: identity.subject,
    name: identity.name ?? card.holderName,
    email: identity.email ?? '',
    cpfCnpj: cardHolder.cpfCnpj,
    phone: card.phone,
    postalCode: address.cep,
    street: address.rua,
    addressNumber: address.numero,
    complement: address.complemento,
    neighbourhood: address.bairro,
  };
}
