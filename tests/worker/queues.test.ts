/** Scheduled queues: a hanging item does not hold up the others, and a failing one is retried less and less often. */
import { beforeEach, expect, test } from 'vitest';
import { supportEndpoint } from '#domain/contracts/support.ts';
import { DomainError } from '#domain/errors.ts';
import type { Deps } from '#functions/compose.ts';
import { paymentJobs } from '#functions/payments/jobs.ts';
import { changePlan } from '#functions/plan-change/change-plan.ts';
import { planChangeJobs } from '#functions/plan-change/jobs.ts';
import { sendOutbox } from '#functions/platform/mail/send-outbox.ts';
import { mailOf, mailStatement } from '#functions/platform/outbox.ts';
import { provisioningJobs } from '#functions/provisioning/jobs.ts';
import { renewalJobs } from '#functions/renewals/jobs.ts';
import { runScheduled } from '#functions/scheduled.ts';
import { newPaidOrder } from '#tests/support/orders.ts';
import {
  calmBilling,
  DAY_MS,
  MINUTE_MS,
  mailsAbout,
  overdueCustomer,
  templatesAbout,
} from './billing-support.ts';
import { clearOrders, placeOrder, reserveOrder } from './order-support.ts';
import { call, depsAt, depsWith, env, mailsSent, sql } from './support.ts';
import { forget, inputOf, newTenant } from './upgrade-support.ts';

beforeEach(calmBilling);

test('a retry that stays unanswered for a day is reported once', async () => {
  const { customer } = await overdueCustomer();
  const tryAt = (ms: number): Promise<void> => {
    const chargeAgain = () => Promise.reject(new DomainError('payment-unavailable'));
    return renewalJobs.dunning(depsWith({ processor: { chargeAgain } }, ms));
  };
  await tryAt(3 * DAY_MS + MINUTE_MS);
  expect(await templatesAbout(customer)).toEqual(['payment-failed']);
  for (const hours of [1, 2]) await tryAt(4 * DAY_MS + hours * 60 * MINUTE_MS);
  expect((await mailsAbout(customer)).slice(1).map(({ kind }) => kind)).toEqual(['renewal-stuck']);
});

test('a plan change refused for a day is reported once', async () => {
  const customer = await newTenant('essential');
  const lossy = (ms: number): Deps => {
    const changeSubscription = () => Promise.reject(new DomainError('payment-unavailable'));
    return depsWith({ processor: { changeSubscription } }, ms);
  };
  const asked = changePlan(lossy(0), inputOf(customer, { targetPlan: 'pro' }));
  await expect(asked).rejects.toMatchObject({ code: 'payment-unavailable' });
  for (const hours of [1, 25, 26]) {
    await forget(customer);
    await planChangeJobs.planChanges(lossy(hours * 60 * MINUTE_MS));
  }
  expect((await mailsAbout(customer)).map(({ kind }) => kind)).toEqual(['upgrade-stuck']);
});

test('a hanging event holds up no other; a failing one slows down', async () => {
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
  await paymentJobs.events(depsWith({ processor: { readPayment } }, MINUTE_MS));

  const waits: number[] = [];
  const failing = crypto.randomUUID();
  await deps.webhookEvents.receive(eventOf(failing), 0);
  for (let round = 0; round < 9; round += 1) {
    const day = round * DAY_MS;
    const readPayment = () => Promise.reject(new DomainError('payment-unavailable'));
    await paymentJobs.events({
      ...depsWith({ processor: { readPayment } }),
      clock: { now: () => day + DAY_MS },
    });
    const [row] = await sql('SELECT due_at FROM webhook_events WHERE id = ?', failing);
    waits.push((Number(row?.['due_at']) - day - DAY_MS) / 1000);
  }
  expect(waits).toEqual([30, 60, 120, 240, 480, 960, 1920, 3600, 3600]);
});

test('a hanging mail holds up no other', async () => {
  await sql('UPDATE outbox SET sent_at = 1 WHERE sent_at IS NULL');
  const to = [`${crypto.randomUUID()}@teste.example`, `${crypto.randomUUID()}@teste.example`] as const;
  for (const address of to) {
    const payload = { to: address, name: null, subdominio: 'x', plano: 'free' };
    await mailStatement(env.DB, mailOf(address, 'welcome', payload), Date.now()).run();
  }
  let secondIsSent = (): void => undefined;
  const second = new Promise<void>((resolve) => {
    secondIsSent = resolve;
  });
  const send: Deps['mailer']['send'] = async (mail) => {
    if (mail.to === to[1]) secondIsSent();
    await second;
  };
  await sendOutbox(depsWith({ mailer: { send } }, MINUTE_MS));
});

test('mail is sent although the processor does not answer', async () => {
  await placeOrder(newPaidOrder());
  const email = `fila-${crypto.randomUUID().slice(0, 8)}@teste.example`;
  await call(supportEndpoint, { body: { nome: 'Ana', email, assunto: 'Oi', mensagem: 'Oi' } });
  void runScheduled(
    depsWith({ processor: { findSubscription: () => new Promise(() => undefined) } }, 60_000),
  );
  const waiting = 'SELECT id FROM outbox WHERE payload LIKE ? AND sent_at IS NULL';
  await expect.poll(() => sql(waiting, `%${email}%`), { timeout: 5_000 }).toEqual([]);
});

test('a silent order does not hide the one behind it', async () => {
  await clearOrders();
  const real = depsAt(0);
  const now = Date.now();
  const ids = Array.from({ length: 51 }, () => crypto.randomUUID());
  for (const [index, id] of ids.entries()) {
    await reserveOrder({ id }, now);
    await real.orders.beginProvisioning(id, 'free', null, now - 1_000_000 + index);
  }
  const asked = new Set<string>();
  const provisioner = {
    ensureRunning: async (id: string) => {
      asked.add(id);
      return 'running' as const;
    },
  };
  for (let round = 0; round < 2; round += 1) {
    await provisioningJobs.sweep({ ...real, provisioner, clock: { now: () => now + round * 1_000 } });
  }
  await clearOrders();
  expect(asked.has(ids[50] ?? '')).toBe(true);
});

test('a burst of mail is sent in one run', async () => {
  const ids = Array.from({ length: 65 }, () => `support-received-${crypto.randomUUID()}`);
  for (const id of ids)
    await sql(
      "INSERT INTO outbox (id, template, payload, due_at, created_at) VALUES (?, 'support-received', ?, 0, 0)",
      ...[id, JSON.stringify({ id, email: 'a@teste.example' })],
    );
  await sendOutbox(depsAt(0));
  const sent = await mailsSent('support-received-');
  expect(sent.filter(({ idempotencyKey }) => ids.includes(idempotencyKey))).toHaveLength(65);
});
