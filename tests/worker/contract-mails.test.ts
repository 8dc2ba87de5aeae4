/**
 * The mails that the law asks for: an order is confirmed with its contract, a purchase says its seven days, and a yearly
 * renewal is announced.
 */

import { describe, expect } from 'vitest';
import { addDays, renewalDay } from '#domain/billing/days.ts';
import { renewalNoticeAt } from '#domain/billing/renewal-notice.ts';
import { withdrawalSentence } from '#domain/orders/essentials.ts';
import { BILLING_RULES_VERSION, TERMS_VERSION } from '#domain/orders/order.ts';
import { mailTemplates } from '#functions/mails.ts';
import { prepareMail } from '#functions/platform/mail/templates.ts';
import { renewalNoticeWork } from '#functions/renewals/notice-renewal.ts';
import { sendReceipt } from '#functions/renewals/send-receipt.ts';
import { declinedOrder, newFreeOrder, newPaidOrder } from '#tests/support/orders.ts';
import { facts } from '#tests/support/sample-mails.ts';
import { accountIn, cancel } from './account-support.ts';
import { test } from './fixtures.ts';
import { placeOrder } from './order-support.ts';
import { type Customer, newTenant, standingOf } from './plan-change-support.ts';
import { depsAt, depsWith, dueAtOf, runDue, sendOrder, sql } from './support.ts';

async function mailsOf(subdominio: string, template: string) {
  const text = 'SELECT payload FROM outbox WHERE template = ? AND payload LIKE ?';
  const mails = await sql<{ payload: string }>(text, template, `%"${subdominio}"%`);
  return mails.map(({ payload }) => ({ template, ...(JSON.parse(payload) as Record<string, unknown>) }));
}

/** The text of a mail as it is sent. */
const contentOf = ({ template, ...payload }: { template: string }) =>
  prepareMail(mailTemplates, { template, payload: JSON.stringify(payload) }, facts).content;

describe('the confirmation of an order', () => {
  test.each([
    ['free', newFreeOrder],
    ['paid', newPaidOrder],
  ] as const)('of a %s one is mailed once, with the contract as accepted', async (_kind, newOrder) => {
    const { token, order } = await placeOrder(newOrder());
    const mails = await mailsOf(order.subdominio, 'order-received');
    expect(mails).toHaveLength(1);
    const [mail] = mails;
    if (mail === undefined) return;
    expect(mail).toMatchObject({ termos: TERMS_VERSION, regras: BILLING_RULES_VERSION, plano: order.plano });
    const { action, notes } = contentOf(mail);
    expect(action?.url).toMatch(new RegExp(`/termos/${TERMS_VERSION}$`));
    expect(notes?.join(' ')).toContain(`/regras/${BILLING_RULES_VERSION}`);
    await sendOrder(token, order);
    expect(await mailsOf(order.subdominio, 'order-received')).toHaveLength(1);
  });

  test('is not sent for a card that was refused', async () => {
    const { order } = await placeOrder(declinedOrder());
    expect(await mailsOf(order.subdominio, 'order-received')).toEqual([]);
  });
});

test('the account shows the contract as accepted last', async ({ paidTenant }) => {
  expect((await accountIn(await paidTenant.read())).acceptance).toMatchObject({ termsVersion: 'x' });
  const accepted = { targetPlan: 'enterprise', targetCycle: 'monthly', termosVersao: TERMS_VERSION };
  expect((await paidTenant.upgrade(accepted)).status).toBe(200);
  await expect
    .poll(async () => (await accountIn(await paidTenant.read())).acceptance)
    .toMatchObject({ termsVersion: TERMS_VERSION, rulesVersion: BILLING_RULES_VERSION });
});

test('the receipt of a purchase says the seven days, that of a renewal does not', () => {
  const [purchase, renewal] = [true, false].map((isPurchase) =>
    contentOf({
      template: 'payment-confirmed',
      to: 'a@teste.example',
      name: null,
      subdominio: 'acme',
      plano: 'pro',
      amountCentavos: 9_900,
      dueDate: '2026-12-21',
      url: null,
      nextDueDate: null,
      isPurchase,
    } as { template: string }),
  );
  expect(purchase?.paragraphs).toContain(withdrawalSentence);
  expect(renewal?.paragraphs).not.toContain(withdrawalSentence);
});

describe('a yearly renewal', () => {
  const noticesOf = ({ subdominio }: Customer) => mailsOf(subdominio, 'renewal-notice');
  const runAt = (at: number) => runDue(renewalNoticeWork, depsAt(at - Date.now()));
  const noticeAt = async (customer: Customer) =>
    renewalNoticeAt((await standingOf(customer)).renewal?.dueOn ?? '');

  test('is announced once, fifteen days before, with amount and day', async () => {
    const customer = await newTenant('pro', 'yearly');
    const dueOn = (await standingOf(customer)).renewal?.dueOn ?? '';
    const at = await noticeAt(customer);
    expect(at).toBeGreaterThan(Date.parse(`${addDays(dueOn, -15)}T00:00:00Z`));
    expect(await dueAtOf(renewalNoticeWork, customer.orderId)).toBe(at);
    await runAt(at - 60_000);
    expect(await noticesOf(customer)).toEqual([]);
    await runAt(at + 60_000);
    expect(await noticesOf(customer)).toMatchObject([{ dueDate: dueOn, ciclo: 'yearly', plano: 'pro' }]);
    await sql('UPDATE work SET due_at = 0 WHERE kind = ?', renewalNoticeWork.kind);
    await runAt(at + 120_000);
    expect(await noticesOf(customer)).toHaveLength(1);
  });

  test('that was cancelled is not announced', async () => {
    const customer = await newTenant('pro', 'yearly');
    const at = await noticeAt(customer);
    await cancel(customer);
    await runAt(at + 60_000);
    expect(await noticesOf(customer)).toEqual([]);
  });

  test('is not announced for a monthly contract', async ({ paidTenant }) => {
    expect(await dueAtOf(renewalNoticeWork, paidTenant.orderId)).toBeNull();
  });
});

test('the receipt names the next charge, even while this one is listed open', async ({ paidTenant }) => {
  await paidTenant.renew();
  const details = await depsAt(0).processor.readSubscription(paidTenant.subscriptionId ?? '');
  const renewal = details?.payments.at(-1);
  if (details === null || renewal === undefined) throw new Error('There is no renewal.');
  const old = depsWith({ processor: { readSubscription: async () => details } });
  const next = renewalDay(renewal.dueDate, 'monthly');
  await sendReceipt(old, await paidTenant.row(), { ...renewal, state: 'confirmed' }, next);
  expect((await mailsOf(paidTenant.subdominio, 'payment-confirmed')).at(-1)).toMatchObject({
    nextDueDate: next,
  });
});
