/** What we send to Asaas. The card passes through here once and is kept nowhere. */
import type { CardData, Payer, SubscriptionOrder } from '../../ports/payment-gateway.ts';
import { reaisOf, wireCycles } from './wire.ts';

export function customerBody(payer: Payer) {
  return {
    name: payer.name,
    cpfCnpj: payer.cpfCnpj,
    email: payer.email,
    // Eleven digits are a mobile number, ten a landline; the vendor checks each field by its own rule.
    [payer.phone.length === 11 ? 'mobilePhone' : 'phone']: payer.phone,
    postalCode: payer.postalCode,
    address: payer.street,
    addressNumber: payer.addressNumber,
    ...(payer.complement ? { complement: payer.complement } : {}),
    province: payer.neighbourhood,
    externalReference: payer.reference,
  };
}

export function tokenBody(customer: string, payer: Payer, card: CardData, remoteIp: string) {
  return {
    customer,
    creditCard: {
      holderName: card.holderName,
      number: card.number,
      expiryMonth: card.expiryMonth,
      expiryYear: card.expiryYear,
      ccv: card.ccv,
    },
    creditCardHolderInfo: {
      name: card.holderName,
      email: payer.email,
      cpfCnpj: payer.cpfCnpj,
      postalCode: payer.postalCode,
      addressNumber: payer.addressNumber,
      ...(payer.complement ? { addressComplement: payer.complement } : {}),
      phone: payer.phone,
    },
    remoteIp,
  };
}

export function subscriptionBody(customer: string, creditCardToken: string, order: SubscriptionOrder) {
  return {
    customer,
    billingType: 'CREDIT_CARD',
    value: reaisOf(order.amountCentavos),
    nextDueDate: order.firstDueDate,
    cycle: wireCycles[order.cycle],
    description: order.description,
    externalReference: order.orderId,
    creditCardToken,
    remoteIp: order.remoteIp,
  };
}
