/** Customer data and operators: complete exports, and deletions that keep only what the law requires. */

import { beforeEach, describe, expect, test } from 'vitest';
import { accountEndpoint } from '#domain/api-schemas/account.ts';
import type { DeletedCustomer, ExportedCustomer } from '#domain/api-schemas/operation-answers.ts';
import { addDays, businessDay, renewalDay } from '#domain/billing/days.ts';
import { tenantGroupName } from '#domain/tenants/derive-tenant.ts';
import { notifyOperators } from '#functions/platform/notify-operators.ts';
import { keepSupportMessage } from '#functions/support/store.ts';
import { findTenantByName } from '#functions/tenants/store.ts';
import { newSubdomain } from '#tests/support/people.ts';
import { orderRows } from '#tests/support/rows.ts';
import { signUp } from '#tests/support/worker-accounts.ts';
import { failRenewal } from './billing-support.ts';
import { eventsOf, groups, later, OPERATOR, operate, operated, unpaid } from './operations-support.ts';
import { newTenant } from './plan-change-support.ts';
import {
  addresses,
  call,
  calmServices,
  chargesOf,
  depsAt,
  orderRow,
  putRows,
  sql,
  stateOf,
} from './support.ts';

beforeEach(calmServices);

/** A lapsed reservation of a name; newer than every existing order. */
async function lapsedReservation(subdominio: string, madeAt = Date.now() + 60_000) {
  const id = crypto.randomUUID();
  const email = `${id}@teste.example`;
  const reserved = {
    subject: crypto.randomUUID(),
    subdomain: subdominio,
    plan: 'pro',
    amount_centavos: 9900,
  };
  const lapsed = { status: 'AGUARDANDO', payment: 'none', created_at: madeAt, released_at: madeAt };
  await putRows(orderRows({ id, ...reserved, ...lapsed }, { email }));
  return { id, email };
}

describe('a name that several accounts have had', () => {
  test('means its live owner, whatever was reserved later', async () => {
    const { subdominio, orderId } = await newTenant();
    const { id: lapsed, email } = await lapsedReservation(subdominio);
    const exported = await operated<ExportedCustomer>('exportar', { who: subdominio });
    expect(exported.tables['orders']).toEqual([expect.objectContaining({ id: orderId })]);
    expect((await eventsOf(orderId)).map(({ detail }) => detail)).toContain('exportar: feito');
    expect(await eventsOf(lapsed)).toEqual([]);
    const byEmail = await operated<ExportedCustomer>('exportar', { who: email });
    expect(byEmail.tables['orders']).toEqual([expect.objectContaining({ id: lapsed })]);
    const answer = await operated<DeletedCustomer>('apagar', { who: subdominio, confirm: subdominio });
    expect(answer).toMatchObject({ isDone: true, removed: { accounts: 1, environments: 1, orders: 0 } });
    expect(await operated('historico', { who: lapsed })).toHaveLength(1);
  });

  test('means no account when it is free: the e-mail must decide', async () => {
    const subdominio = newSubdomain();
    const { email } = await lapsedReservation(subdominio);
    await lapsedReservation(subdominio);
    const asked = [
      operate('exportar', { who: subdominio }),
      operate('apagar', { who: subdominio, confirm: subdominio }),
    ];
    for (const response of await Promise.all(asked))
      expect([response.status, await response.json()]).toEqual([
        422,
        expect.objectContaining({ fields: { who: expect.stringContaining('Use o e-mail da pessoa') } }),
      ]);
    expect((await operate('exportar', { who: email })).status).toBe(200);
  });

  test('an e-mail of two live accounts matches neither', async () => {
    const [one, other] = [await newTenant(), await newTenant()];
    await sql('UPDATE buyers SET email = ? WHERE order_id = ?', one.email, other.orderId);
    const response = await operate('apagar', { who: one.email, confirm: one.email });
    expect([response.status, await response.json()]).toEqual([
      422,
      expect.objectContaining({ fields: { who: expect.stringContaining('identificador da conta') } }),
    ]);
    expect((await operate('exportar', { who: other.subject })).status).toBe(200);
  });
});

describe('an e-mail that went from one account to another', () => {
  const refused = async (who: string) => {
    const response = await operate('apagar', { who, confirm: who });
    expect([response.status, await response.json()]).toEqual([
      422,
      expect.objectContaining({ fields: { who: expect.stringContaining('identificador da conta') } }),
    ]);
  };

  test('matches neither while an order of the former owner still has it', async () => {
    const [former, holder] = [await newTenant(), await signUp()];
    await sql('UPDATE buyers SET email = ? WHERE order_id = ?', holder.email, former.orderId);
    await refused(holder.email);
    const answer = await operated('apagar', { who: holder.subject, confirm: holder.email });
    expect(answer).toMatchObject({ removed: { accounts: 1, environments: 0 } });
    expect(await depsAt(0).identity.readUser(former.subject)).not.toBeNull();
  });

  test('matches neither when only a lapsed order of the former owner has it', async () => {
    const [former, holder] = [await signUp(), await newTenant()];
    const { id } = await lapsedReservation(newSubdomain(), 1);
    await sql('UPDATE buyers SET email = ? WHERE order_id = ?', holder.email, id);
    await sql('UPDATE orders SET subject = ? WHERE id = ?', former.subject, id);
    await refused(holder.email);
    const { tables } = await operated<ExportedCustomer>('exportar', { who: holder.subject });
    expect(tables['orders']).toEqual([expect.objectContaining({ id: holder.orderId })]);
  });
});

describe('a customer’s data', () => {
  test('are exported completely, in an open format, with reasons', async () => {
    const { subdominio, orderId, subject, subscriptionId } = await newTenant('pro');
    const exported = await operated<ExportedCustomer>('exportar', { who: subdominio });
    expect(exported.account).toMatchObject({ id: subject });
    expect(exported.tables['orders']).toEqual([
      expect.objectContaining({ id: orderId, subdomain: subdominio }),
    ]);
    expect(exported.tables['tenants']).toEqual([expect.objectContaining({ subdomain: subdominio })]);
    expect(exported.processor.subscriptionIds).toEqual([subscriptionId]);
    expect(exported.retention.map(({ title }) => title)).toContain('Registros fiscais');
    expect(await eventsOf(orderId)).toContainEqual(
      expect.objectContaining({ kind: 'operator-command', detail: 'exportar: feito', operator: OPERATOR }),
    );
  });

  test('include rows that name only environment, subscription or later charge', async () => {
    const customer = await newTenant('pro');
    const { subdominio, orderId, subscriptionId } = customer;
    const charge = await failRenewal(customer);
    await call(accountEndpoint, customer);
    const about = { subdomain: subdominio, reference: charge, amountCentavos: null };
    await notifyOperators(depsAt(0), 'refunded', about);
    await notifyOperators(depsAt(0), 'subscription-alive', {
      subdomain: null,
      reference: String(subscriptionId),
      amountCentavos: null,
    });
    // The name's former owner is another person.
    await sql(
      `INSERT INTO outbox (id, template, payload, created_at) VALUES (?, 'ended', ?, ?)`,
      `ended-${orderId}`,
      JSON.stringify({ to: 'antes@teste.example', subdominio }),
      Date.now() - 60_000,
    );
    const { tables } = await operated<ExportedCustomer>('exportar', { who: subdominio });
    const notices = tables['billing_notices']?.map(({ kind, reference }) => [kind, reference]);
    expect(notices).toEqual(
      expect.arrayContaining([
        ['refunded', charge],
        ['subscription-alive', subscriptionId],
      ]),
    );
    const mails = tables['outbox']?.map(({ id }) => id);
    expect(mails).toEqual(
      expect.arrayContaining([
        `operator-refunded-${charge}`,
        `operator-subscription-alive-${subscriptionId}`,
        `payment-failed-${charge}-1`,
      ]),
    );
    expect(mails).not.toContain(`ended-${orderId}`);
    expect(tables['webhook_events']).toContainEqual(expect.objectContaining({ payment_id: charge }));
    expect(tables['processor_calls']).toEqual([
      expect.objectContaining({ caller: `account ${customer.subject}` }),
    ]);
    await operated('apagar', { who: subdominio, confirm: subdominio });
    const left = await operated<ExportedCustomer>('exportar', { who: orderId });
    expect(left.tables).toMatchObject({ outbox: [], webhook_events: [], processor_calls: [] });
    expect(left.tables['billing_notices']).toEqual(
      expect.arrayContaining([...(tables['billing_notices'] ?? [])]),
    );
  });

  test('are not deleted without the confirmation', async () => {
    const { subdominio } = await newTenant('pro');
    const response = await operate('apagar', { who: subdominio, confirm: 'outro-nome' });
    expect([response.status, await response.json()]).toEqual([
      422,
      expect.objectContaining({ fields: { confirm: 'Repita o subdomínio ou o e-mail do cliente.' } }),
    ]);
    expect(await findTenantByName(depsAt(0).db, subdominio)).toMatchObject({ state: 'active' });
  });

  test('are deleted with environment, access, account and renewal; the rest is listed', async () => {
    const { subdominio, orderId, subject, subscriptionId } = await newTenant('pro');
    const email = String((await orderRow(subject))['email']);
    await keepSupportMessage(
      depsAt(0).db,
      { id: crypto.randomUUID(), name: 'P', email, subject: 'A', text: 'M' },
      Date.now(),
    );
    const answer = await operated<DeletedCustomer>('apagar', { who: subject, confirm: subdominio });
    expect(answer).toMatchObject({ isDone: true, removed: { accounts: 1, environments: 1 } });
    expect(answer.removed['outbox']).toBeGreaterThan(0);
    expect(answer.kept.map(({ title }) => title)).toEqual(
      expect.arrayContaining(['Contratação', 'Registros fiscais', 'Registros de acesso']),
    );
    expect(answer.processorCustomerIds).toHaveLength(1);
    expect(await findTenantByName(depsAt(0).db, subdominio)).toBeNull();
    expect(await orderRow(subject)).toMatchObject({ id: orderId, released_at: expect.any(Number) });
    const { subscriptions } = await chargesOf(orderId);
    expect(subscriptions.find(({ id }) => id === subscriptionId)?.deleted).toBe(true);
    expect(await groups()).not.toContain(tenantGroupName(subdominio));
    const { users } = await stateOf<{ users: { id: string }[] }>(addresses.identityUrl);
    expect(users.map(({ id }) => id)).not.toContain(subject);
    const left = await operated<ExportedCustomer>('exportar', { who: orderId });
    expect(left.account).toBeNull();
    expect(left.tables).toMatchObject({ outbox: [], idempotency: [], tenants: [], quota_readings: [] });
    expect(left.tables['support_messages']).toHaveLength(1);
    expect(await eventsOf(orderId)).toContainEqual(
      expect.objectContaining({ kind: 'customer-deleted', operator: OPERATOR }),
    );
    // A repeated call returns the same date, and ends nothing again.
    const again = await operated<DeletedCustomer>('apagar', { who: orderId, confirm: subdominio });
    expect(again).toMatchObject({ isDone: true, deletedAt: expect.any(Number) });
    const ends = (await eventsOf(orderId)).filter(({ kind }) => kind === 'customer-deleted');
    expect([answer.deletedAt, ends.length]).toEqual([undefined, 1]);
  });

  test('of a person who never paid are deleted after the order’s clean-up', async () => {
    const { id, subject, email } = await unpaid();
    expect(await operated('apagar', { who: id, confirm: email })).toMatchObject({ isDone: false });
    await later();
    expect(await operated('apagar', { who: id, confirm: email })).toMatchObject({
      isDone: true,
      removed: { orders: 1 },
    });
    await expect(orderRow(subject)).rejects.toThrow('no order');
  });

  test('of an account without orders are exported and deleted by e-mail or id', async () => {
    for (const known of ['email', 'subject'] as const) {
      const person = await signUp();
      const message = {
        id: crypto.randomUUID(),
        name: 'P',
        email: person.email,
        subject: 'A',
        text: 'M',
      };
      await keepSupportMessage(depsAt(0).db, message, Date.now());
      const who = person[known];
      const exported = await operated<ExportedCustomer>('exportar', { who });
      expect(exported.account).toMatchObject({ id: person.subject, email: person.email });
      expect(exported.tables['support_messages']).toHaveLength(1);
      expect((await operate('apagar', { who, confirm: 'outra@teste.example' })).status).toBe(422);
      const answer = await operated('apagar', { who, confirm: person.email });
      expect(answer).toMatchObject({ isDone: true, removed: { accounts: 1, environments: 0, outbox: 2 } });
      expect(await depsAt(0).identity.readUser(person.subject)).toBeNull();
    }
    expect((await operate('exportar', { who: 'ninguem@teste.example' })).status).toBe(404);
    expect((await operate('exportar', { who: crypto.randomUUID() })).status).toBe(404);
    expect((await operate('exportar', { who: 'conta-\ud800' })).status).toBe(404);
  });

  test('of an account without orders are not listed as kept', async () => {
    const { email } = await signUp();
    const { kept } = await operated<DeletedCustomer>('apagar', { who: email, confirm: email });
    expect(kept.map(({ title }) => title)).toEqual(['Registros de acesso', 'Histórico de entrada']);
    for (const { until } of kept) expect(until).toMatch(/^20\d\d-\d\d-\d\d$/);
  });

  test('of a payer are kept until the end of the tax period', async () => {
    const { subdominio } = await newTenant('pro');
    const { kept } = await operated<DeletedCustomer>('apagar', { who: subdominio, confirm: subdominio });
    const untilOf = (title: string) => kept.find((each) => each.title === title)?.until;
    expect(untilOf('Registros fiscais')).toBe(`${Number(businessDay(Date.now()).slice(0, 4)) + 5}-12-31`);
    expect(untilOf('Contratação')).toMatch(/^20/);
    expect(kept.map(({ title }) => title)).not.toContain('Atendimento');
  });

  test('of a year that was paid are kept from its last day', async () => {
    const { subdominio } = await newTenant('pro', 'yearly');
    const { kept } = await operated<DeletedCustomer>('apagar', { who: subdominio, confirm: subdominio });
    const lastDay = addDays(renewalDay(businessDay(Date.now()), 'yearly'), -1);
    expect(kept.find(({ title }) => title === 'Contratação')?.until).toBe(addDays(lastDay, 5 * 365));
  });

  test('are found by the new e-mail too, with the contract', async () => {
    const { subdominio, orderId, email } = await newTenant();
    await sql('UPDATE buyers SET email = ? WHERE order_id = ?', `antes-${email}`, orderId);
    for (const each of [email, `antes-${email}`]) {
      const message = { id: crypto.randomUUID(), name: 'P', email: each, subject: 'A', text: 'M' };
      await keepSupportMessage(depsAt(0).db, message, Date.now());
    }
    for (const who of [email, `antes-${email}`, subdominio]) {
      const { tables } = await operated<ExportedCustomer>('exportar', { who });
      expect(tables['tenants']).toEqual([expect.objectContaining({ subdomain: subdominio })]);
      expect(tables['support_messages']).toHaveLength(2);
    }
    expect(await operated('apagar', { who: email, confirm: email })).toMatchObject({
      removed: { accounts: 1, environments: 1 },
    });
  });
});
