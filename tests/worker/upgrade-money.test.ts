/** Changes of plan when things go wrong: lost answers, twins, kills, late payments, silent services. */
import { beforeEach, describe, expect, test } from 'vitest';
import { DomainError } from '#domain/errors.ts';
import { messages } from '#domain/messages.ts';
import { sweepPlanChanges } from '#functions/jobs/sweep-plan-changes.ts';
import { changePlan } from '#functions/use-cases/change-plan.ts';
import type { Deps } from '#functions/use-cases/deps.ts';
import { at, calmServices, confirmPayment, depsAt, noFaults, runJobs, setFaults } from './support.ts';
import {
  answerOf,
  type Customer,
  cardBlocks,
  changesOf,
  contractOf,
  eventsOf,
  forget,
  inputOf,
  limitsOf,
  mailsOf,
  newTenant,
  press,
  purseOf,
  report,
  sql,
  upgrade,
} from './upgrade-support.ts';

beforeEach(async () => {
  await calmServices();
  // A sweep would look at what other tests left first.
  await sql("UPDATE plan_changes SET state = 'closed', settled_at = 1 WHERE settled_at IS NULL");
});

const HOUR_MS = 3_600_000;
/** The processor's limit of a lost call, and a little. */
const UNCLEAR_OVER_MS = 140_000;

const sweep = async (customer: Customer, aheadMs = 0): Promise<void> => {
  await forget(customer);
  await sweepPlanChanges(depsAt(aheadMs));
};

const firstPage = async (customer: Customer): Promise<string> =>
  (await purseOf(customer)).checkouts[0]?.id ?? 'no page';

const lastCharge = async (customer: Customer): Promise<string> =>
  (await purseOf(customer)).payments.at(-1)?.id ?? 'no charge';

/** A purchase by card whose answer was lost on the way back. */
async function lostAnswer(): Promise<Customer> {
  const customer = await newTenant();
  await setFaults(at.asaasUrl, { loseAnswers: 1, losePath: '/v3/subscriptions' });
  const response = await upgrade(customer, { targetPlan: 'pro', ...cardBlocks() });
  await setFaults(at.asaasUrl, noFaults);
  expect(await answerOf(response)).toMatchObject({ status: 503, code: 'payment-unclear' });
  expect((await purseOf(customer)).subscriptions).toHaveLength(1);
  return customer;
}

describe('the answer of the processor is lost after it did the work', () => {
  test('the same request finds the subscription and opens no other', async () => {
    const customer = await lostAnswer();
    const again = await answerOf(await upgrade(customer, { targetPlan: 'pro', ...cardBlocks() }));
    expect(again).toMatchObject({ status: 'waiting-payment' });
    expect((await purseOf(customer)).subscriptions).toHaveLength(1);
    await confirmPayment(await lastCharge(customer));
    expect(await answerOf(await upgrade(customer, { targetPlan: 'pro' }))).toMatchObject({
      status: 'applied',
    });
  });

  test('the report of its payment is enough', async () => {
    const customer = await lostAnswer();
    const charge = await lastCharge(customer);
    await confirmPayment(charge);
    await report(charge);
    await expect.poll(() => contractOf(customer)).toMatchObject({ plano: 'pro' });
  });

  test('the sweep finds it too', async () => {
    const customer = await lostAnswer();
    await confirmPayment(await lastCharge(customer));
    await sweep(customer);
    expect(await contractOf(customer)).toMatchObject({ plano: 'pro', amountCentavos: 9_900 });
  });

  test('while it cannot be found, nothing is charged again and no other plan begins', async () => {
    const customer = await lostAnswer();
    const deps = depsAt(0);
    const blind: Deps = { ...deps, payments: { ...deps.payments, findSubscription: async () => null } };
    const same = changePlan(blind, inputOf(customer, { targetPlan: 'pro', ...cardBlocks() }));
    await expect(same).rejects.toMatchObject({ code: 'payment-unclear' });
    const other = changePlan(blind, inputOf(customer, { targetPlan: 'enterprise' }));
    await expect(other).rejects.toMatchObject({ code: 'upgrade-open' });
    expect((await purseOf(customer)).subscriptions).toHaveLength(1);
  });

  test('a subscription that the processor does not list yet is not taken for removed', async () => {
    const customer = await newTenant();
    const request = { targetPlan: 'pro', ...cardBlocks() } as const;
    await upgrade(customer, request);
    const deps = depsAt(0);
    const blind: Deps = { ...deps, payments: { ...deps.payments, findSubscription: async () => null } };
    const again = await changePlan(blind, inputOf(customer, request));
    expect(again).toMatchObject({ status: 'waiting-payment' });
    expect((await purseOf(customer)).subscriptions).toHaveLength(1);
    expect(await changesOf(customer)).toHaveLength(1);
  });

  test('a subscription that was removed before it was paid gives way', async () => {
    const customer = await newTenant();
    await upgrade(customer, { targetPlan: 'pro', ...cardBlocks() });
    const [bought] = (await purseOf(customer)).subscriptions;
    await depsAt(0).payments.cancelSubscription(bought?.id ?? '');
    await sweep(customer);
    expect(await changesOf(customer)).toMatchObject([{ state: 'closed' }]);
    await upgrade(customer, { targetPlan: 'pro', ...cardBlocks() });
    const { subscriptions } = await purseOf(customer);
    expect(subscriptions.map(({ deleted }) => deleted)).toEqual([true, false]);
  });

  test('a lost call that came to nothing may be sent again', async () => {
    const customer = await newTenant();
    const deps = depsAt(0);
    const openSubscription: Deps['payments']['openSubscription'] = async () => {
      throw new DomainError('payment-unclear');
    };
    const lossy: Deps = { ...deps, payments: { ...deps.payments, openSubscription } };
    const input = inputOf(customer, { targetPlan: 'pro', ...cardBlocks() });
    await expect(changePlan(lossy, input)).rejects.toMatchObject({ code: 'payment-unclear' });
    await forget(customer);
    expect(await changePlan(depsAt(UNCLEAR_OVER_MS), input)).toMatchObject({ status: 'waiting-payment' });
    expect((await purseOf(customer)).subscriptions).toHaveLength(1);
    expect(await changesOf(customer)).toHaveLength(1);
  });
});

describe('several at the same time', () => {
  test('five cards at once buy one subscription', async () => {
    const customer = await newTenant();
    const request = { targetPlan: 'pro', ...cardBlocks() };
    const answers = await Promise.all(Array.from({ length: 5 }, () => upgrade(customer, request)));
    const told = await Promise.all(answers.map(answerOf));
    for (const each of told)
      expect(['waiting-payment', 'idempotency-in-progress']).toContain(each['code'] ?? each.status);
    expect(told.some(({ status }) => status === 'waiting-payment')).toBe(true);
    expect((await purseOf(customer)).subscriptions).toHaveLength(1);
    expect(await changesOf(customer)).toHaveLength(1);
  });

  test('five times without a card open one page', async () => {
    const customer = await newTenant();
    await Promise.all(Array.from({ length: 5 }, () => upgrade(customer, { targetPlan: 'pro' })));
    expect((await purseOf(customer)).checkouts).toHaveLength(1);
  });

  test('two plans at once leave at most one way to pay', async () => {
    const customer = await newTenant();
    await Promise.all([
      upgrade(customer, { targetPlan: 'pro' }),
      upgrade(customer, { targetPlan: 'enterprise', ...cardBlocks() }),
    ]);
    const { checkouts, subscriptions } = await purseOf(customer);
    const pages = checkouts.filter(({ status }) => status === 'ACTIVE');
    expect(pages.length + subscriptions.filter(({ deleted }) => !deleted).length).toBe(1);
  });

  test('a payment reported many times puts one change in force, with one mail', async () => {
    const customer = await newTenant();
    await upgrade(customer, { targetPlan: 'pro' });
    await press('checkouts', await firstPage(customer), 'pay');
    const charge = await lastCharge(customer);
    await Promise.all(Array.from({ length: 5 }, () => report(charge)));
    await expect.poll(() => contractOf(customer)).toMatchObject({ plano: 'pro' });
    expect(await mailsOf(customer)).toHaveLength(1);
    expect((await eventsOf(customer)).filter((kind) => kind === 'upgrade-applied')).toHaveLength(1);
  });
});

describe('the request ends in the middle', () => {
  test('before its first step: the sweep closes it and the customer starts again', async () => {
    const customer = await newTenant();
    const deps = depsAt(0);
    const killed: Deps = {
      ...deps,
      planChanges: { ...deps.planChanges, close: () => Promise.reject(new Error('killed')) },
      billing: { ...deps.billing, openHostedPage: () => Promise.reject(new Error('killed')) },
    };
    await expect(changePlan(killed, inputOf(customer, { targetPlan: 'pro' }))).rejects.toThrow('killed');
    expect(await changesOf(customer)).toMatchObject([{ state: 'asked', settled_at: null }]);
    await sweep(customer);
    expect(await changesOf(customer)).toMatchObject([{ state: 'closed' }]);
    expect(await answerOf(await upgrade(customer, { targetPlan: 'pro' }))).toMatchObject({
      status: 'waiting-payment',
    });
  });

  test('between price and limits: the sweep finishes it', async () => {
    const customer = await newTenant('essential');
    const deps = depsAt(0);
    const killed: Deps = {
      ...deps,
      cluster: { ...deps.cluster, ensureApplication: () => Promise.reject(new Error('killed')) },
    };
    await expect(changePlan(killed, inputOf(customer, { targetPlan: 'pro' }))).rejects.toThrow('killed');
    expect(await contractOf(customer)).toMatchObject({ plano: 'essential' });
    await sweep(customer);
    expect(await contractOf(customer)).toMatchObject({ plano: 'pro', amountCentavos: 9_900 });
    expect(await limitsOf(customer)).toMatchObject({ planId: 'pro', monitorsMax: 75 });
  });

  test('between limits and contract: it is finished once', async () => {
    const customer = await newTenant('essential');
    const deps = depsAt(0);
    const killed: Deps = {
      ...deps,
      planChanges: { ...deps.planChanges, apply: () => Promise.reject(new Error('killed')) },
    };
    await expect(changePlan(killed, inputOf(customer, { targetPlan: 'pro' }))).rejects.toThrow('killed');
    expect(await answerOf(await upgrade(customer, { targetPlan: 'pro' }))).toMatchObject({
      status: 'applied',
    });
    expect(await changesOf(customer)).toMatchObject([{ state: 'applied' }]);
    expect(await mailsOf(customer)).toHaveLength(1);
  });
});

describe('a service does not answer', () => {
  test('the cluster is down: the customer is told that it goes on, and it does', async () => {
    const customer = await newTenant('essential');
    await setFaults(at.argocdUrl, { down: true });
    const response = await upgrade(customer, { targetPlan: 'pro' });
    expect(await answerOf(response)).toMatchObject({
      ...{ status: 503, code: 'cluster-unavailable', error: messages['upgrade.continues'] },
    });
    expect(await contractOf(customer)).toMatchObject({ plano: 'essential', amountCentavos: 4_900 });
    await sweep(customer);
    expect(await contractOf(customer)).toMatchObject({ plano: 'essential' });
    await setFaults(at.argocdUrl, noFaults);
    await sweep(customer);
    expect(await contractOf(customer)).toMatchObject({ plano: 'pro', amountCentavos: 9_900 });
    expect((await purseOf(customer)).subscriptions).toMatchObject([{ value: 99 }]);
    expect(await mailsOf(customer)).toHaveLength(1);
  });

  test('the cluster is down when the payment comes: nothing is lost', async () => {
    const customer = await newTenant();
    await upgrade(customer, { targetPlan: 'pro' });
    await press('checkouts', await firstPage(customer), 'pay');
    await setFaults(at.argocdUrl, { down: true });
    await report(await lastCharge(customer));
    await expect.poll(() => changesOf(customer)).toMatchObject([{ state: 'applying' }]);
    await setFaults(at.argocdUrl, noFaults);
    await sweep(customer);
    expect(await contractOf(customer)).toMatchObject({ plano: 'pro' });
  });

  test('the processor is down: nothing is opened, nothing changes', async () => {
    const [free, paying] = await Promise.all([newTenant(), newTenant('essential')]);
    await setFaults(at.asaasUrl, { down: true });
    for (const customer of [free, paying]) {
      const response = await upgrade(customer, { targetPlan: 'pro', ...cardBlocks() });
      expect(await answerOf(response)).toMatchObject({ status: 503, code: 'payment-unavailable' });
    }
    await setFaults(at.asaasUrl, noFaults);
    expect(await limitsOf(paying)).toMatchObject({ planId: 'essential' });
    expect(await answerOf(await upgrade(free, { targetPlan: 'pro' }))).toMatchObject({
      status: 'waiting-payment',
    });
    expect(await answerOf(await upgrade(paying, { targetPlan: 'pro' }))).toMatchObject({ status: 'applied' });
  });

  test('the report of a payment is lost: the sweep asks', async () => {
    const customer = await newTenant();
    await upgrade(customer, { targetPlan: 'pro' });
    await press('checkouts', await firstPage(customer), 'pay');
    await forget(customer);
    await runJobs();
    expect(await contractOf(customer)).toMatchObject({ plano: 'pro' });
  });
});

describe('nobody pays', () => {
  test('a page that ran out is closed there and then here; the next request opens another', async () => {
    const customer = await newTenant();
    await upgrade(customer, { targetPlan: 'pro' });
    await sweep(customer, 23 * HOUR_MS);
    expect(await changesOf(customer)).toMatchObject([{ state: 'waiting' }]);
    await sweep(customer, 25 * HOUR_MS);
    expect(await changesOf(customer)).toMatchObject([{ state: 'closed' }]);
    expect((await purseOf(customer)).checkouts).toMatchObject([{ status: 'CANCELED' }]);
    await upgrade(customer, { targetPlan: 'pro' });
    expect((await purseOf(customer)).checkouts.map(({ status }) => status)).toEqual(['CANCELED', 'ACTIVE']);
  });

  test('a page that ran out is not offered again', async () => {
    const customer = await newTenant();
    await upgrade(customer, { targetPlan: 'pro' });
    const later = depsAt(24 * HOUR_MS + 1000);
    await changePlan(later, inputOf(customer, { targetPlan: 'pro' }));
    expect((await purseOf(customer)).checkouts.map(({ status }) => status)).toEqual(['CANCELED', 'ACTIVE']);
  });

  test('a charge that stays refused ends with its subscription', async () => {
    const customer = await newTenant();
    await upgrade(customer, { targetPlan: 'pro', ...cardBlocks() });
    await press('payments', await lastCharge(customer), 'refuse');
    await sweep(customer, 25 * HOUR_MS);
    expect((await purseOf(customer)).subscriptions).toMatchObject([{ deleted: true }]);
    expect(await changesOf(customer)).toMatchObject([{ state: 'closed' }]);
  });

  test('a charge that may still be confirmed is waited for', async () => {
    const customer = await newTenant();
    await upgrade(customer, { targetPlan: 'pro', ...cardBlocks() });
    await sweep(customer, 25 * HOUR_MS);
    expect((await purseOf(customer)).subscriptions).toMatchObject([{ deleted: false }]);
    expect(await changesOf(customer)).toMatchObject([{ state: 'waiting' }]);
  });

  test('less money than was asked for raises nothing and is told to the operator once', async () => {
    const customer = await newTenant();
    await upgrade(customer, { targetPlan: 'pro', ...cardBlocks() });
    await confirmPayment(await lastCharge(customer));
    await sql('UPDATE plan_changes SET amount_centavos = 9901 WHERE order_id = ?', customer.orderId);
    await sweep(customer);
    await sweep(customer);
    expect(await contractOf(customer)).toMatchObject({ plano: 'free' });
    expect((await eventsOf(customer)).filter((kind) => kind === 'operator-notice')).toHaveLength(1);
  });
});

describe('money that comes late', () => {
  /** A page that was paid although its change had been closed. */
  async function paidTooLate(customer: Customer): Promise<string> {
    await upgrade(customer, { targetPlan: 'pro' });
    await sql(
      "UPDATE plan_changes SET state = 'closed', settled_at = 1, lease_until = 0 WHERE order_id = ?",
      customer.orderId,
    );
    await press('checkouts', await firstPage(customer), 'pay');
    return lastCharge(customer);
  }

  test('comes into force where nothing has taken its place', async () => {
    const customer = await newTenant();
    const charge = await paidTooLate(customer);
    await report(charge);
    await report(charge);
    await expect.poll(() => contractOf(customer)).toMatchObject({ plano: 'pro' });
    const { customerId, subscriptionId } = await contractOf(customer);
    expect(customerId).toMatch(/^cus_/);
    expect((await purseOf(customer)).subscriptions).toMatchObject([{ id: subscriptionId, deleted: false }]);
    expect(await eventsOf(customer)).toContain('late-payment-applied');
    expect(await mailsOf(customer)).toHaveLength(1);
  });

  test('goes back where another contract stands, and does not renew', async () => {
    const customer = await newTenant();
    const charge = await paidTooLate(customer);
    await upgrade(customer, { targetPlan: 'enterprise', ...cardBlocks() });
    const other = await lastCharge(customer);
    await confirmPayment(other);
    await report(other);
    await expect.poll(() => contractOf(customer)).toMatchObject({ plano: 'enterprise' });
    await report(charge);
    await expect.poll(() => eventsOf(customer)).toContain('late-payment-refunded');
    const { payments, subscriptions } = await purseOf(customer);
    expect(payments.map(({ value, status }) => [value, status])).toEqual([
      [99, 'REFUNDED'],
      [299, 'CONFIRMED'],
    ]);
    expect(subscriptions.map(({ value, deleted }) => [value, deleted])).toEqual([
      [99, true],
      [299, false],
    ]);
  });

  test('goes back while another change waits for its own payment', async () => {
    const customer = await newTenant();
    const charge = await paidTooLate(customer);
    await upgrade(customer, { targetPlan: 'enterprise' });
    await report(charge);
    await expect.poll(() => eventsOf(customer)).toContain('late-payment-refunded');
    expect((await purseOf(customer)).payments).toMatchObject([{ status: 'REFUNDED' }]);
    expect(await contractOf(customer)).toMatchObject({ plano: 'free' });
    expect((await changesOf(customer)).at(-1)).toMatchObject({ state: 'waiting', plano: 'enterprise' });
  });

  test('goes back when the environment is gone by then', async () => {
    const customer = await newTenant();
    await upgrade(customer, { targetPlan: 'pro' });
    await press('checkouts', await firstPage(customer), 'pay');
    await sql('DELETE FROM tenants WHERE order_id = ?', customer.orderId);
    await report(await lastCharge(customer));
    await expect.poll(() => changesOf(customer)).toMatchObject([{ state: 'closed' }]);
    const { payments, subscriptions } = await purseOf(customer);
    expect(payments).toMatchObject([{ status: 'REFUNDED' }]);
    expect(subscriptions).toMatchObject([{ deleted: true }]);
  });

  test('a subscription that appears after its change was given up is ended before it charges', async () => {
    const customer = await lostAnswer();
    await sql(
      "UPDATE plan_changes SET state = 'closed', settled_at = 1, lease_until = 0 WHERE order_id = ?",
      customer.orderId,
    );
    await report(await lastCharge(customer), 'PAYMENT_CREATED');
    await expect.poll(() => purseOf(customer)).toMatchObject({ subscriptions: [{ deleted: true }] });
  });
});

describe('the contract changes underneath', () => {
  test('a subscription that ends while its upgrade is applied takes the upgrade with it', async () => {
    const customer = await newTenant('essential');
    const deps = depsAt(0);
    const { subdominio, subscriptionId } = customer;
    const ending: Deps = {
      ...deps,
      cluster: {
        ...deps.cluster,
        ensureApplication: async (application) => {
          await deps.cluster.ensureApplication(application);
          await deps.tenants.scheduleEnd(subdominio, subscriptionId ?? '', '2030-01-31', Date.now());
        },
      },
    };
    const answer = await changePlan(ending, inputOf(customer, { targetPlan: 'pro' }));
    expect(answer).toMatchObject({ status: 'waiting-payment', paymentUrl: expect.any(String) });
    expect(await limitsOf(customer)).toMatchObject({ planId: 'essential', monitorsMax: 30 });
    expect(await contractOf(customer)).toMatchObject({ plano: 'essential', endsOn: '2030-01-31' });
    expect(await eventsOf(customer)).toContain('upgrade-called-off');
    expect(await mailsOf(customer)).toEqual([]);
  });

  test('an environment suspended while its upgrade is applied stays suspended', async () => {
    const customer = await newTenant('essential');
    const deps = depsAt(0);
    const suspending: Deps = {
      ...deps,
      cluster: {
        ...deps.cluster,
        ensureApplication: async (application) => {
          await deps.cluster.ensureApplication(application);
          await deps.tenants.setState(customer.subdominio, 'active', 'suspended', Date.now());
        },
      },
    };
    const asked = changePlan(suspending, inputOf(customer, { targetPlan: 'pro' }));
    await expect(asked).rejects.toMatchObject({ code: 'payment-pending' });
    expect(await contractOf(customer)).toMatchObject({ plano: 'essential', state: 'suspended' });
    expect(await limitsOf(customer)).toEqual({ planId: 'essential', monitorsMax: 30, suspended: true });
    expect((await purseOf(customer)).subscriptions).toMatchObject([{ value: 49, cycle: 'MONTHLY' }]);
  });

  test('whoever lost the lease writes nothing', async () => {
    const customer = await newTenant('essential');
    const deps = depsAt(0);
    const slow: Deps = {
      ...deps,
      cluster: {
        ...deps.cluster,
        ensureApplication: async (application) => {
          await deps.cluster.ensureApplication(application);
          await sql(
            'UPDATE plan_changes SET lease_until = lease_until + 1 WHERE order_id = ?',
            customer.orderId,
          );
        },
      },
    };
    const asked = changePlan(slow, inputOf(customer, { targetPlan: 'pro' }));
    await expect(asked).rejects.toMatchObject({ code: 'idempotency-in-progress' });
    expect(await contractOf(customer)).toMatchObject({ plano: 'essential' });
    await sweep(customer);
    expect(await contractOf(customer)).toMatchObject({ plano: 'pro' });
  });
});
