/** A debt is paid on one page, whatever responses are lost; once paid, the next purchase is allowed. */
import { beforeEach, describe, expect, test } from 'vitest';
import { addDays, renewalDay } from '#domain/billing/days.ts';
import { DomainError } from '#domain/errors.ts';
import { message } from '#domain/messages.ts';
import { formatPrice } from '#domain/plans/catalog.ts';
import { readAccount } from '#functions/account/read-account.ts';
import { startCheckout } from '#functions/checkout/start-checkout.ts';
import { claimDebtPayment, collectDebt, withdrawDebtCharge } from '#functions/debts/collect-debt.ts';
import { settleMark } from '#functions/debts/marks-store.ts';
import { requireMayBuy } from '#functions/debts/require-may-buy.ts';
import { routePayment } from '#functions/payments/route-payment.ts';
import { readOffers } from '#functions/plan-change/read-offers.ts';
import type { PaymentSnapshot } from '#functions/vendors/processor.ts';
import { newFreeOrder, newPaidOrder } from '#tests/support/orders.ts';
import { signUp } from '#tests/support/worker-accounts.ts';
import { DAY_MS, suspendedCustomer } from './billing-support.ts';
import { marksOf, putDebt, singleCharges } from './debts-support.ts';
import { checkoutOf, eventsAbout } from './order-support.ts';
import { factsOf, inputOf, newTenant, readCharge, today } from './plan-change-support.ts';
import {
  addresses,
  answerOf,
  calmServices,
  confirmPayment,
  depsAt,
  orderRow,
  runJobs,
  sendEvent,
  sendOrder,
  sql,
  stateOf,
} from './support.ts';

beforeEach(calmServices);

interface Payment {
  readonly id: string;
  readonly externalReference: string | null;
  readonly value: number;
  readonly invoiceUrl: string;
}

type Processor = ReturnType<typeof singleCharges>;
const newSubject = (): string => crypto.randomUUID();

/** One attempt to buy; the error that refused it, or `null`. */
async function attempt(processor: Processor, subject: string, aheadMs = 0): Promise<DomainError | null> {
  const contact = { email: null, emailVerified: false, name: null };
  try {
    await requireMayBuy(processor.needs(aheadMs), { subject, contact, customer: async () => 'cus_1' });
    return null;
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
}

const pageOf = (error: DomainError | null): string | undefined => error?.details?.['paymentUrl'];
/** Whether the charge changed anything; `null` when it is no debt's. */
const settle = async (
  payment: PaymentSnapshot | undefined,
  processor = singleCharges(),
): Promise<boolean | null> => {
  if (payment === undefined) throw new Error('There is no charge.');
  return (await claimDebtPayment(processor.needs(), payment))?.isNew ?? null;
};

describe('the page of a debt', () => {
  test('is one for all debts, with sum and days in the sentence', async () => {
    const [processor, subject] = [singleCharges(), newSubject()];
    await putDebt({ subject }, 1_320, 4);
    await putDebt({ subject }, 500, 1);
    const refused = await attempt(processor, subject);
    expect(refused).toMatchObject({
      code: 'debt-open',
      sentence: message('debt.days', { dias: 5, valor: formatPrice(1_820) }),
      details: { valorCentavos: '1820', dias: '5', paymentUrl: processor.charges[0]?.payUrl },
    });
    expect(processor.charges).toMatchObject([{ amountCentavos: 1_820, state: 'pending' }]);
    processor.asked.length = 0;
    expect(pageOf(await attempt(processor, subject))).toBe(pageOf(refused));
    expect(processor.asked).toEqual([`find ${processor.charges[0]?.reference}`]);
    processor.faults.isSilent = true;
    expect(pageOf(await attempt(processor, subject))).toBe(pageOf(refused));
  });

  test('is replaced when a debt is added; the old one accepts no payment', async () => {
    const [processor, subject] = [singleCharges(), newSubject()];
    await putDebt({ subject }, 1_320, 1);
    expect(await attempt(processor, subject)).toMatchObject({
      sentence: message('debt.one-day', { valor: formatPrice(1_320) }),
    });
    await putDebt({ subject }, 500, 1);
    await attempt(processor, subject);
    expect(processor.charges.map(({ state, amountCentavos }) => [state, amountCentavos])).toEqual([
      ['deleted', 1_320],
      ['pending', 1_820],
    ]);
  });

  test('is made for the pages that show the debt, before any purchase is tried', async () => {
    const [processor, customer] = [singleCharges(), await newTenant('pro')];
    await putDebt({ subject: customer.subject });
    const { identity } = inputOf(customer, { targetPlan: 'enterprise' });
    const { debt } = await readAccount(processor.needs(), customer.subject);
    const [charge] = processor.charges;
    expect(debt).toEqual({ amountCentavos: 1_320, days: 4, paymentUrl: charge?.payUrl });
    const offers = await readOffers(processor.needs(), { identity, tenant: customer.subdominio });
    expect(offers.obstacle).toMatchObject({ code: 'debt-open', paymentUrl: charge?.payUrl });
    expect(processor.asked).toEqual([`open ${charge?.reference}`]);
  });

  test('is left out while the processor does not answer', async () => {
    const [processor, customer] = [singleCharges(), await newTenant('pro')];
    await putDebt({ subject: customer.subject });
    processor.faults.refuses = true;
    const { debt } = await readAccount(processor.needs(), customer.subject);
    expect(debt).toEqual({ amountCentavos: 1_320, days: 4 });
  });

  test('is missing when the processor has no customer to charge', async () => {
    const subject = newSubject();
    await putDebt({ subject });
    const free = startCheckout(singleCharges().needs(), checkoutOf(subject, newFreeOrder()));
    await expect(free).rejects.toMatchObject({
      code: 'debt-open',
      sentence: expect.stringContaining(message('debt.ask')),
      details: { valorCentavos: '1320', dias: '4' },
    });
    await expect(orderRow(subject)).rejects.toThrow('no order');
  });
});

test('is also given for a free plan, when the account bought before', async () => {
  const [processor, person] = [singleCharges(), await newTenant('pro')];
  await sql('UPDATE orders SET released_at = 1 WHERE id = ?', person.orderId);
  await putDebt({ subject: person.subject });
  const free = startCheckout(processor.needs(), checkoutOf(person.subject, newFreeOrder()));
  await expect(free).rejects.toMatchObject({ details: { paymentUrl: expect.stringContaining('https://') } });
});

describe('a paid debt', () => {
  test('allows the checkout that it had blocked', async () => {
    const [processor, subject, order] = [singleCharges(), newSubject(), newPaidOrder()];
    await putDebt({ taxId: order.cardHolder.cpfCnpj });
    const checkout = () => startCheckout(processor.needs(), checkoutOf(subject, order));
    await expect(checkout()).rejects.toMatchObject({ code: 'debt-open' });
    await expect(orderRow(subject)).rejects.toThrow('no order');
    const [charge] = processor.charges;
    expect(await settle(charge && { ...charge, state: 'confirmed' })).toBe(true);
    expect(await settle(charge && { ...charge, state: 'confirmed' })).toBe(false);
    expect(await checkout()).toEqual({ subdomain: order.subdominio });
  });

  test('is recognised before its event arrives', async () => {
    const [processor, subject] = [singleCharges(), newSubject()];
    await putDebt({ subject });
    await attempt(processor, subject);
    for (const charge of processor.charges) charge.state = 'confirmed';
    expect(await attempt(processor, subject)).toBeNull();
    expect(await marksOf({ subject })).toMatchObject([{ settledBy: 'paid' }]);
  });

  test('is recognised without its event when another debt is added', async () => {
    const [processor, subject] = [singleCharges(), newSubject()];
    await putDebt({ subject });
    await attempt(processor, subject);
    for (const charge of processor.charges) charge.state = 'confirmed';
    await putDebt({ subject }, 900, 2);
    expect(await attempt(processor, subject)).toMatchObject({ details: { valorCentavos: '900' } });
    expect(processor.payable()).toMatchObject([{ amountCentavos: 900 }]);
  });

  test('is reopened by a refund, on a new charge', async () => {
    const [processor, subject] = [singleCharges(), newSubject()];
    await putDebt({ subject });
    await attempt(processor, subject);
    const [charge] = processor.charges;
    await settle(charge && { ...charge, state: 'confirmed' });
    expect(await attempt(processor, subject)).toBeNull();
    if (charge) charge.state = 'refunded';
    expect(await settle(charge)).toBe(true);
    expect((await attempt(processor, subject))?.code).toBe('debt-open');
    expect(processor.charges.map(({ state }) => state)).toEqual(['refunded', 'pending']);
  });
});

test('end to end: refused with a page, paid there, then the order works', async () => {
  const [person, order] = [await signUp(), newPaidOrder()];
  await putDebt({ taxId: order.cardHolder.cpfCnpj });
  const refused = await answerOf(await sendOrder(person.token, order));
  expect(refused).toMatchObject({ status: 409, code: 'debt-open', error: expect.stringContaining('13,20') });
  const { payments } = await stateOf<{ payments: Record<string, Payment> }>(addresses.asaasUrl);
  const made = Object.values(payments).filter(({ externalReference }) =>
    externalReference?.startsWith('divida-'),
  );
  expect(made).toMatchObject([{ value: 13.2, status: 'PENDING', subscription: null }]);
  const [debt] = made;
  expect(refused['details']).toMatchObject({ paymentUrl: debt?.invoiceUrl });
  expect(await answerOf(await sendOrder(person.token, order))).toMatchObject({ details: refused['details'] });
  await confirmPayment(String(debt?.id));
  await sendEvent(`evt-${debt?.id}`, 'PAYMENT_CONFIRMED', debt?.id);
  await runJobs();
  expect((await sendOrder(person.token, order)).status).toBe(200);
});

test('a removed page is created again', async () => {
  const [processor, subject] = [singleCharges(), newSubject()];
  await putDebt({ subject });
  await attempt(processor, subject);
  const [charge] = processor.charges;
  if (charge) charge.state = 'deleted';
  await settle(charge);
  expect(pageOf(await attempt(processor, subject))).toBe(processor.charges[1]?.payUrl);
});

test('a forgiven debt has no page, and what is paid late goes back', async () => {
  const [processor, subject] = [singleCharges(), newSubject()];
  const id = await putDebt({ subject });
  await attempt(processor, subject);
  await withdrawDebtCharge(processor.needs(), await marksOf({ subject }));
  expect(processor.payable()).toEqual([]);
  await settleMark(depsAt(0).db, id, 'operator', Date.now());
  const [charge] = processor.charges;
  if (charge) charge.state = 'confirmed';
  expect(await settle(charge, processor)).toBe(true);
  expect(charge?.state).toBe('refunded');
  expect(await attempt(processor, subject)).toBeNull();
});

test('another charge is not taken for a debt’s', async () => {
  const payment: PaymentSnapshot = {
    paymentId: 'pay_1',
    subscriptionId: null,
    reference: crypto.randomUUID(),
    pageId: null,
    state: 'confirmed',
    amountCentavos: 1,
    dueDate: '2026-11-22',
    payUrl: null,
  };
  expect(await settle(payment)).toBeNull();
  expect(await settle({ ...payment, reference: null })).toBeNull();
});

describe('grace days are paid once', () => {
  /** Suspended, and with an open debt page for its days, because the same payer wanted to buy elsewhere. */
  async function askedOnPage() {
    const late = await suspendedCustomer();
    const { orderId } = late.customer;
    const { customerId } = (await factsOf(late.customer)).contracts[0] ?? {};
    const debts = async () => (await marksOf({ orderId })).filter(({ kind }) => kind === 'debt');
    await collectDebt(depsAt(16 * DAY_MS), await debts(), async () => customerId ?? null);
    return { ...late, page: (await debts())[0]?.chargeId ?? '' };
  }
  const paid = async (charge: string, day: number) => {
    await confirmPayment(charge);
    return routePayment(depsAt(day * DAY_MS), await readCharge(charge), null);
  };

  test('on the page after the charge itself: what the page took goes back', async () => {
    const { customer, charge, page } = await askedOnPage();
    await paid(charge, 17);
    await paid(page, 18);
    expect(await depsAt(0).processor.readPayment(page)).toMatchObject({ state: 'refunded' });
    expect(await eventsAbout(customer.orderId, 'late-payment-refunded')).toEqual([page]);
  });

  test('on the page before the charge: the charge covers more days', async () => {
    const { customer, charge, page } = await askedOnPage();
    await paid(page, 16);
    await paid(charge, 20);
    const found = (await factsOf(customer)).charges.find(({ paymentId }) => paymentId === charge);
    const unshifted = addDays(renewalDay(today(), 'monthly'), -1);
    // Suspended from day 15 to day 19, after fifteen grace days.
    expect(found?.coversThrough).toBe(addDays(unshifted, 5 + 15));
  });
});
