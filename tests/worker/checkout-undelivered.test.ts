/**
 * Paid and not delivered: operators are notified, the customer may leave at any time, and after 48 hours there is a
 * refund.
 */
import { beforeEach, describe, expect, test } from 'vitest';
import { accountEndpoint } from '#domain/api-schemas/account.ts';
import { provisioningStartEndpoint } from '#domain/api-schemas/provisioning.ts';
import { DomainError } from '#domain/errors.ts';
import { NAME_QUARANTINE_MS, UNDELIVERED_NAME_QUARANTINE_MS } from '#domain/subdomain/name-quarantine.ts';
import { readReadiness } from '#functions/operations/read-readiness.ts';
import { nextAttempt } from '#functions/orders/run-rows.ts';
import { completeProvisioning } from '#functions/provisioning/steps.ts';
import { findTenantByName } from '#functions/tenants/store.ts';
import { newFreeOrder, newPaidOrder } from '#tests/support/orders.ts';
import { mailsAbout, noticesAbout, templatesAbout } from './billing-support.ts';
import {
  type Buyer,
  clearUndelivered,
  ends,
  failedOrder,
  HOUR_MS,
  orderOf,
  paidOrder,
  remainsOf,
  undone,
  untouched,
  work,
} from './checkout-undelivered-support.ts';
import { markUnclear, placeOrder } from './order-support.ts';
import { press } from './plan-change-support.ts';
import {
  addresses,
  answerOf,
  call,
  calmServices,
  codeOf,
  confirmPayment,
  depsAt,
  depsWith,
  firstChargeOf,
  noFaults,
  orderRow,
  sendEvent,
  sendOrder,
  setFaults,
  sql,
  statusOf,
} from './support.ts';
import { killed, liveOrderRead, watchedDb } from './watched-db.ts';

beforeEach(async () => {
  await clearUndelivered();
  await calmServices();
});

const accountOf = async ({ token }: Pick<Buyer, 'token'>) =>
  (await call(accountEndpoint, { token })).json<Record<string, unknown>>();
const unanswered = (): Promise<never> => Promise.reject(new DomainError('payment-unclear'));

describe('operator notices', () => {
  test('a paid order that fails is reported at once, and only once', async () => {
    const buyer = await failedOrder();
    await work(0);
    await work(1);
    expect(await noticesAbout(buyer)).toEqual(['undelivered']);
  });

  test('an order that runs for an hour is reported once', async () => {
    const buyer = await paidOrder();
    await work(0.9);
    expect(await noticesAbout(buyer)).toEqual([]);
    await work(1.1);
    await work(2);
    expect(await noticesAbout(buyer)).toEqual(['undelivered-slow']);
  });

  test('readiness counts paid orders that failed minutes ago', async () => {
    const count = async (minutes: number) => {
      const { overdue } = await readReadiness({ ...depsAt(minutes * 60_000), dependencies: [] });
      return overdue.find(({ kind }) => kind === 'undelivered')?.count ?? 0;
    };
    await failedOrder();
    await paidOrder();
    expect(await count(4)).toBe(0);
    expect(await count(6)).toBe(1);
  });
});

describe('after 48 hours', () => {
  test.each([
    ['failed', failedOrder],
    ['still runs', paidOrder],
  ])('an order that %s is closed, and its customer mailed', async (_, make) => {
    const buyer = await make();
    await work(47.9);
    expect(await remainsOf(buyer)).toEqual(untouched);
    await work(48.1);
    await work(48.3);
    expect(await remainsOf(buyer)).toEqual(undone);
    const { amountCentavos } = await orderOf(buyer.id);
    expect((await mailsAbout(buyer)).at(-1)).toMatchObject({
      template: 'undelivered-refunded',
      reason: 'undelivered',
      hours: 48,
      refundedCentavos: amountCentavos,
    });
    await work(60);
    expect(await templatesAbout(buyer)).toHaveLength(2);
  });

  test('renewals charged meanwhile are refunded too', async () => {
    const buyer = await failedOrder();
    const { subscriptionId, amountCentavos } = await orderOf(buyer.id);
    await press('subscriptions', subscriptionId ?? '', 'renew');
    const { processor } = depsAt(0);
    const renewal = (await processor.findSubscription(buyer.id))?.payments.at(-1)?.paymentId ?? '';
    await confirmPayment(renewal);
    await work(60 * 24);
    await work(60 * 24 + 1);
    expect(await remainsOf(buyer)).toEqual({ ...undone, payments: ['REFUNDED', 'REFUNDED'] });
    expect((await orderRow(buyer.subject))['given_back_centavos']).toBe(2 * amountCentavos);
  });

  test('its name is in quarantine for seven days', async () => {
    const buyer = await failedOrder();
    await work(49);
    await work(50);
    const [row] = await sql<{ quarantined_until: number }>(
      'SELECT quarantined_until FROM quarantined_names WHERE subdomain = ?',
      buyer.subdominio,
    );
    const rest = (row?.quarantined_until ?? 0) - Date.now() - 50 * HOUR_MS;
    expect(Math.abs(rest - UNDELIVERED_NAME_QUARANTINE_MS)).toBeLessThan(60_000);
  });

  test('a free order is left to its customer', async () => {
    const { id } = await placeOrder(newFreeOrder());
    await sql("UPDATE orders SET status = 'ERRO' WHERE id = ?", id);
    await work(49);
    expect((await orderOf(id)).closedAt).toBeNull();
    await sql('UPDATE orders SET released_at = 1 WHERE id = ?', id);
  });
});

describe('an order that becomes ready at the same moment', () => {
  test('is delivered and not refunded when delivery comes first', async () => {
    const buyer = await paidOrder();
    const after = async () => completeProvisioning(depsAt(0), await orderOf(buyer.id));
    const raced = {
      db: watchedDb({ on: /^SELECT .* FROM order_rows .* paid_at < \? ORDER BY paid_at/, after }),
    };
    await work(49, depsWith(raced, 49 * HOUR_MS));
    await work(50);
    expect(await remainsOf(buyer)).toEqual(untouched);
    expect((await orderOf(buyer.id)).status).toBe('CONCLUIDO');
  });

  test('is refunded and not delivered when the closing comes first', async () => {
    const buyer = await paidOrder();
    const running = await orderOf(buyer.id);
    await work(49);
    await completeProvisioning(depsAt(0), running);
    expect(await findTenantByName(depsAt(0).db, buyer.subdominio)).toBeNull();
    expect(await sql('SELECT 1 FROM outbox WHERE id = ?', `welcome-${buyer.id}`)).toEqual([]);
    await work(50);
    expect(await remainsOf(buyer)).toEqual(undone);
  });

  test('is left to its customer, who then cancels the contract', async () => {
    const buyer = await paidOrder();
    const after = async () => {
      const seen = await orderOf(buyer.id);
      if (seen.status === 'EM_ANDAMENTO') await completeProvisioning(depsAt(0), seen);
    };
    await ends.cancelling(depsWith({ db: watchedDb({ on: liveOrderRead, after }) }), buyer);
    expect((await orderOf(buyer.id)).closedAt).toBeNull();
    expect(await templatesAbout(buyer)).toEqual(['cancelled']);
  });

  test('a replaced run does not finish the order', async () => {
    const buyer = await paidOrder();
    const old = await orderOf(buyer.id);
    await nextAttempt(depsAt(0).db, buyer.id, old.attempt, Date.now());
    await completeProvisioning(depsAt(0), old);
    expect((await orderOf(buyer.id)).status).toBe('EM_ANDAMENTO');
  });
});

describe('the clean-up', () => {
  test('during an Argo CD outage refunds and charges nothing; reported after a day', async () => {
    const buyer = await failedOrder();
    await setFaults(addresses.argocdUrl, { ...noFaults, down: true });
    for (const hours of [49, 50, 72]) await work(hours);
    expect(await remainsOf(buyer)).toEqual({ ...untouched, isRenewing: false });
    expect(await noticesAbout(buyer)).toEqual(['undelivered']);
    await work(74);
    await work(90);
    expect(await noticesAbout(buyer)).toEqual(['undelivered', 'closing-stuck']);
    await setFaults(addresses.argocdUrl, noFaults);
    await work(100);
    expect(await remainsOf(buyer)).toEqual(undone);
    expect((await templatesAbout(buyer)).at(-1)).toBe('undelivered-refunded');
  });

  test('refunds nothing while the application still exists', async () => {
    const buyer = await failedOrder();
    await work(49);
    const removeApplication = () => Promise.resolve();
    await work(50, depsWith({ cluster: { removeApplication } }, 50 * HOUR_MS));
    expect(await remainsOf(buyer)).toEqual({ ...untouched, isRenewing: false });
    await work(51);
    expect(await remainsOf(buyer)).toEqual(undone);
  });

  const killedAt = (on: RegExp) => ({ db: watchedDb({ on, before: killed }) });
  test.each<[string, Parameters<typeof depsWith>[0] | RegExp]>([
    ['finding the subscription', { processor: { findSubscription: killed } }],
    ['removing the subscription', { processor: { cancelSubscription: killed } }],
    ['listing the charges', { processor: { listSubscriptionPayments: killed } }],
    ['noting what goes back', /^UPDATE orders SET given_back_centavos/],
    ['removing the application', { cluster: { removeApplication: killed } }],
    ['confirming its removal', { cluster: { readApplication: killed } }],
    ['removing the group', { identity: { removeGroup: killed } }],
    ['making the refund', { processor: { refund: killed } }],
    ['releasing the name', /^UPDATE orders SET released_at .* closed_at IS NOT NULL/],
  ])('killed at %s, continues in the next run', async (_, at) => {
    const buyer = await failedOrder();
    await work(49);
    await work(50, depsWith(at instanceof RegExp ? killedAt(at) : at, 50 * HOUR_MS));
    expect((await remainsOf(buyer)).isReleased).toBe(false);
    await work(51);
    expect(await remainsOf(buyer)).toEqual(undone);
    expect(await templatesAbout(buyer)).toEqual(['operator-notice', 'undelivered-refunded']);
  });

  test('continues after a leftover lease expires', async () => {
    const buyer = await failedOrder();
    await work(49);
    const dying = {
      cluster: { removeApplication: killed },
      ...killedAt(/^UPDATE orders SET lease_until = 0/),
    };
    await work(50, depsWith(dying, 50 * HOUR_MS));
    expect(await remainsOf(buyer)).toEqual({ ...untouched, isRenewing: false });
    await work(50.2);
    expect(await remainsOf(buyer)).toEqual(undone);
  });

  test('of an order that resists asks the processor less and less often', async () => {
    await failedOrder();
    await work(49);
    const { processor } = depsAt(0);
    let asked = 0;
    const findSubscription: typeof processor.findSubscription = (id) => {
      asked += 1;
      return processor.findSubscription(id);
    };
    const stuck = { processor: { findSubscription }, cluster: { removeApplication: killed } };
    for (let minute = 0; minute < 20; minute += 1) {
      const hours = 70 + minute / 60;
      await work(hours, depsWith(stuck, hours * HOUR_MS));
    }
    // Each pause is twice the one before.
    expect(asked).toBe(8);
  });

  test('looks a refund with a lost response up before repeating it', async () => {
    const buyer = await failedOrder();
    await work(49);
    const { processor } = depsAt(0);
    let asked = 0;
    const refund: typeof processor.refund = async (...given) => {
      asked += 1;
      await processor.refund(...given);
      return unanswered();
    };
    for (const hours of [50, 51]) await work(hours, depsWith({ processor: { refund } }, hours * HOUR_MS));
    expect(asked).toBe(1);
    expect(await remainsOf(buyer)).toEqual(undone);
  });

  test('in two runs at once refunds once', async () => {
    const buyer = await failedOrder();
    await work(49);
    const { processor } = depsAt(0);
    let asked = 0;
    const refund: typeof processor.refund = (...given) => {
      asked += 1;
      return processor.refund(...given);
    };
    const both = depsWith({ processor: { refund } }, 50 * HOUR_MS);
    await Promise.all([work(50, both), work(50, both)]);
    expect(asked).toBe(1);
    expect(await remainsOf(buyer)).toEqual(undone);
  });

  test('refunds a charge that is paid later, too', async () => {
    const { id, subject, token, order } = await placeOrder(newPaidOrder());
    const buyer = { id, subject, token, subdominio: order.subdominio };
    const { processor } = depsAt(0);
    const charge = await firstChargeOf(id);
    await ends.cancelling(depsAt(0), buyer);
    // The processor removes nothing and shows the charge as open: it is being paid at this moment.
    const silent = { processor: { cancelSubscription: async () => undefined } };
    await work(0.1, depsWith(silent, 0.1 * HOUR_MS));
    expect((await remainsOf(buyer)).isReleased).toBe(true);
    await confirmPayment(charge);
    await sendEvent(`evt_${crypto.randomUUID()}`, 'PAYMENT_CONFIRMED', charge);
    await expect.poll(async () => (await processor.readPayment(charge))?.state).toBe('refunded');
    expect((await processor.readSubscription((await orderOf(id)).subscriptionId ?? ''))?.status).not.toBe(
      'active',
    );
    expect(await templatesAbout(buyer)).not.toContain('payment-confirmed');
  });
});

describe('the customer', () => {
  const verbs = Object.entries(ends);

  test.each(verbs)('%s a failed order refunds everything', async (_, end) => {
    const buyer = await failedOrder();
    const { amountCentavos } = await orderOf(buyer.id);
    expect(await accountOf(buyer)).toEqual({ environment: 'creating', refundCentavos: amountCentavos });
    const closed = { environment: 'closed-undelivered', refundCentavos: amountCentavos };
    for (let turn = 0; turn < 2; turn += 1) {
      await end(depsAt(0), buyer);
      expect(await accountOf(buyer)).toEqual(closed);
    }
    await work(0.1);
    expect(await remainsOf(buyer)).toEqual(undone);
    expect((await mailsAbout(buyer)).at(-1)).toMatchObject({ reason: 'customer' });
    await end(depsAt(0), buyer);
    expect(await accountOf(buyer)).toEqual(closed);
  });

  test.each(verbs)('%s a running order refunds everything', async (_, end) => {
    const buyer = await paidOrder();
    await end(depsAt(0), buyer);
    await work(0.1);
    expect(await remainsOf(buyer)).toEqual(undone);
  });

  test.each(verbs)('%s an unpaid order removes the charge', async (_, end) => {
    const { id, subject, token, order } = await placeOrder(newPaidOrder());
    const buyer = { id, subject, token, subdominio: order.subdominio };
    await end(depsAt(0), buyer);
    expect(await accountOf(buyer)).toEqual({ environment: 'closed-undelivered', refundCentavos: 0 });
    await work(0.1);
    expect(await remainsOf(buyer)).toMatchObject({ isReleased: true, isRenewing: false });
  });

  test('waits for an unclear payment, which is refunded when it appears', async () => {
    const { id, subject, token, order } = await placeOrder(newPaidOrder());
    const buyer = { id, subject, token, subdominio: order.subdominio };
    await confirmPayment(await firstChargeOf(id));
    await sql('UPDATE orders SET subscription_id = NULL, payment_id = NULL WHERE id = ?', id);
    await markUnclear(id, Date.now() + HOUR_MS);
    await ends.cancelling(depsAt(0), buyer);
    await work(0.5);
    expect((await remainsOf(buyer)).isReleased).toBe(false);
    await work(1.1);
    expect(await remainsOf(buyer)).toEqual({ ...undone, hasApplication: false });
  });

  test('closing over HTTP answers with the closed order', async () => {
    const buyer = await failedOrder();
    for (const path of [`${accountEndpoint}/cancelamento`, `${accountEndpoint}/arrependimento`])
      expect(await answerOf(await call(path, { token: buyer.token, method: 'POST' }))).toMatchObject({
        status: 200,
        environment: 'closed-undelivered',
      });
  });

  test('cannot start it again, and the status says why', async () => {
    const buyer = await failedOrder();
    const start = async () =>
      codeOf(await call(provisioningStartEndpoint, { token: buyer.token, method: 'POST' }));
    await work(49);
    const closed = { provisionamentoStatus: 'ERRO', situacao: 'sem-entrega', tenant: buyer.subdominio };
    for (const hours of [49, 50]) {
      expect(await start()).toEqual([409, 'order-closed']);
      const { amountCentavos } = await orderOf(buyer.id);
      expect(await statusOf(buyer.token)).toMatchObject({ ...closed, devolucaoCentavos: amountCentavos });
      await work(hours + 1);
    }
  });

  test('can order again only after the clean-up', async () => {
    const buyer = await failedOrder();
    await ends.cancelling(depsAt(0), buyer);
    expect(await codeOf(await sendOrder(buyer.token, newFreeOrder()))).toEqual([409, 'order-closed']);
    await work(0.1);
    const again = newFreeOrder();
    expect((await sendOrder(buyer.token, again)).status).toBe(200);
    expect(await statusOf(buyer.token)).toMatchObject({ tenant: again.subdominio });
    expect(await accountOf(buyer)).not.toHaveProperty('refundCentavos');
  });

  test('the name of a paid, cancelled order rests for a day', async () => {
    const buyer = await failedOrder();
    await ends.cancelling(depsAt(0), buyer);
    await work(0.1);
    const [row] = await sql<{ quarantined_until: number }>(
      'SELECT quarantined_until FROM quarantined_names WHERE subdomain = ?',
      buyer.subdominio,
    );
    expect(Math.abs((row?.quarantined_until ?? 0) - Date.now() - NAME_QUARANTINE_MS)).toBeLessThan(HOUR_MS);
  });
});
