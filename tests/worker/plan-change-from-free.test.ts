/** An upgrade that must be bought: from the free plan, or after a contract. Limits rise only after payment. */
import { beforeEach, describe, expect, test } from 'vitest';
import { addDays } from '#domain/billing/days.ts';
import { messages } from '#domain/messages.ts';
import { changePlan } from '#functions/plan-change/change-plan.ts';
import { mailWork } from '#functions/platform/mail/send-mail.ts';
import { catalog, centavos, reais } from '#tests/support/catalog.ts';
import { cardNumbers } from '#tests/support/orders.ts';
import { cancel } from './account-support.ts';
import { overdueCustomer, runJobsOnDay } from './billing-support.ts';
import {
  cardBlocks,
  changesOf,
  contractOf,
  eventsOf,
  inputOf,
  limitsOf,
  mailsOf,
  newTenant,
  pay,
  press,
  processorObjectsOf,
  proLimits,
  report,
  standingOf,
  today,
  upgrade,
} from './plan-change-support.ts';
import { passDays } from './plan-change-waiting.ts';
import {
  answerOf,
  calmServices,
  clearWork,
  confirmPayment,
  depsAt,
  depsWith,
  mailsSent,
  newKey,
  sendMails,
  sql,
  textOf,
} from './support.ts';

beforeEach(calmServices);

const free = { planId: 'free', monitorsMax: 5, suspended: false };

describe('from the free plan', () => {
  test('without a card it waits on the processor’s page until paid', async () => {
    const customer = await newTenant();
    const response = await upgrade(customer, { targetPlan: 'pro', targetCycle: 'yearly' });
    expect(response.status).toBe(200);
    const answer = await answerOf(response);
    const [page] = (await processorObjectsOf(customer)).checkouts;
    expect(answer).toEqual({
      status: 'waiting-payment',
      plan: 'pro',
      cycle: 'yearly',
      details: messages['upgrade.pay-first'],
      paymentUrl: expect.stringContaining(page?.id ?? 'no page'),
      hojeCentavos: centavos('pro', 'yearly'),
    });
    expect(await limitsOf(customer)).toEqual(free);
    expect(await contractOf(customer)).toMatchObject({ plan: 'free', subscriptionId: null });

    await press('checkouts', page?.id ?? '', 'pay');
    const { payments, subscriptions } = await processorObjectsOf(customer);
    await report(payments[0]?.id ?? '');
    await expect.poll(() => limitsOf(customer)).toEqual(proLimits);
    await expect
      .poll(() => contractOf(customer))
      .toMatchObject({
        plan: 'pro',
        cycle: 'yearly',
        amountCentavos: centavos('pro', 'yearly'),
        state: 'active',
        subscriptionId: subscriptions[0]?.id,
        contractedAt: expect.any(Number),
      });
    expect(subscriptions).toMatchObject([{ value: reais('pro', 'yearly'), cycle: 'YEARLY', deleted: false }]);
    expect(await mailsOf(customer)).toMatchObject([
      {
        // Its address is not verified.
        name: null,
        subdominio: customer.subdominio,
        plano: 'pro',
        ciclo: 'yearly',
        amountCentavos: centavos('pro', 'yearly'),
      },
    ]);
    expect(await eventsOf(customer)).toEqual(
      expect.arrayContaining(['upgrade-asked', 'payment-event', 'upgrade-applied']),
    );
  });

  test('with a card it is charged like a sign-up; limits rise on confirmation', async () => {
    const customer = await newTenant();
    const answer = await answerOf(await upgrade(customer, { targetPlan: 'pro', ...cardBlocks() }));
    expect(answer).toEqual({
      status: 'waiting-payment',
      plan: 'pro',
      cycle: 'monthly',
      details: messages['upgrade.pay-first'],
      hojeCentavos: centavos('pro', 'monthly'),
    });
    expect(await limitsOf(customer)).toEqual(free);
    const { payments, subscriptions } = await processorObjectsOf(customer);
    expect(subscriptions).toMatchObject([
      { value: reais('pro', 'monthly'), cycle: 'MONTHLY', deleted: false },
    ]);
    expect(payments).toMatchObject([{ value: reais('pro', 'monthly'), dueDate: today() }]);

    await pay(payments[0]?.id ?? '');
    await expect
      .poll(() => contractOf(customer))
      .toMatchObject({ plan: 'pro', amountCentavos: centavos('pro', 'monthly') });
    expect(await limitsOf(customer)).toEqual(proLimits);
    // This charge has a receipt too.
    const receipt = `payment-confirmed-${payments[0]?.id}`;
    await expect
      .poll(() => sql('SELECT template FROM outbox WHERE id = ?', receipt))
      .toEqual([{ template: 'payment-confirmed' }]);
  });

  test('a card that is confirmed at once is answered as applied', async () => {
    const customer = await newTenant();
    const { processor } = depsAt(0);
    const openSubscription: typeof processor.openSubscription = async (...given) => {
      const opened = await processor.openSubscription(...given);
      await confirmPayment(opened.payments[0]?.paymentId ?? '');
      return (await processor.findSubscription(given[3].orderId)) ?? opened;
    };
    const prompt = depsWith({ processor: { openSubscription } });
    const request = { targetPlan: 'pro', ...cardBlocks() } as const;
    expect(await changePlan(prompt, inputOf(customer, request))).toEqual({
      status: 'applied',
      plan: 'pro',
      cycle: 'monthly',
      details: messages['upgrade.paid'],
      hojeCentavos: centavos('pro', 'monthly'),
    });
    expect(await limitsOf(customer)).toEqual(proLimits);
  });

  test('a refused card changes nothing, and another one may be sent', async () => {
    const customer = await newTenant();
    const refused = await upgrade(customer, { targetPlan: 'pro', ...cardBlocks(cardNumbers.refused) });
    expect(await answerOf(refused)).toMatchObject({ status: 402, code: 'payment-declined' });
    expect((await processorObjectsOf(customer)).subscriptions).toEqual([]);
    expect(await contractOf(customer)).toMatchObject({ plan: 'free' });
    const good = await upgrade(customer, { targetPlan: 'pro', ...cardBlocks() });
    expect(await answerOf(good)).toMatchObject({ status: 'waiting-payment' });
  });

  test('no row contains card, CPF or cardholder', async () => {
    const customer = await newTenant();
    const blocks = cardBlocks();
    await upgrade(customer, { targetPlan: 'pro', ...blocks }, newKey());
    const tables = await sql<{ name: string }>(
      `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_%' ESCAPE '\\'`,
    );
    for (const { name } of tables) {
      const rows = await textOf(`"${name}"`);
      for (const secret of [blocks.card.number, blocks.cardHolder.cpfCnpj, '"ccv"']) {
        expect(rows, name).not.toContain(secret);
      }
    }
  });
});

describe('after a contract', () => {
  test('an ended environment returns with the same plan once paid', async () => {
    const customer = await newTenant('pro');
    await cancel(customer);
    await passDays(customer, 40);
    await runJobsOnDay(0);
    expect(await contractOf(customer)).toMatchObject({ state: 'ended' });
    const lower = await upgrade(customer, { targetPlan: 'essential' });
    expect(await answerOf(lower)).toMatchObject({ status: 409, error: messages['upgrade.not-higher'] });

    const answer = await answerOf(await upgrade(customer, { targetPlan: 'pro', ...cardBlocks() }));
    expect(answer).toMatchObject({ status: 'waiting-payment', hojeCentavos: centavos('pro', 'monthly') });
    expect(await limitsOf(customer)).toMatchObject({ suspended: true });
    const bought = (await processorObjectsOf(customer)).payments.at(-1);
    await pay(bought?.id ?? '');
    await expect
      .poll(() => contractOf(customer))
      .toMatchObject({ state: 'active', endsOn: null, subscriptionId: bought?.subscription });
    expect(await limitsOf(customer)).toEqual(proLimits);
  });

  test('a cancelled contract resumes with the stored card, after its paid days', async () => {
    const customer = await newTenant('pro');
    const { paidThrough } = await standingOf(customer);
    await cancel(customer);
    const answer = await answerOf(await upgrade(customer, { targetPlan: 'pro' }));
    expect(answer).toMatchObject({ status: 'applied', details: messages['upgrade.done'], hojeCentavos: 0 });
    const { payments: charges, subscriptions, checkouts } = await processorObjectsOf(customer);
    expect(checkouts).toEqual([]);
    const dueOn = addDays(paidThrough ?? '', 1);
    expect(charges.map(({ status, value }) => [status, value])).toEqual([
      ['CONFIRMED', reais('pro', 'monthly')],
      ['PENDING', reais('pro', 'monthly')],
    ]);
    expect(charges.at(-1)).toMatchObject({ dueDate: dueOn });
    expect(await contractOf(customer)).toMatchObject({
      state: 'active',
      endsOn: null,
      subscriptionId: subscriptions.at(-1)?.id,
    });
    expect(await standingOf(customer)).toMatchObject({ paidThrough, renewal: { dueOn, plan: 'pro' } });
    // Repeating the request opens no second renewal.
    expect(await answerOf(await upgrade(customer, { targetPlan: 'pro' }))).toEqual(answer);
    expect((await processorObjectsOf(customer)).subscriptions).toHaveLength(2);
  });

  test('an unpaid charge must be paid on its page first', async () => {
    const { customer } = await overdueCustomer();
    const response = await upgrade(customer, { targetPlan: 'enterprise', ...cardBlocks() });
    expect(await answerOf(response)).toMatchObject({
      status: 409,
      code: 'payment-pending',
      error: messages['upgrade.overdue'],
      details: { redirect: '/conta', paymentUrl: expect.any(String) },
    });
    expect(await changesOf(customer)).toEqual([]);
  });
});

test('its mail is sent once and names plan, limit and price', async () => {
  // Mails of other tests would be sent first.
  await clearWork(mailWork);
  const customer = await newTenant('essential');
  await upgrade(customer, { targetPlan: 'pro' });
  await sendMails();
  await sendMails(600_000);
  const sent = await mailsSent(customer.subdominio);
  const mine = sent.filter(
    ({ subject, text }) => subject.includes('Pro') && text.includes(customer.subdominio),
  );
  expect(mine).toHaveLength(1);
  expect(mine[0]?.text).toContain(String(catalog.plan('pro').limits.monitors));
});
