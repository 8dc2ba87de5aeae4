/** Request bodies for Asaas, and the addresses of its hosted pages. Card data pass through here and are not stored. */
import { cutText } from '#domain/text/cut-text.ts';
import type { CardData, Payer } from '#functions/vendors/cards.ts';
import type { HostedOrder, SingleCharge, SubscriptionOrder } from '#functions/vendors/processor.ts';
import { reaisOf, wireCycles } from './wire.ts';

export function customerBody(payer: Payer) {
  return {
    name: payer.name,
    cpfCnpj: payer.cpfCnpj,
    email: payer.email,
    // Eleven digits are a mobile number, ten a landline; the vendor validates each field differently.
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

/**
 * @param paidBy The card that pays at once; with `null` the customer pays on the charge's page, which leads back to
 *   ours.
 */
export function chargeBody(
  customer: string,
  charge: SingleCharge,
  paidBy: { readonly creditCardToken: string; readonly remoteIp: string } | null,
) {
  return {
    customer,
    billingType: 'CREDIT_CARD',
    value: reaisOf(charge.amountCentavos),
    dueDate: charge.dueDate,
    description: charge.description,
    externalReference: charge.reference,
    ...(paidBy ?? { callback: { successUrl: charge.returnUrl, autoRedirect: true } }),
  };
}

/**
 * The site's logo, 96 px, PNG in Base64: the vendor requires a picture for every item. Made from the site's icon;
 * replace it if the product is renamed.
 */
const itemImage =
  'iVBORw0KGgoAAAANSUhEUgAAAGAAAABgBAMAAAAQtmoLAAAAMFBMVEVMaXEws14uu2stumouumssumsst2kvu2z///8NOyWt2cHd' +
  '8eZu0JgoUT58lYlTdGUC0omcAAAAB3RSTlMABdFjlT0pSy3fJgAAAAlwSFlzAABCcAAAQnABbvJfbQAAAllJREFUWMOtmDtPwzAQ' +
  'xy/iMUdFfAAkpKwwIFbUpSuIgZWNPRSCqu5ELY85QoWRUhAz4rUWAR+ACrGDGFhBCERI4jzsS+I/4ra2/vV/9p3tOxOFZpCxWLUc' +
  '1uzJGZNMyphB41WnwCYXZGLMcgrNns4MN4dKxvvElJFyaLR0vE8sJ06Zs46GrSYSw46WzcVATQ+ogwKxhFnTBerBLIwhR9umgoVa' +
  '0QfWA5csfcAGPQp9qiDAhG6UU9E2LASwTRpxIJvXD7MIdgUDJmgJA9ZoFgNWqYYBdbIwwGaB+97FWfuid88C6nfNYzey8776qwrc' +
  'uik7KQfu3IxdlgHSeJWQgIar2GER0DxTgXa/ALhxGdvKBxoua4e5QFcMab09PX0nn/KAWOB64PnWeeUkiBFoBeN9ostIECPw4kW2' +
  'z0iQKrAbjj7onQ7eVYkEaEoCPn8VS/QZYEP8W+JOeyBUNxlABPkqBB4CsUcRbhWQpxy4f6ROm5SsiNb0OQA6Sn6Q7FE0hUjB68o+' +
  'kezRTgTs/X74CIXSPpG0RiIK3kGoJiIRrxPJebctwvwZzP9BzkCSopYA3veXlwJE7AqAJBwMwLgkAa2ySadXl5u0sqxeKn7csiqB' +
  '8+Kc5QOnpEa06fJTQ91v/J7LTe/QCtJb3kDZKWxqbNGMR32NQyAdhdb/HDPwQYYflfBhjB/38IWCX1nwpYhfu/jFjpcOpcUJXP7A' +
  'BRZcwsFFIlyGwoUuXErDxTrcDsANB9zS4E0T2pbhjR/eWqLNK94e4w043uLDjwjwMwX8EII/tfzhMUf7uegHigFPR8PF5DAAAAAA' +
  'SUVORK5CYII=';

/** Maximum lengths from the vendor's reference. */
const ITEM_NAME_MAX = 30;
const ITEM_DESCRIPTION_MAX = 150;

export function checkoutBody(order: HostedOrder) {
  return {
    billingTypes: ['CREDIT_CARD'],
    chargeTypes: ['RECURRENT'],
    minutesToExpire: order.minutesToExpire,
    externalReference: order.reference,
    // All outcomes lead to the same page of ours, which shows the state of the payment.
    callback: { successUrl: order.returnUrl, cancelUrl: order.returnUrl, expiredUrl: order.returnUrl },
    items: [
      {
        name: cutText(order.title, ITEM_NAME_MAX),
        description: cutText(order.description, ITEM_DESCRIPTION_MAX),
        quantity: 1,
        value: reaisOf(order.amountCentavos),
        imageBase64: itemImage,
      },
    ],
    subscription: { cycle: wireCycles[order.cycle], nextDueDate: order.firstDueDate },
    ...(order.customerId === undefined ? {} : { customer: order.customerId }),
  };
}

/** Vendor sites whose API is on another host (docs.asaas.com/docs/checkout-link-and-customer-redirection). */
const siteByApi: Readonly<Record<string, string>> = {
  'https://api.asaas.com': 'https://asaas.com',
  'https://api-sandbox.asaas.com': 'https://sandbox.asaas.com',
};

/** URL of a hosted page. `baseUrl` is the API's; the stand-in serves its pages on the same origin. */
export function checkoutPageOf(baseUrl: string, pageId: string): string {
  const { origin } = new URL(baseUrl);
  return `${siteByApi[origin] ?? origin}/checkoutSession/show?id=${encodeURIComponent(pageId)}`;
}
