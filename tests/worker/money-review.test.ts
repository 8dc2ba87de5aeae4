/** Moments between two steps about money: what one half of the work does while the other has not seen it yet. */
import { beforeEach, expect, test } from 'vitest';
import { addDays } from '#domain/billing/days.ts';
import { AccountResponse } from '#domain/contracts/account.ts';
import { DomainError } from '#domain/errors.ts';
import { renewalDay } from '#domain/order/order.ts';
import { workFailedRenewals } from '#functions/jobs/dunning.ts';
import { workContractEnds } from '#functions/jobs/end-tenants.ts';
import { sendOutbox } from '#functions/jobs/send-outbox.ts';
import { sweepPlanChanges } from '#functions/jobs/sweep-plan-changes.ts';
import { workDueEvents } from '#functions/jobs/work-events.ts';
import type { ChosenTerms } from '#functions/ports/order-store.ts';
import { cancelSubscription } from '#functions/use-cases/cancel-subscription.ts';
import { changePlan } from '#functions/use-cases/change-plan.ts';
import type { Deps } from '#functions/use-cases/deps.ts';
import { settleRenewal } from '#functions/use-cases/dunning.ts';
import { removeTenant } from '#functions/use-cases/end-tenant.ts';
import { cardNumbers, newCard, newPaidOrder } from '#tests/support/orders.ts';
import { newSubdomain } from '#tests/support/people.ts';
import { signUp } from '#tests/support/worker-door.ts';
import { cancel } from './account-support.ts';
import {
  calmBilling,
  DAY_MS,
  mailsAbout,
  overdueCustomer,
  runJobsOnDay,
  setProcessor,
  stateIn,
  statusesOf,
  suspendedCustomer,
  templatesAbout,
} from './billing-support.ts';
import { confirmPayment, depsAt, env, orderRow, sendOrder } from './support.ts';
import {
  answerOf,
  type Customer,
  contractOf,
  forget,
  inputOf,
  limitsOf,
  newTenant,
  press,
  sql,
  today,
  upgrade,
} from './upgrade-support.ts';

beforeEach(calmBilling);

const MINUTE_MS = 60_000;
const endOfPaidMonth = (): string => addDays(renewalDay(today(), 'monthly'), -1);
/** A cancellation that is written down and that the processor has not been told of. */
async function cancelUnheard(customer: Customer): Promise<void> {
  const deps = depsAt(0);
  const payments: Deps['payments'] = {
    ...deps.payments,
    cancelSubscription: () => Promise.reject(new Error('away')),
  };
  await cancelSubscription({ ...deps, payments }, customer.subject);
}

test('an order that is taken back during its last step leaves no environment behind', async () => {
  const { orders, operations, tenants } = depsAt(0);
  const [id, subdominio] = [crypto.randomUUID(), newSubdomain()];
  await orders.reserve(
    {
      ...{ id, subject: crypto.randomUUID(), email: null, name: null, subdominio, plano: 'free' },
      ...{ ciclo: 'monthly', amountCentavos: 0, termsVersion: 'x', termsAddress: '198.18.0.1' },
    },
    1,
  );
  await orders.beginProvisioning(id, 'free', null, 2);
  const order = await orders.findById(id);
  if (order === null) throw new Error('The order was not kept.');
  expect(await operations.cancelOrder(id, 3)).toBe(true);
  await orders.complete(order, { id: `welcome-${id}`, payload: '{}' }, 4);
  expect(await tenants.findBySubdomain(subdominio)).toBeNull();
  expect(await env.DB.prepare('SELECT 1 FROM outbox WHERE id = ?').bind(`welcome-${id}`).first()).toBeNull();
});

test('a failed charge is not tried again once the end was asked for, also while the processor does not know it', async () => {
  const { customer } = await overdueCustomer();
  await cancelUnheard(customer);
  await workFailedRenewals(depsAt(3 * DAY_MS + MINUTE_MS));
  expect(await statusesOf(customer)).toEqual(['CONFIRMED', 'OVERDUE']);
  await workContractEnds(depsAt(DAY_MS));
  expect(await statusesOf(customer)).toEqual(['CONFIRMED']);
  expect((await templatesAbout(customer)).slice(1)).toEqual(['cancelled']);
});

test('a suspended environment that is cancelled is not told to be back', async () => {
  const { customer } = await suspendedCustomer();
  await cancelUnheard(customer);
  // The processor has removed subscription and charges, and the answer is on its way.
  await depsAt(0).payments.cancelSubscription(customer.subscriptionId ?? '');
  await workFailedRenewals(depsAt(17 * DAY_MS));
  await workContractEnds(depsAt(17 * DAY_MS));
  expect(await stateIn(customer)).toBe('ended');
  expect(await templatesAbout(customer)).not.toContain('reactivated');
  expect(await limitsOf(customer)).toMatchObject({ suspended: true });
});

test('a cancelled environment that stands still ends with its last day, too', async () => {
  const customer = await newTenant('pro');
  await cancel(customer);
  await depsAt(0).tenants.setState(customer.subdominio, 'active', 'suspended', Date.now());
  await runJobsOnDay(40);
  expect(await stateIn(customer)).toBe('ended');
});

test('paid while the last failure is counted, it does not stay suspended', async () => {
  const { customer, charge } = await overdueCustomer();
  await setProcessor({ declinesCharges: true });
  for (const days of [3, 7]) await runJobsOnDay(days);
  const deps = depsAt(15 * DAY_MS);
  const payment = await deps.payments.readPayment(charge);
  if (payment === null) throw new Error('The processor does not know this charge.');
  const billing: Deps['billing'] = {
    ...deps.billing,
    readSubscription: async (id) => {
      await runJobsOnDay(15);
      return deps.billing.readSubscription(id);
    },
  };
  await settleRenewal({ ...deps, billing }, await contractOf(customer), { ...payment, state: 'confirmed' });
  expect(await stateIn(customer)).toBe('active');
  expect(await limitsOf(customer)).toMatchObject({ suspended: false });
});

test('a charge that was paid and is contested lifts the suspension it caused', async () => {
  const { customer, charge } = await suspendedCustomer();
  await confirmPayment(charge);
  await press('payments', charge, 'chargeback');
  await runJobsOnDay(17);
  expect(await stateIn(customer)).toBe('active');
});

test('who went from months to years and cancels before has the month that was paid', async () => {
  const customer = await newTenant('essential');
  expect(await answerOf(await upgrade(customer, { targetPlan: 'pro', targetCycle: 'yearly' }))).toMatchObject(
    {
      status: 'applied',
      cycle: 'yearly',
    },
  );
  const account = AccountResponse.parse(await (await cancel(customer)).json());
  expect(account).toMatchObject({ situacao: 'cancelamento-agendado', terminaEm: endOfPaidMonth() });
  expect((await contractOf(customer)).endsOn).toBe(endOfPaidMonth());
  expect((await mailsAbout(customer)).at(-1)).toMatchObject({
    template: 'cancelled',
    endsOn: endOfPaidMonth(),
  });
});

test('a plan that was cancelled right after its upgrade is not told to be in force', async () => {
  const customer = await newTenant('essential');
  await upgrade(customer, { targetPlan: 'pro' });
  await cancel(customer);
  expect(await answerOf(await upgrade(customer, { targetPlan: 'pro' }))).toMatchObject({
    status: 'waiting-payment',
    paymentUrl: expect.stringContaining('http'),
  });
});

test('an environment whose data are due to be removed is not sold again', async () => {
  const customer = await newTenant('pro');
  await sql(
    "UPDATE tenants SET state = 'ended', subscription_id = NULL, ends_on = '2020-01-01', state_since = ? WHERE subdominio = ?",
    ...[Date.now() - 31 * DAY_MS, customer.subdominio],
  );
  expect((await upgrade(customer, { targetPlan: 'pro' })).status).toBe(404);
});

test('an environment that was bought again since it was listed is not removed', async () => {
  const customer = await newTenant('pro');
  const active = await contractOf(customer);
  const listed = { ...active, state: 'ended' as const, stateSince: 0 };
  await removeTenant(depsAt(0), listed);
  expect(await limitsOf(customer)).toMatchObject({ suspended: false });
  expect(await stateIn(customer)).toBe('active');
});

test('a request that lost its lease changes no order any more', async () => {
  const { orders } = depsAt(0);
  const [id, subdominio] = [crypto.randomUUID(), newSubdomain()];
  const terms: ChosenTerms = {
    subdominio,
    plano: 'essential',
    ciclo: 'monthly',
    amountCentavos: 4_900,
    termsVersion: 'x',
    termsAddress: '198.18.0.1',
  };
  await orders.reserve({ id, subject: crypto.randomUUID(), email: null, name: null, ...terms }, 1);
  const lease = (await orders.findById(id))?.leaseUntil ?? 0;
  const dearer: ChosenTerms = { ...terms, plano: 'enterprise', amountCentavos: 29_900 };
  expect(await orders.choose(id, lease - 1, dearer, 2)).toBe('not-open');
  expect(await orders.choose(id, lease, dearer, 2)).toBe('chosen');
});

test('a refused card does not make us forget that an answer was lost before', async () => {
  const { token, subject } = await signUp();
  const order = newPaidOrder({ card: newCard({ number: cardNumbers.refused }) });
  expect((await sendOrder(token, order)).status).toBe(402);
  expect(await orderRow(subject)).toMatchObject({ payment: 'none', unclear_until: 0 });
  await sql(
    "UPDATE orders SET payment = 'unclear', unclear_until = 1, lease_until = 0 WHERE subject = ?",
    subject,
  );
  expect((await sendOrder(token, order)).status).toBe(402);
  const row = await orderRow(subject);
  expect(row).toMatchObject({ payment: 'none' });
  expect(row['unclear_until']).toBeGreaterThan(0);
});

test('a contract that was cancelled is not told to be ordered already', async () => {
  const customer = await newTenant('pro');
  const { subdominio } = customer;
  const again = newPaidOrder({ subdominio, plano: 'pro', ciclo: 'monthly' });
  expect((await sendOrder(customer.token, again)).status).toBe(200);
  await cancel(customer);
  const refusal = await sendOrder(customer.token, again);
  expect(await refusal.json()).toMatchObject({ code: 'tenant-exists', details: { redirect: '/conta' } });
});

test('the proof of a payment names the charge after it, also where the list still shows this one open', async () => {
  const customer = await newTenant('pro');
  await press('subscriptions', customer.subscriptionId ?? '', 'renew');
  const deps = depsAt(0);
  const details = await deps.billing.readSubscription(customer.subscriptionId ?? '');
  const renewal = details?.payments.at(-1);
  if (details === null || renewal === undefined) throw new Error('There is no renewal.');
  const billing: Deps['billing'] = { ...deps.billing, readSubscription: async () => details };
  await settleRenewal({ ...deps, billing }, await contractOf(customer), { ...renewal, state: 'confirmed' });
  expect((await mailsAbout(customer)).at(-1)).toMatchObject({
    template: 'payment-confirmed',
    nextDueDate: renewalDay(renewal.dueDate, 'monthly'),
  });
});

test('a try that the processor neither makes nor refuses is told to a person after a day, once', async () => {
  const { customer } = await overdueCustomer();
  const tryAt = (ms: number): Promise<void> => {
    const deps = depsAt(ms);
    const chargeAgain = () => Promise.reject(new DomainError('payment-unavailable'));
    return workFailedRenewals({ ...deps, billing: { ...deps.billing, chargeAgain } });
  };
  await tryAt(3 * DAY_MS + MINUTE_MS);
  expect(await templatesAbout(customer)).toEqual(['payment-failed']);
  for (const hours of [1, 2]) await tryAt(4 * DAY_MS + hours * 60 * MINUTE_MS);
  expect((await mailsAbout(customer)).slice(1).map(({ kind }) => kind)).toEqual(['renewal-stuck']);
});

test('a change of plan that the processor refuses for a day is told to a person, once', async () => {
  const customer = await newTenant('essential');
  const lossy = (ms: number): Deps => {
    const deps = depsAt(ms);
    const changeSubscription = () => Promise.reject(new DomainError('payment-unavailable'));
    return { ...deps, billing: { ...deps.billing, changeSubscription } };
  };
  const asked = changePlan(lossy(0), inputOf(customer, { targetPlan: 'pro' }));
  await expect(asked).rejects.toMatchObject({ code: 'payment-unavailable' });
  for (const hours of [1, 25, 26]) {
    await forget(customer);
    await sweepPlanChanges(lossy(hours * 60 * MINUTE_MS));
  }
  expect((await mailsAbout(customer)).map(({ kind }) => kind)).toEqual(['upgrade-stuck']);
});

test('one event that hangs holds up no other, and one that fails again and again is asked for less and less', async () => {
  await sql('UPDATE webhook_events SET processed_at = 1 WHERE processed_at IS NULL');
  const deps = depsAt(0);
  const ids = [crypto.randomUUID(), crypto.randomUUID()] as const;
  const eventOf = (id: string) => ({ id, type: 'PAYMENT_CONFIRMED', paymentId: id, subscriptionId: null });
  for (const id of ids) await deps.webhookEvents.receive(eventOf(id), deps.clock.now());
  let secondIsRead = (_: null): void => undefined;
  const second = new Promise<null>((resolve) => {
    secondIsRead = resolve;
  });
  const readPayment = (id: string) => {
    if (id === ids[1]) secondIsRead(null);
    return id === ids[0] ? second : Promise.resolve(null);
  };
  const later = depsAt(MINUTE_MS);
  await workDueEvents({ ...later, payments: { ...later.payments, readPayment } });

  const waits: number[] = [];
  const failing = crypto.randomUUID();
  await deps.webhookEvents.receive(eventOf(failing), 0);
  for (let round = 0; round < 9; round += 1) {
    const at = round * DAY_MS;
    await workDueEvents({
      ...deps,
      clock: { now: () => at + DAY_MS },
      payments: {
        ...deps.payments,
        readPayment: () => Promise.reject(new DomainError('payment-unavailable')),
      },
    });
    const row = await env.DB.prepare('SELECT due_at FROM webhook_events WHERE id = ?').bind(failing).first();
    waits.push((Number(row?.['due_at']) - at - DAY_MS) / 1000);
  }
  expect(waits).toEqual([30, 60, 120, 240, 480, 960, 1920, 3600, 3600]);
});

test('a mail whose delivery hangs holds up no other', async () => {
  await sql('UPDATE outbox SET sent_at = 1 WHERE sent_at IS NULL');
  const deps = depsAt(0);
  const to = [`${crypto.randomUUID()}@teste.example`, `${crypto.randomUUID()}@teste.example`] as const;
  for (const address of to) {
    const payload = { to: address, name: null, subdominio: 'x', plano: 'free' };
    await deps.billingWork.enqueue(
      { id: address, template: 'welcome', payload: JSON.stringify(payload) },
      Date.now(),
    );
  }
  let secondIsSent = (): void => undefined;
  const second = new Promise<void>((resolve) => {
    secondIsSent = resolve;
  });
  const send: Deps['mailer']['send'] = async (mail) => {
    if (mail.to === to[1]) secondIsSent();
    await second;
  };
  await sendOutbox({ ...depsAt(MINUTE_MS), mailer: { ...deps.mailer, send } });
});
