/** Subscriptions at the payment stand-in, paid and unpaid, and calls with a lost response. */
import { createAsaasProcessor } from '#functions/vendors/asaas/processor.ts';
import type { CardData } from '#functions/vendors/cards.ts';
import type { HostedOrder, SubscriptionOrder } from '#functions/vendors/processor.ts';
import { access, type Bench, card, losing, order, payer, TODAY } from './payments-setup.ts';

export const RETURN_URL = 'https://vigia.example/provisionamento?tenant=padaria&plan=pro&cycle=yearly';

export const unpaidOrder = { ...order, returnUrl: RETURN_URL };

export const hostedOrder: HostedOrder = {
  reference: 'change-0001',
  amountCentavos: 9900,
  cycle: 'monthly',
  firstDueDate: TODAY,
  title: 'Vigia Pro',
  description: 'Vigia Pro (padaria)',
  returnUrl: 'https://vigia.example/upgrade?tenant=padaria',
  minutesToExpire: 60,
};

export const typedPayer = {
  email: 'contato@padaria.example',
  cpfCnpj: '529.982.247-25',
  telefone: '11987654321',
  cep: '01310-100',
  numeroEndereco: '1578',
};

/** A subscription without a card, and the page of its first payment. */
export async function openUnpaid(bench: Bench) {
  const customerId = await bench.gateway.ensureCustomer(payer);
  const opened = await bench.gateway.openUnpaidSubscription(customerId, unpaidOrder);
  return { ...opened, payment: opened.payments[0], payUrl: opened.payments[0]?.payUrl ?? '' };
}

/** The adapter without the responses of addresses that end in `suffix`. */
export const lossyBilling = (bench: Bench, suffix: string) =>
  createAsaasProcessor({ ...access, fetch: losing(bench, suffix) });

/** A subscription by card with an unconfirmed first payment. */
export async function openWithCard(
  bench: Bench,
  change: Partial<SubscriptionOrder> = {},
  withCard: CardData = card,
) {
  const customerId = await bench.gateway.ensureCustomer(payer);
  return bench.gateway.openSubscription(customerId, payer, withCard, { ...order, ...change });
}
