/** What operators end: an unfinished order is cancelled, a contract stops renewing. */

import { describe, expect } from 'vitest';
import type { EndedContract } from '#domain/api-schemas/operation-answers.ts';
import { addDays, businessDay, renewalDay } from '#domain/billing/days.ts';
import { DomainError } from '#domain/errors.ts';
import { tenantGroupName } from '#domain/tenants/derive-tenant.ts';
import { endWork } from '#functions/ending/end-contract.ts';
import { applyStanding } from '#functions/ledger/apply-standing.ts';
import { endContract } from '#functions/operations/end-contract.ts';
import { runScheduled } from '#functions/scheduled.ts';
import { applicationName } from '#functions/vendors/argocd/application.ts';
import { endPaidDays, templatesAbout } from './billing-support.ts';
import { test } from './fixtures.ts';
import { eventsOf, groups, later, OPERATOR, operate, operated, unpaid } from './operations-support.ts';
import { makeOrderDue } from './order-support.ts';
import { contractOf, limitsOf, newTenant } from './plan-change-support.ts';
import {
  addresses,
  chargesOf,
  confirmPayment,
  depsAt,
  depsWith,
  firstChargeOf,
  noFaults,
  orderRow,
  runDue,
  setArgocd,
  setFaults,
  sql,
  stateOf,
  watchWorkflows,
} from './support.ts';

describe('cancelling an order', () => {
  test('an unpaid one: charge removed, name released, never continued', async () => {
    const { id, subject, subdominio } = await unpaid();
    expect(await operated('cancelar', { quem: subdominio })).toEqual({ orderId: id, isNew: true });
    expect(await operated('cancelar', { quem: subdominio })).toEqual({ orderId: id, isNew: false });
    expect(await orderRow(subject)).toMatchObject({ status: 'ERRO', released_at: null });
    expect(await operated('reprovisionar', { quem: id })).toMatchObject({
      status: 'ERRO',
      isCancelled: true,
    });
    await later();
    expect((await orderRow(subject))['released_at']).not.toBeNull();
    const { subscriptions } = await chargesOf(id);
    expect(subscriptions.every(({ deleted }) => deleted)).toBe(true);
    expect(await eventsOf(id)).toContainEqual(
      expect.objectContaining({ kind: 'order-cancelled', detail: 'nada devolvido' }),
    );
  });

  test('a stuck paid one: cleaned up, then refunded; an outage only delays it', async () => {
    await using _ = await watchWorkflows();
    const { id, subject, subdominio } = await unpaid();
    await setArgocd({ secondsToHealthy: 3600 });
    await confirmPayment(await firstChargeOf(id));
    await makeOrderDue(id);
    await runScheduled(depsAt(0));
    expect((await orderRow(subject))['status']).toBe('EM_ANDAMENTO');
    await expect.poll(groups).toContain(tenantGroupName(subdominio));
    await setFaults(addresses.argocdUrl, { ...noFaults, down: true });
    await operated('cancelar', { quem: id });
    await later();
    expect((await orderRow(subject))['released_at']).toBeNull();
    expect((await chargesOf(id)).subscriptions.map(({ deleted }) => deleted)).toEqual([true]);
    expect((await chargesOf(id)).payments.map(({ status }) => status)).toEqual(['CONFIRMED']);
    await setFaults(addresses.argocdUrl, noFaults);
    await runScheduled(depsAt(500_000));
    expect((await orderRow(subject))['released_at']).not.toBeNull();
    expect((await chargesOf(id)).payments.map(({ status }) => status)).toEqual(['REFUNDED']);
    expect(await groups()).not.toContain(tenantGroupName(subdominio));
    const { applications } = await stateOf<{ applications: Record<string, unknown> }>(addresses.argocdUrl);
    expect(JSON.stringify(applications)).not.toContain(applicationName(id));
  });

  test('a finished one is refused: its contract has to be ended', async ({
    paidTenant: { subdominio, orderId },
  }) => {
    const response = await operate('cancelar', { quem: subdominio });
    expect(response.status).toBe(409);
    expect(await eventsOf(orderId)).toContainEqual(
      expect.objectContaining({ kind: 'operator-command', detail: 'cancelar: recusado, tenant-exists' }),
    );
  });
});

describe('ending a contract', () => {
  const customerOf = async (order: Awaited<ReturnType<typeof newTenant>>) => ({
    contract: await contractOf(order),
    limits: await limitsOf(order),
    mails: await templatesAbout(order),
    removed: (await chargesOf(order.orderId)).subscriptions.map(({ deleted }) => deleted),
  });

  test('a suspended one ends: no charges, data kept, customer mailed', async ({ paidTenant }) => {
    const { subdominio, orderId } = paidTenant;
    await endPaidDays(paidTenant);
    await sql(
      `UPDATE charges SET due_on = date(due_on, '-20 days'), covers_through = date(covers_through, '-20 days')
       WHERE order_id = ?`,
      orderId,
    );
    expect(await applyStanding(depsAt(0), orderId)).toMatchObject({ state: 'suspended' });
    const ended = await operated<EndedContract>('encerrar', { quem: subdominio });
    expect(ended).toMatchObject({ orderId, subdominio, state: 'ended', isDone: true, isNew: true });
    expect(ended.endsOn).toBe(addDays(businessDay(Date.now()), -21));
    expect(await customerOf(paidTenant)).toMatchObject({
      contract: { state: 'ended', subscriptionId: null },
      limits: { suspended: true },
      mails: ['ended'],
      removed: [true],
    });
    expect(await operated('encerrar', { quem: orderId })).toEqual({ ...ended, isNew: false });
    expect(await paidTenant.templates()).toEqual(['ended']);
    expect(await eventsOf(orderId)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'operator-command', detail: 'encerrar: feito', operator: OPERATOR }),
        expect.objectContaining({ kind: 'contract-ended', operator: OPERATOR }),
      ]),
    );
  });

  test('one in force works until the end of the paid days', async ({ paidTenant }) => {
    expect(await operated('encerrar', { quem: paidTenant.subdominio })).toMatchObject({
      state: 'active',
      endsOn: addDays(renewalDay(businessDay(Date.now()), 'monthly'), -1),
      isDone: true,
    });
    expect(await customerOf(paidTenant)).toMatchObject({
      limits: { suspended: false },
      mails: ['cancelled'],
      removed: [true],
    });
  });

  test('an outage of the processor only delays it', async ({ paidTenant: { subdominio } }) => {
    const cancelSubscription = () => Promise.reject(new DomainError('payment-unavailable'));
    const silent = depsWith({ processor: { cancelSubscription } });
    expect(await endContract(silent, subdominio)).toMatchObject({ isDone: false });
    await runDue(endWork, depsAt(60_000));
    expect(await operated('encerrar', { quem: subdominio })).toMatchObject({ isDone: true });
  });

  test.each([
    ['a free one has no renewal to end', () => newTenant('free'), 'subscription-missing', 'apagar'],
    ['an unfinished order must be cancelled instead', unpaid, 'tenant-missing', 'cancelar'],
  ])('%s', async (_what, make, code, way) => {
    const { subdominio } = await make();
    const response = await operate('encerrar', { quem: subdominio });
    expect(await response.json()).toMatchObject({ code, error: expect.stringContaining(`"${way}"`) });
  });
});
