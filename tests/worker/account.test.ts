/** `/api/conta`: the response. */
import { describe, expect } from 'vitest';
import {
  accountCancelEndpoint,
  accountEndpoint,
  accountWithdrawEndpoint,
} from '#domain/api-schemas/account.ts';
import { knownPayerEndpoint } from '#domain/api-schemas/known-payer.ts';
import { addDays } from '#domain/billing/days.ts';
import { withdrawalEnd } from '#domain/billing/withdrawal.ts';
import { tenantGroupName } from '#domain/tenants/derive-tenant.ts';
import { recipientOf } from '#functions/orders/recipient.ts';
import { followOrderAccount } from '#functions/orders/store.ts';
import { centavos } from '#tests/support/catalog.ts';
import { newFreeOrder } from '#tests/support/orders.ts';
import { signUp, tokenFor } from '#tests/support/worker-accounts.ts';
import { accountIn, cancel, lastPaidDay, nextCharge, read, undo } from './account-support.ts';
import { failRenewal } from './billing-support.ts';
import { test } from './fixtures.ts';
import { placeOrder } from './order-support.ts';
import { newTenant, today } from './plan-change-support.ts';
import {
  addresses,
  answerOf,
  call,
  depsAt,
  orderRow,
  sendOrder,
  setFaults,
  sql,
  stateOf,
  textOf,
} from './support.ts';

describe('reading the account', () => {
  test('a visitor is asked to sign in', async () => {
    for (const path of [accountCancelEndpoint, accountWithdrawEndpoint])
      expect((await call(path, { method: 'POST' })).status).toBe(401);
    expect((await call(accountEndpoint)).status).toBe(401);
  });

  test('an account without an order is led to the checkout', async () => {
    const person = await signUp();
    expect(await (await read(person)).json()).toEqual({ ambiente: 'nenhum' });
    const refusal = await answerOf(await call(accountCancelEndpoint, { ...person, method: 'POST' }));
    expect(refusal).toMatchObject({ status: 404, code: 'order-missing', details: { redirect: '/checkout' } });
  });

  test('an order in progress is led to the provisioning page', async () => {
    const { token, subject, order } = await placeOrder(newFreeOrder());
    await sql("UPDATE orders SET status = 'EM_ANDAMENTO' WHERE subject = ?", subject);
    await sql('DELETE FROM tenants WHERE subject = ?', subject);
    expect(await (await read({ token })).json()).toEqual({ ambiente: 'em-criacao' });
    const refusal = await answerOf(await call(accountCancelEndpoint, { token, method: 'POST' }));
    expect(refusal).toMatchObject({
      status: 404,
      code: 'tenant-missing',
      details: { redirect: '/provisionamento', tenant: order.subdominio },
    });
  });

  test('a free environment has no charges and nothing to cancel', async ({ tenant }) => {
    expect(await accountIn(await tenant.read())).toEqual({
      tenant: tenant.subdominio,
      url: addresses.tenantUrlTemplate.replace('{tenant}', tenant.subdominio),
      plano: 'free',
      ciclo: 'monthly',
      situacao: 'gratuita',
      valorCentavos: 0,
      faturas: [],
      aceite: { termosVersao: 'x', em: expect.stringMatching(/Z$/) },
      lugares: { total: 1, ocupados: 1 },
    });
    for (const end of [cancel, undo])
      expect(await answerOf(await end(tenant))).toMatchObject({
        status: 409,
        code: 'subscription-missing',
      });
    expect(await tenant.limits()).toMatchObject({ suspended: false });
  });

  test('a free one is monthly, whatever was chosen at the sign-up', async () => {
    expect((await accountIn(await read(await newTenant('free', 'yearly')))).ciclo).toBe('monthly');
  });

  test('a paid one shows price, next charge, card, invoices and withdrawal deadline', async ({
    paidTenant,
  }) => {
    const account = await accountIn(await paidTenant.read());
    const { contractedAt } = await paidTenant.row();
    expect(account).toMatchObject({
      plano: 'pro',
      ciclo: 'monthly',
      situacao: 'ativa',
      valorCentavos: centavos('pro', 'monthly'),
      proximaCobranca: nextCharge(),
      cartao: { bandeira: 'VISA', final: '1111' },
      faturas: [
        {
          vencimento: today(),
          valorCentavos: centavos('pro', 'monthly'),
          situacao: 'paga',
          url: expect.stringContaining('/i/'),
        },
      ],
      arrependimentoAte: new Date(withdrawalEnd(contractedAt ?? 0) - 1).toISOString(),
    });
    expect(account).not.toHaveProperty('terminaEm');
  });

  test('a failed renewal shows the next retry and the payment page', async ({ paidTenant }) => {
    await failRenewal(paidTenant);
    await expect.poll(() => paidTenant.templates()).toContain('payment-failed');
    const account = await accountIn(await paidTenant.read());
    expect(account).toMatchObject({ situacao: 'atrasada', proximaCobranca: addDays(today(), 3) });
    expect(account.faturas?.map(({ situacao }) => situacao)).toEqual(['vencida', 'paga']);
  });

  test('later mails use the name and e-mail corrected in the account', async ({
    paidTenant: { subject, email, orderId, subdominio },
  }) => {
    const corrected = { email: `nova-${email}`, name: 'Ana Corrigida' };
    await read({ token: await tokenFor(email, corrected) });
    const row = await orderRow(subject);
    expect(row).toMatchObject(corrected);
    expect(await recipientOf(depsAt(0), { orderId, subdomain: subdominio })).toMatchObject({
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
    await read({ token: await tokenFor(email, { email: unproven, name: 'Outro Nome' }) });
    expect(await orderRow(subject)).toMatchObject({ email, name: 'Outro Nome' });
    await read({ token: await tokenFor(email, { email: proven, email_verified: true }) });
    expect(await orderRow(subject)).toMatchObject({ email: proven });
    await read({ token: await tokenFor(email, { email: unproven }) });
    expect(await orderRow(subject)).toMatchObject({ email: proven });
  });

  test('a mail greets by name only at a verified address', async ({
    tenant: { orderId, subdominio, subject, email },
  }) => {
    const greeted = async () => (await recipientOf(depsAt(0), { orderId, subdomain: subdominio })).name;
    const account = { subject, email, name: 'Sua conta foi bloqueada. Regularize em www.example' };
    await followOrderAccount(depsAt(0).db, { ...account, emailVerified: false });
    expect(await greeted()).toBeNull();
    await followOrderAccount(depsAt(0).db, { ...account, emailVerified: true });
    expect(await greeted()).toBe(account.name);
  });

  test('an unchanged account writes nothing', async ({ tenant: { subject, email } }) => {
    await read({ token: await tokenFor(email, { name: 'Ana' }) });
    const { db } = depsAt(0);
    const claims = { subject, email, name: 'Ana', emailVerified: false };
    expect(await followOrderAccount(db, claims)).toBe(false);
    expect(await followOrderAccount(db, { ...claims, emailVerified: true })).toBe(true);
    expect(await followOrderAccount(db, { ...claims, emailVerified: true })).toBe(false);
    expect(await followOrderAccount(db, { ...claims, email: null, name: null })).toBe(false);
  });

  test('works without the processor, except for the processor’s own data', async ({ paidTenant }) => {
    await setFaults(addresses.asaasUrl, { down: true });
    const account = await accountIn(await paidTenant.read());
    expect(account).toMatchObject({
      plano: 'pro',
      situacao: 'ativa',
      valorCentavos: centavos('pro', 'monthly'),
    });
    expect(account).toMatchObject({ proximaCobranca: nextCharge(), pagoAte: lastPaidDay() });
    for (const unknown of ['faturas', 'cartao']) expect(account).not.toHaveProperty(unknown);
  });
});

test('no row about money contains card, CPF or token', async ({ paidTenant }) => {
  await failRenewal(paidTenant);
  await expect.poll(() => paidTenant.templates()).toContain('payment-failed');
  await paidTenant.undo();
  const billing = ['dunning', 'contract_ends', 'billing_notices'];
  const dump = await textOf(...billing, 'outbox', 'events', 'webhook_events');
  expect(dump).not.toMatch(/4111 ?1111|\b\d{11}\b(?!-)/);
  for (const { token } of (await paidTenant.atProcessor()).tokens) expect(dump).not.toContain(token);
});

describe('the known payer', () => {
  const readPayer = (customer: { readonly token: string }) =>
    call(knownPayerEndpoint, { token: customer.token });

  test('has address and phone, without CPF, CNPJ or card', async ({ paidTenant }) => {
    const response = await readPayer(paidTenant);
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({
      conhecido: {
        cep: '01310100',
        numero: expect.any(String),
        telefone: expect.stringMatching(/^\d{10,11}$/),
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
