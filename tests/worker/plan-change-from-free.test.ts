/** An upgrade that must be bought: from the free plan, or after a contract. Limits rise only after payment. */
import { describe, expect } from 'vitest';
import { addDays } from '#domain/billing/days.ts';
import { messages } from '#domain/messages.ts';
import { applyStanding } from '#functions/ledger/apply-standing.ts';
import { beginCall } from '#functions/ledger/cluster-calls.ts';
import { changePlan } from '#functions/plan-change/change-plan.ts';
import { mailWork } from '#functions/platform/mail/send-mail.ts';
import { noteAsleep } from '#functions/sleep/store.ts';
import { catalog, centavos, reais } from '#tests/support/catalog.ts';
import { cardNumbers } from '#tests/support/orders.ts';
import { runJobsOnDay } from './billing-support.ts';
import { test } from './fixtures.ts';
import {
  cardBlocks,
  inputOf,
  mailsOf,
  newTenant,
  pay,
  press,
  proLimits,
  report,
  today,
  upgrade,
} from './plan-change-support.ts';
import { passDays } from './plan-change-waiting.ts';
import {
  answerOf,
  clearWork,
  confirmPayment,
  depsAt,
  depsWith,
  env,
  mailsSent,
  newKey,
  sendMails,
  sql,
  textOf,
} from './support.ts';

const free = { planId: 'free', monitorsMax: 5, suspended: false };

describe('from the free plan', () => {
  test('a sleeper wakes with what is paid', async ({ tenant }) => {
    await noteAsleep(env.DB, tenant.orderId, {}, Date.now());
    await applyStanding(depsAt(0), tenant.orderId, [await beginCall(env.DB, tenant.orderId, Date.now())]);
    expect(await tenant.limits()).toEqual({ ...free, suspended: true });
    await tenant.upgrade({ targetPlan: 'pro', targetCycle: 'monthly' });
    const [page] = (await tenant.atProcessor()).checkouts;
    expect(await tenant.state()).toBe('asleep');
    await press('checkouts', page?.id ?? '', 'pay');
    await report((await tenant.atProcessor()).payments[0]?.id ?? '');
    await expect.poll(() => tenant.limits()).toEqual(proLimits);
    await expect.poll(() => tenant.state()).toBe('active');
    expect(await tenant.events()).toContain('environment-woken');
  });

  test('without a card it waits on the processor’s page until paid', async ({ tenant }) => {
    const response = await tenant.upgrade({ targetPlan: 'pro', targetCycle: 'yearly' });
    expect(response.status).toBe(200);
    const answer = await answerOf(response);
    const [page] = (await tenant.atProcessor()).checkouts;
    expect(answer).toEqual({
      status: 'waiting-payment',
      plan: 'pro',
      cycle: 'yearly',
      details: messages['upgrade.pay-first'],
      paymentUrl: expect.stringContaining(page?.id ?? 'no page'),
      hojeCentavos: centavos('pro', 'yearly'),
    });
    expect(await tenant.limits()).toEqual(free);
    expect(await tenant.row()).toMatchObject({ plan: 'free', subscriptionId: null });

    await press('checkouts', page?.id ?? '', 'pay');
    const { payments, subscriptions } = await tenant.atProcessor();
    await report(payments[0]?.id ?? '');
    await expect.poll(() => tenant.limits()).toEqual(proLimits);
    await expect
      .poll(() => tenant.row())
      .toMatchObject({
        plan: 'pro',
        cycle: 'yearly',
        amountCentavos: centavos('pro', 'yearly'),
        state: 'active',
        subscriptionId: subscriptions[0]?.id,
        contractedAt: expect.any(Number),
      });
    expect(subscriptions).toMatchObject([{ value: reais('pro', 'yearly'), cycle: 'YEARLY', deleted: false }]);
    expect(await mailsOf(tenant)).toMatchObject([
      {
        // Its address is not verified.
        name: 'Ana',
        subdominio: tenant.subdominio,
        plano: 'pro',
        ciclo: 'yearly',
        amountCentavos: centavos('pro', 'yearly'),
      },
    ]);
    expect(await tenant.events()).toEqual(
      expect.arrayContaining(['upgrade-asked', 'payment-event', 'upgrade-applied']),
    );
  });

  test('with a card it is charged like a sign-up; limits rise on confirmation', async ({ tenant }) => {
    const answer = await answerOf(await tenant.upgrade({ targetPlan: 'pro', ...cardBlocks() }));
    expect(answer).toEqual({
      status: 'waiting-payment',
      plan: 'pro',
      cycle: 'monthly',
      details: messages['upgrade.pay-first'],
      hojeCentavos: centavos('pro', 'monthly'),
    });
    expect(await tenant.limits()).toEqual(free);
    const { payments, subscriptions } = await tenant.atProcessor();
    expect(subscriptions).toMatchObject([
      { value: reais('pro', 'monthly'), cycle: 'MONTHLY', deleted: false },
    ]);
    expect(payments).toMatchObject([{ value: reais('pro', 'monthly'), dueDate: today() }]);

    await pay(payments[0]?.id ?? '');
    await expect
      .poll(() => tenant.row())
      .toMatchObject({ plan: 'pro', amountCentavos: centavos('pro', 'monthly') });
    expect(await tenant.limits()).toEqual(proLimits);
    // This charge has a receipt too.
    const receipt = `payment-confirmed-${payments[0]?.id}`;
    await expect
      .poll(() => sql('SELECT template FROM outbox WHERE id = ?', receipt))
      .toEqual([{ template: 'payment-confirmed' }]);
  });

  test('a card that is confirmed at once is answered as applied', async ({ tenant }) => {
    const { processor } = depsAt(0);
    const openSubscription: typeof processor.openSubscription = async (...given) => {
      const opened = await processor.openSubscription(...given);
      await confirmPayment(opened.payments[0]?.paymentId ?? '');
      return (await processor.findSubscription(given[3].orderId)) ?? opened;
    };
    const prompt = depsWith({ processor: { openSubscription } });
    const request = { targetPlan: 'pro', ...cardBlocks() } as const;
    expect(await changePlan(prompt, inputOf(tenant, request))).toEqual({
      status: 'applied',
      plan: 'pro',
      cycle: 'monthly',
      details: messages['upgrade.paid'],
      hojeCentavos: centavos('pro', 'monthly'),
    });
    expect(await tenant.limits()).toEqual(proLimits);
  });

  test('a refused card changes nothing, and another one may be sent', async ({ tenant }) => {
    const refused = await tenant.upgrade({ targetPlan: 'pro', ...cardBlocks(cardNumbers.refused) });
    expect(await answerOf(refused)).toMatchObject({ status: 402, code: 'payment-declined' });
    expect((await tenant.atProcessor()).subscriptions).toEqual([]);
    expect(await tenant.row()).toMatchObject({ plan: 'free' });
    const good = await tenant.upgrade({ targetPlan: 'pro', ...cardBlocks() });
    expect(await answerOf(good)).toMatchObject({ status: 'waiting-payment' });
  });

  test('no row contains card, CPF or cardholder', async ({ tenant }) => {
    const blocks = cardBlocks();
    await tenant.upgrade({ targetPlan: 'pro', ...blocks }, newKey());
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
  test('an ended environment returns with the same plan once paid', async ({ paidTenant }) => {
    await paidTenant.cancel();
    await passDays(paidTenant, 40);
    await runJobsOnDay(0);
    expect(await paidTenant.row()).toMatchObject({ state: 'ended' });
    const lower = await paidTenant.upgrade({ targetPlan: 'essential' });
    expect(await answerOf(lower)).toMatchObject({ status: 409, error: messages['upgrade.not-higher'] });

    const answer = await answerOf(await paidTenant.upgrade({ targetPlan: 'pro', ...cardBlocks() }));
    expect(answer).toMatchObject({ status: 'waiting-payment', hojeCentavos: centavos('pro', 'monthly') });
    expect(await paidTenant.limits()).toMatchObject({ suspended: true });
    const bought = (await paidTenant.atProcessor()).payments.at(-1);
    await pay(bought?.id ?? '');
    await expect
      .poll(() => paidTenant.row())
      .toMatchObject({ state: 'active', endsOn: null, subscriptionId: bought?.subscription });
    expect(await paidTenant.limits()).toEqual(proLimits);
  });

  test('a cancelled contract resumes with the stored card, after its paid days', async ({ paidTenant }) => {
    const { paidThrough } = await paidTenant.standing();
    await paidTenant.cancel();
    const answer = await answerOf(await paidTenant.upgrade({ targetPlan: 'pro' }));
    expect(answer).toMatchObject({ status: 'applied', details: messages['upgrade.done'], hojeCentavos: 0 });
    const { payments: charges, subscriptions, checkouts } = await paidTenant.atProcessor();
    expect(checkouts).toEqual([]);
    const dueOn = addDays(paidThrough ?? '', 1);
    expect(charges.map(({ status, value }) => [status, value])).toEqual([
      ['CONFIRMED', reais('pro', 'monthly')],
      ['PENDING', reais('pro', 'monthly')],
    ]);
    expect(charges.at(-1)).toMatchObject({ dueDate: dueOn });
    expect(await paidTenant.row()).toMatchObject({
      state: 'active',
      endsOn: null,
      subscriptionId: subscriptions.at(-1)?.id,
    });
    expect(await paidTenant.standing()).toMatchObject({ paidThrough, renewal: { dueOn, plan: 'pro' } });
    // Repeating the request opens no second renewal.
    expect(await answerOf(await paidTenant.upgrade({ targetPlan: 'pro' }))).toEqual(answer);
    expect((await paidTenant.atProcessor()).subscriptions).toHaveLength(2);
  });

  test('an unpaid charge must be paid on its page first', async ({ overdue }) => {
    const response = await overdue.upgrade({ targetPlan: 'enterprise', ...cardBlocks() });
    expect(await answerOf(response)).toMatchObject({
      status: 409,
      code: 'payment-pending',
      error: messages['upgrade.overdue'],
      details: { redirect: '/conta', paymentUrl: expect.any(String) },
    });
    expect(await overdue.changes()).toEqual([]);
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
