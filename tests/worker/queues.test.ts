/** Queues of scheduled work: one that hangs holds up no other, and what fails again and again is asked for less and less. */
import { beforeEach, expect, test } from 'vitest';
import { DomainError } from '#domain/errors.ts';
import type { Deps } from '#functions/compose.ts';
import { contractJobs } from '#functions/contract/jobs.ts';
import { changePlan } from '#functions/plan-change/change-plan.ts';
import { planChangeJobs } from '#functions/plan-change/jobs.ts';
import { sendOutbox } from '#functions/platform/mail/send-outbox.ts';
import {
  calmBilling,
  DAY_MS,
  MINUTE_MS,
  mailsAbout,
  overdueCustomer,
  templatesAbout,
} from './billing-support.ts';
import { depsAt, env } from './support.ts';
import { forget, inputOf, newTenant, sql } from './upgrade-support.ts';

beforeEach(calmBilling);

test('a try that the processor neither makes nor refuses is told to a person after a day, once', async () => {
  const { customer } = await overdueCustomer();
  const tryAt = (ms: number): Promise<void> => {
    const deps = depsAt(ms);
    const chargeAgain = () => Promise.reject(new DomainError('payment-unavailable'));
    return contractJobs.dunning({ ...deps, billing: { ...deps.billing, chargeAgain } });
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
    await planChangeJobs.planChanges(lossy(hours * 60 * MINUTE_MS));
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
  await contractJobs.events({ ...later, payments: { ...later.payments, readPayment } });

  const waits: number[] = [];
  const failing = crypto.randomUUID();
  await deps.webhookEvents.receive(eventOf(failing), 0);
  for (let round = 0; round < 9; round += 1) {
    const at = round * DAY_MS;
    await contractJobs.events({
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
