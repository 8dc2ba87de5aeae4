/** `/api/conta`: the response. */
import { beforeEach, describe, expect, test } from 'vitest';
import {
  accountCancelEndpoint,
  accountEndpoint,
  accountWithdrawEndpoint,
} from '#domain/api-schemas/account.ts';
import { knownPayerEndpoint } from '#domain/api-schemas/known-payer.ts';
import { addDays } from '#domain/billing/days.ts';
import { withdrawalEnd } from '#domain/billing/withdrawal.ts';
import { tenantGroupName } from '#domain/tenants/derive-tenant.ts';
import { addresseeOf } from '#functions/orders/addressee.ts';
import { followOrderAccount } from '#functions/orders/store.ts';
import { centavos } from '#tests/support/catalog.ts';
import { newFreeOrder } from '#tests/support/orders.ts';
import { signUp, tokenFor } from '#tests/support/worker-accounts.ts';
import { accountIn, cancel, lastPaidDay, nextCharge, read, undo } from './account-support.ts';
import { failRenewal, templatesAbout } from './billing-support.ts';
import { placeOrder } from './order-support.ts';
import { contractOf, limitsOf, newTenant, processorObjectsOf, today } from './plan-change-support.ts';
import {
  addresses,
  answerOf,
  call,
  calmServices,
  depsAt,
  orderRow,
  sendOrder,
  setFaults,
  sql,
  stateOf,
  textOf,
} from './support.ts';

beforeEach(calmServices);

describe('reading the account', () => {
  test('a visitor is asked to sign in', async () => {
    for (const path of [accountCancelEndpoint, accountWithdrawEndpoint])
      expect((await call(path, { method: 'POST' })).status).toBe(401);
    expect((await call(accountEndpoint)).status).toBe(401);
  });

  test('an account without an order is led to the checkout', async () => {
    const person = await signUp();
    expect(await (await read(person)).json()).toEqual({ environment: 'none' });
    const refusal = await answerOf(await call(accountCancelEndpoint, { ...person, method: 'POST' }));
    expect(refusal).toMatchObject({ status: 404, code: 'order-missing', details: { redirect: '/checkout' } });
  });

  test('an order in progress is led to the provisioning page', async () => {
    const { token, subject, order } = await placeOrder(newFreeOrder());
    await sql("UPDATE orders SET status = 'EM_ANDAMENTO' WHERE subject = ?", subject);
    await sql('DELETE FROM tenants WHERE subject = ?', subject);
    expect(await (await read({ token })).json()).toEqual({ environment: 'creating' });
    const refusal = await answerOf(await call(accountCancelEndpoint, { token, method: 'POST' }));
    expect(refusal).toMatchObject({
      status: 404,
      code: 'tenant-missing',
      details: { redirect: '/provisionamento', tenant: order.subdominio },
    });
  });

  test('a free environment has no charges and nothing to cancel', async () => {
    const customer = await newTenant();
    expect(await accountIn(await read(customer))).toEqual({
      ...{
        tenant: customer.subdominio,
        url: addresses.tenantUrlTemplate.replace('{tenant}', customer.subdominio),
      },
      ...{ plan: 'free', cycle: 'monthly', state: 'free', amountCentavos: 0, invoices: [] },
      acceptance: { termsVersion: 'x', at: expect.stringMatching(/Z$/) },
      seats: { total: 1, taken: 1 },
    });
    for (const end of [cancel, undo])
      expect(await answerOf(await end(customer))).toMatchObject({
        status: 409,
        code: 'subscription-missing',
      });
    expect(await limitsOf(customer)).toMatchObject({ suspended: false });
  });

  test('a free one is monthly, whatever was chosen at the sign-up', async () => {
    expect((await accountIn(await read(await newTenant('free', 'yearly')))).cycle).toBe('monthly');
  });

  test('a paid one shows price, next charge, card, invoices and withdrawal deadline', async () => {
    const customer = await newTenant('pro');
    const account = await accountIn(await read(customer));
    const { contractedAt } = await contractOf(customer);
    expect(account).toMatchObject({
      ...{ plan: 'pro', cycle: 'monthly', state: 'active', amountCentavos: centavos('pro', 'monthly') },
      nextChargeOn: nextCharge(),
      card: { brand: 'VISA', lastFour: '1111' },
      invoices: [
        {
          dueDate: today(),
          amountCentavos: centavos('pro', 'monthly'),
          state: 'confirmed',
          url: expect.stringContaining('/i/'),
        },
      ],
      withdrawUntil: new Date(withdrawalEnd(contractedAt ?? 0) - 1).toISOString(),
    });
    expect(account).not.toHaveProperty('endsOn');
  });

  test('a failed renewal shows the next retry and the payment page', async () => {
    const customer = await newTenant('pro');
    await failRenewal(customer);
    await expect.poll(() => templatesAbout(customer)).toContain('payment-failed');
    const account = await accountIn(await read(customer));
    expect(account).toMatchObject({ state: 'overdue', nextChargeOn: addDays(today(), 3) });
    expect(account.invoices?.map(({ state }) => state)).toEqual(['overdue', 'confirmed']);
  });

  test('later mails use the name and e-mail corrected in the account', async () => {
    const { subject, email, orderId, subdominio: subdomain } = await newTenant('pro');
    const corrected = { email: `nova-${email}`, name: 'Ana Corrigida' };
    await read({ token: await tokenFor(email, corrected) });
    const row = await orderRow(subject);
    expect(row).toMatchObject(corrected);
    expect(await addresseeOf(depsAt(0), { orderId, subdomain })).toMatchObject({
      to: corrected.email,
    });
    const before = await orderRow(subject);
    await read({ token: await tokenFor(email, { email: null, name: null }) });
    expect(await orderRow(subject)).toEqual(before);
  });

  test('an unverified address does not replace a verified one', async () => {
    const { token, email, subject } = await signUp({ claims: { email_verified: true } });
    await sendOrder(token, newFreeOrder());
    const [proven, unproven] = [`provado-${email}`, `trocado-${email}`];
    await read({
      token: await tokenFor(email, { email: unproven, email_verified: false, name: 'Outro Nome' }),
    });
    expect(await orderRow(subject)).toMatchObject({ email, name: 'Outro Nome' });
    await read({ token: await tokenFor(email, { email: proven, email_verified: true }) });
    expect(await orderRow(subject)).toMatchObject({ email: proven });
    await read({ token: await tokenFor(email, { email: unproven, email_verified: false }) });
    expect(await orderRow(subject)).toMatchObject({ email: proven });
  });

  test('a mail greets by name only at a verified address', async () => {
    const { orderId, subdominio: subdomain, subject, email } = await newTenant();
    const greeted = async () => (await addresseeOf(depsAt(0), { orderId, subdomain })).name;
    const account = { subject, email, name: 'Sua conta foi bloqueada. Regularize em www.example' };
    await followOrderAccount(depsAt(0).db, { ...account, emailVerified: false });
    expect(await greeted()).toBeNull();
    await followOrderAccount(depsAt(0).db, { ...account, emailVerified: true });
    expect(await greeted()).toBe(account.name);
  });

  test('an unchanged account writes nothing', async () => {
    const { subject, email } = await newTenant();
    await read({ token: await tokenFor(email, { name: 'Ana', email_verified: false }) });
    const { db } = depsAt(0);
    const claims = { subject, email, name: 'Ana', emailVerified: false };
    expect(await followOrderAccount(db, claims)).toBe(false);
    expect(await followOrderAccount(db, { ...claims, emailVerified: true })).toBe(true);
    expect(await followOrderAccount(db, { ...claims, emailVerified: true })).toBe(false);
    expect(await followOrderAccount(db, { ...claims, email: null, name: null })).toBe(false);
  });

  test('works without the processor, except for the processor’s own data', async () => {
    const customer = await newTenant('pro');
    await setFaults(addresses.asaasUrl, { down: true });
    const account = await accountIn(await read(customer));
    expect(account).toMatchObject({
      plan: 'pro',
      state: 'active',
      amountCentavos: centavos('pro', 'monthly'),
    });
    expect(account).toMatchObject({ nextChargeOn: nextCharge(), paidThrough: lastPaidDay() });
    for (const unknown of ['invoices', 'card']) expect(account).not.toHaveProperty(unknown);
  });
});

test('no row about money contains card, CPF or token', async () => {
  const customer = await newTenant('pro');
  await failRenewal(customer);
  await expect.poll(() => templatesAbout(customer)).toContain('payment-failed');
  await undo(customer);
  const billing = ['dunning', 'contract_ends', 'billing_notices'];
  const dump = await textOf(...billing, 'outbox', 'events', 'webhook_events');
  expect(dump).not.toMatch(/4111 ?1111|\b\d{11}\b(?!-)/);
  for (const { token } of (await processorObjectsOf(customer)).tokens) expect(dump).not.toContain(token);
});

describe('the known payer', () => {
  const readPayer = (customer: { readonly token: string }) =>
    call(knownPayerEndpoint, { token: customer.token });

  test('has address and phone, without CPF, CNPJ or card', async () => {
    const customer = await newTenant('pro');
    const response = await readPayer(customer);
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({
      known: {
        cep: '01310100',
        numero: expect.any(String),
        phone: expect.stringMatching(/^\d{10,11}$/),
      },
    });
    const { customers } = await stateOf<{ customers: { cpfCnpj: string }[] }>(addresses.asaasUrl);
    expect(customers.length).toBeGreaterThan(0);
    expect(text).not.toMatch(/cpf|cnpj|1111|token/i);
  });

  test('is unknown on the free plan and while the processor is down', async () => {
    const [free, paying] = [await newTenant(), await newTenant('pro')];
    expect(await (await readPayer(free)).json()).toEqual({});
    await setFaults(addresses.asaasUrl, { down: true });
    try {
      expect(await (await readPayer(paying)).json()).toEqual({});
    } finally {
      await setFaults(addresses.asaasUrl, { down: false });
    }
  });

  test('is told to the owner only', async () => {
    expect((await call(knownPayerEndpoint)).status).toBe(401);
    const { subdominio } = await newTenant('pro');
    const others = [await signUp(), await signUp({ groups: [tenantGroupName(subdominio)] })];
    for (const other of others) expect(await (await readPayer(other)).json()).toEqual({});
  });
});
