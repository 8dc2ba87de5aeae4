/** What we send to Asaas. The card passes through here once and is kept nowhere. */
import type { HostedOrder } from '#functions/vendors/billing-gateway.ts';
import type { CardData, Payer, SubscriptionOrder } from '#functions/vendors/payment-gateway.ts';
import { itemImage } from './hosted-page.ts';
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

function recurrence(customer: string, order: Omit<SubscriptionOrder, 'remoteIp'>) {
  return {
    customer,
    billingType: 'CREDIT_CARD',
    value: reaisOf(order.amountCentavos),
    nextDueDate: order.firstDueDate,
    cycle: wireCycles[order.cycle],
    description: order.description,
    externalReference: order.orderId,
  };
}

export function subscriptionBody(customer: string, creditCardToken: string, order: SubscriptionOrder) {
  return { ...recurrence(customer, order), creditCardToken, remoteIp: order.remoteIp };
}

export function unpaidSubscriptionBody(
  customer: string,
  order: Omit<SubscriptionOrder, 'remoteIp'> & { readonly returnUrl: string },
) {
  return {
    ...recurrence(customer, order),
    callback: { successUrl: order.returnUrl, autoRedirect: true },
  };
}

/** Lengths as the vendor's reference limits them. */
const ITEM_NAME_MAX = 30;
const ITEM_DESCRIPTION_MAX = 150;

export function checkoutBody(order: HostedOrder) {
  return {
    billingTypes: ['CREDIT_CARD'],
    chargeTypes: ['RECURRENT'],
    minutesToExpire: order.minutesToExpire,
    externalReference: order.reference,
    // The customer looks at the same page of ours however it ended: it tells what became of the payment.
    callback: { successUrl: order.returnUrl, cancelUrl: order.returnUrl, expiredUrl: order.returnUrl },
    items: [
      {
        name: order.title.slice(0, ITEM_NAME_MAX),
        description: order.description.slice(0, ITEM_DESCRIPTION_MAX),
        quantity: 1,
        value: reaisOf(order.amountCentavos),
        imageBase64: itemImage,
      },
    ],
    subscription: { cycle: wireCycles[order.cycle], nextDueDate: order.firstDueDate },
  };
}
