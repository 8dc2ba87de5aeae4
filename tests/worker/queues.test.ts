/** Scheduled queues: a hanging item does not hold up the others, and a failing one is retried less and less often. */

import { beforeEach, expect, test } from 'vitest';
import { supportEndpoint } from '#domain/api-schemas/support.ts';
import { DomainError } from '#domain/errors.ts';
import type { Deps } from '#functions/compose.ts';
import { markBegun } from '#functions/orders/run-rows.ts';
import { changePlan } from '#functions/plan-change/change-plan.ts';
import { planChangeWork } from '#functions/plan-change/resume-plan-change.ts';
import { mailWork } from '#functions/platform/mail/send-mail.ts';
import { mailOf, mailStatements } from '#functions/platform/outbox.ts';
import { renewalWork } from '#functions/renewals/dunning.ts';
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
import { clearOrders, placeOrder, reserveOrder, sweepOrders } from './order-support.ts';
import { forget, inputOf, newTenant } from './plan-change-support.ts';
import { call, depsAt, depsWith, env, mailsSent, runDue, sql } from './support.ts';

beforeEach(calmBilling);

test('a retry that stays unanswered for a day is reported once', async () => {
  const { customer } = await overdueCustomer();
  const tryAt = (ms: number): Promise<void> => {
    const chargeAgain = () => Promise.reject(new DomainError('payment-unavailable'));
    return runDue(renewalWork, depsWith({ processor: { chargeAgain } }, ms));
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
    await runDue(planChangeWork, lossy(hours * 60 * MINUTE_MS));
  }
  expect((await mailsAbout(customer)).map(({ kind }) => kind)).toEqual(['upgrade-stuck']);
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
    await markBegun(real, id, 'free', null, now - 1_000_000 + index);
  }
  const asked = new Set<string>();
  const provisioner = {
    ensureRunning: async (id: string) => {
      asked.add(id);
      return 'running' as const;
    },
  };
  for (let round = 0; round < 2; round += 1) {
    await sweepOrders({ ...real, provisioner, clock: { now: () => now + round * 1_000 } });
  }
  await clearOrders();
  expect(asked.has(ids[50] ?? '')).toBe(true);
});

test('a burst of mail is sent in one run', async () => {
  const deps = depsAt(0);
  const ids = Array.from({ length: 65 }, () => `support-received-${crypto.randomUUID()}`);
  const mails = ids.map((id) => mailOf(id, 'support-received', { id, email: 'a@teste.example' }));
  await env.DB.batch(mails.flatMap((mail) => mailStatements(env.DB, mail, 0)));
  await runDue(mailWork, deps);
  const sent = await mailsSent('support-received-');
  expect(sent.filter(({ idempotencyKey }) => ids.includes(idempotencyKey))).toHaveLength(65);
});
