/** An interrupted plan change: lost responses, concurrent requests, crashes, outages. */
import { beforeEach, describe, expect } from 'vitest';
import { messages } from '#domain/messages.ts';
import { changePlan } from '#functions/plan-change/change-plan.ts';
import { catalog, centavos, reais } from '#tests/support/catalog.ts';
import { test } from './fixtures.ts';
import {
  cardBlocks,
  forget,
  inputOf,
  limitsOf,
  mailsOf,
  newTenant,
  press,
  processorObjectsOf,
  report,
  upgrade,
} from './plan-change-support.ts';
import { closeChanges, firstPage, lostAnswer, sweep } from './plan-change-waiting.ts';
import { addresses, answerOf, depsAt, depsWith, noFaults, runJobs, setFaults } from './support.ts';
import { killed, watchedDb } from './watched-db.ts';

beforeEach(closeChanges);

/** A processor that does not find a subscription for now. */
const findsNothing = depsWith({ processor: { findSubscription: async () => null } });
const killedAt = (on: RegExp) => ({ db: watchedDb({ on, before: killed }) });

describe('the processor’s response is lost after its work', () => {
  test('while not found, no other plan begins', async () => {
    const customer = await lostAnswer();
    const other = changePlan(findsNothing, inputOf(customer, { targetPlan: 'enterprise' }));
    await expect(other).rejects.toMatchObject({ code: 'upgrade-open' });
    expect((await processorObjectsOf(customer)).subscriptions).toHaveLength(1);
  });

  test('a subscription removed before payment does not block', async ({ tenant }) => {
    await tenant.upgrade({ targetPlan: 'pro', ...cardBlocks() });
    const [bought] = (await tenant.atProcessor()).subscriptions;
    await depsAt(0).processor.cancelSubscription(bought?.id ?? '');
    await sweep(tenant);
    expect(await tenant.changes()).toMatchObject([{ state: 'closed' }]);
    await tenant.upgrade({ targetPlan: 'pro', ...cardBlocks() });
    const { subscriptions } = await tenant.atProcessor();
    expect(subscriptions.map(({ deleted }) => deleted)).toEqual([true, false]);
  });
});

describe('concurrent requests', () => {
  test('five without a card open one page', async ({ tenant }) => {
    await Promise.all(Array.from({ length: 5 }, () => tenant.upgrade({ targetPlan: 'pro' })));
    expect((await tenant.atProcessor()).checkouts).toHaveLength(1);
  });

  test('for two plans leave at most one way to pay', async ({ tenant }) => {
    await Promise.all([
      tenant.upgrade({ targetPlan: 'pro' }),
      tenant.upgrade({ targetPlan: 'enterprise', ...cardBlocks() }),
    ]);
    const { checkouts, subscriptions } = await tenant.atProcessor();
    const pages = checkouts.filter(({ status }) => status === 'ACTIVE');
    expect(pages.length + subscriptions.filter(({ deleted }) => !deleted).length).toBe(1);
  });

  test('any number of events applies a change once, with one mail', async ({ tenant }) => {
    await tenant.upgrade({ targetPlan: 'pro' });
    await press('checkouts', await firstPage(tenant), 'pay');
    const charge = await tenant.lastCharge();
    await Promise.all(Array.from({ length: 5 }, () => report(charge)));
    await expect.poll(() => tenant.row()).toMatchObject({ plan: 'pro' });
    expect(await mailsOf(tenant)).toHaveLength(1);
    expect((await tenant.events()).filter((kind) => kind === 'upgrade-applied')).toHaveLength(1);
  });
});

describe('the request is killed', () => {
  test('before its first step: the sweep closes it, and a retry works', async ({ tenant }) => {
    const dying = depsWith({
      ...killedAt(/^UPDATE plan_changes SET lease_until = \?, /),
      processor: { openHostedPage: killed },
    });
    await expect(changePlan(dying, inputOf(tenant, { targetPlan: 'pro' }))).rejects.toThrow('killed');
    expect(await tenant.changes()).toMatchObject([{ state: 'asked', settled_at: null }]);
    await sweep(tenant);
    expect(await tenant.changes()).toMatchObject([{ state: 'closed' }]);
    expect(await answerOf(await tenant.upgrade({ targetPlan: 'pro' }))).toMatchObject({
      status: 'waiting-payment',
    });
  });

  test('between price and limits: the sweep finishes it', async ({ essentialTenant }) => {
    const dying = depsWith({
      cluster: { ensureApplication: killed },
    });
    await expect(changePlan(dying, inputOf(essentialTenant, { targetPlan: 'pro' }))).rejects.toThrow(
      'killed',
    );
    expect(await essentialTenant.row()).toMatchObject({ plan: 'essential' });
    await sweep(essentialTenant);
    expect(await essentialTenant.row()).toMatchObject({
      plan: 'pro',
      amountCentavos: centavos('pro', 'monthly'),
    });
    expect(await essentialTenant.limits()).toMatchObject({
      planId: 'pro',
      monitorsMax: catalog.plan('pro').limits.monitors,
    });
  });

  test('between limits and ledger: it is finished once', async ({ essentialTenant }) => {
    const dying = depsWith(killedAt(/^UPDATE tenants SET version = /));
    await expect(changePlan(dying, inputOf(essentialTenant, { targetPlan: 'pro' }))).rejects.toThrow(
      'killed',
    );
    expect(await answerOf(await essentialTenant.upgrade({ targetPlan: 'pro' }))).toMatchObject({
      status: 'applied',
    });
    expect(await essentialTenant.changes()).toMatchObject([{ state: 'applied' }]);
    expect(await mailsOf(essentialTenant)).toHaveLength(1);
  });
});

test('killed between ledger and row: the repeated request writes the row', async ({ essentialTenant }) => {
  const dying = depsWith(killedAt(/^UPDATE tenants SET .* ends_on = /));
  await expect(changePlan(dying, inputOf(essentialTenant, { targetPlan: 'pro' }))).rejects.toThrow('killed');
  expect(await essentialTenant.row()).toMatchObject({ plan: 'essential' });
  expect(await answerOf(await essentialTenant.upgrade({ targetPlan: 'pro' }))).toMatchObject({
    status: 'applied',
  });
  expect(await essentialTenant.row()).toMatchObject({ plan: 'pro' });
});

describe('outages', () => {
  test('cluster down: the response says that it continues, and it does', async ({ essentialTenant }) => {
    await setFaults(addresses.argocdUrl, { down: true });
    const response = await essentialTenant.upgrade({ targetPlan: 'pro' });
    expect(await answerOf(response)).toMatchObject({
      status: 503,
      code: 'cluster-unavailable',
      error: messages['upgrade.continues'],
    });
    expect(await essentialTenant.row()).toMatchObject({
      plan: 'essential',
      amountCentavos: centavos('essential', 'monthly'),
    });
    await sweep(essentialTenant);
    expect(await essentialTenant.row()).toMatchObject({ plan: 'essential' });
    await setFaults(addresses.argocdUrl, noFaults);
    await sweep(essentialTenant);
    expect(await essentialTenant.row()).toMatchObject({
      plan: 'pro',
      amountCentavos: centavos('pro', 'monthly'),
    });
    expect((await essentialTenant.atProcessor()).subscriptions).toMatchObject([
      { value: reais('pro', 'monthly') },
    ]);
    expect(await mailsOf(essentialTenant)).toHaveLength(1);
  });

  test('cluster down at the payment: nothing is lost', async ({ tenant }) => {
    await tenant.upgrade({ targetPlan: 'pro' });
    await press('checkouts', await firstPage(tenant), 'pay');
    await setFaults(addresses.argocdUrl, { down: true });
    await report(await tenant.lastCharge());
    await expect.poll(() => tenant.changes()).toMatchObject([{ state: 'applying' }]);
    await setFaults(addresses.argocdUrl, noFaults);
    await sweep(tenant);
    expect(await tenant.row()).toMatchObject({ plan: 'pro' });
  });

  test('processor down: nothing is opened or changed', async () => {
    const [free, paying] = await Promise.all([newTenant(), newTenant('essential')]);
    await setFaults(addresses.asaasUrl, { down: true });
    for (const customer of [free, paying]) {
      const response = await upgrade(customer, { targetPlan: 'pro', ...cardBlocks() });
      expect(await answerOf(response)).toMatchObject({ status: 503, code: 'payment-unavailable' });
    }
    await setFaults(addresses.asaasUrl, noFaults);
    expect(await limitsOf(paying)).toMatchObject({ planId: 'essential' });
    expect(await answerOf(await upgrade(free, { targetPlan: 'pro' }))).toMatchObject({
      status: 'waiting-payment',
    });
    expect(await answerOf(await upgrade(paying, { targetPlan: 'pro' }))).toMatchObject({ status: 'applied' });
  });

  test('lost payment event: the sweep finds the payment', async ({ tenant }) => {
    await tenant.upgrade({ targetPlan: 'pro' });
    await press('checkouts', await firstPage(tenant), 'pay');
    await forget(tenant);
    await runJobs();
    expect(await tenant.row()).toMatchObject({ plan: 'pro' });
  });
});
