/** Notas fiscais: one per paid charge, mailed and shown, cancelled with its refund; also after losses and refusals. */
import { describe, expect } from 'vitest';
import { fiscalContactsEndpoint } from '#domain/api-schemas/fiscal.ts';
import { collectDebt } from '#functions/debts/collect-debt.ts';
import { noteWork } from '#functions/fiscal/work-note.ts';
import { routePayment } from '#functions/payments/route-payment.ts';
import { centavos, reais } from '#tests/support/catalog.ts';
import { signUp } from '#tests/support/worker-accounts.ts';
import { DAY_MS, mailsAbout, setProcessor } from './billing-support.ts';
import { marksOf } from './debts-support.ts';
import {
  callFiscal,
  findMissing,
  invoicesOf,
  noteStatesOf,
  notesOf,
  pull,
  runFiscal,
} from './fiscal-support.ts';
import { test } from './fixtures.ts';
import { type Customer, eventsOf, newTenant, press, report, upgrade } from './plan-change-support.ts';
import {
  addresses,
  answerOf,
  call,
  clearWork,
  codeOf,
  depsAt,
  depsWith,
  dueAtOf,
  runDue,
  sendEvent,
  setDue,
  sql,
  variables,
} from './support.ts';

const LATER_MS = 300_000;

const noteMails = async (customer: Customer) =>
  (await mailsAbout(customer)).filter(({ template }) => template.startsWith('fiscal-note'));
const notices = async (customer: Customer) =>
  (await mailsAbout(customer))
    .filter(({ template }) => template === 'operator-notice')
    .map(({ kind }) => kind);
const setContacts = (customer: Pick<Customer, 'token'>, body: unknown) =>
  callFiscal(fiscalContactsEndpoint, { token: customer.token, body });

/** A paid customer whose nota was requested; its id at the processor. */
async function asked(): Promise<{ customer: Customer; id: string }> {
  const customer = await newTenant('pro');
  await runFiscal();
  const [invoice] = await invoicesOf(customer);
  return { customer, id: invoice?.id ?? '' };
}

/** The same with an issued nota. */
async function issued(): Promise<{ customer: Customer; id: string }> {
  const known = await asked();
  await pull(known.id, 'authorize');
  await runFiscal(LATER_MS);
  return known;
}

const withdraw = ({ token }: Customer) => call('/api/conta/arrependimento', { token, body: {} });

/** Expects the customer's only nota to be cancelled once the city hall has answered. */
async function expectCancelled(customer: Customer): Promise<void> {
  await expect
    .poll(async () => {
      await runFiscal(LATER_MS);
      return (await invoicesOf(customer)).map(({ status }) => status);
    })
    .toEqual(['CANCELED']);
  await runFiscal(2 * LATER_MS);
  expect(await noteStatesOf(customer)).toEqual(['cancelled']);
}

describe('issued', () => {
  test('for a paid charge, with number mailed and link shown', async () => {
    const { customer, id } = await asked();
    expect(await invoicesOf(customer)).toMatchObject([
      {
        status: 'SCHEDULED',
        value: reais('pro', 'monthly'),
        serviceDescription: expect.stringContaining(customer.subdominio),
      },
    ]);
    expect(await noteMails(customer)).toEqual([]);
    await pull(id, 'authorize');
    await runFiscal(LATER_MS);
    expect(await noteMails(customer)).toMatchObject([
      {
        template: 'fiscal-note',
        to: customer.email,
        amountCentavos: centavos('pro', 'monthly'),
        number: expect.any(String),
      },
    ]);
    const account = await answerOf(await callFiscal('/api/conta', { token: customer.token }));
    expect(account['faturas']).toMatchObject([
      { notaFiscal: { situacao: 'emitida', numero: expect.any(String), url: expect.stringContaining(id) } },
    ]);
    expect(await eventsOf(customer)).toContain('fiscal-note');
    await runFiscal(DAY_MS);
    expect(await noteMails(customer)).toHaveLength(1);
    expect(await invoicesOf(customer)).toHaveLength(1);
  });

  test('for a single charge like for a period', async () => {
    const customer = await newTenant('essential', 'yearly');
    await upgrade(customer, { targetPlan: 'pro' });
    const { payments } = await (await fetch(`${addresses.asaasUrl}/__stand-in/state`)).json<{
      payments: { id: string; subscription: string | null; description: string | null; status: string }[];
    }>();
    const difference = payments.find(
      ({ subscription, description }) => subscription === null && description?.includes(customer.subdominio),
    );
    if (difference?.status === 'PENDING') await press('payments', difference.id, 'confirm');
    await report(difference?.id ?? '');
    await expect
      .poll(async () => (await sql('SELECT 1 FROM charges WHERE payment_id = ?', difference?.id)).length)
      .toBe(1);
    await runFiscal();
    expect((await invoicesOf(customer)).map(({ payment }) => payment)).toContain(difference?.id);
    expect(await invoicesOf(customer)).toHaveLength(2);
  });

  test('never when it is not set up, and nothing of it shows', async ({ paidTenant }) => {
    await runDue(noteWork, depsWith({}));
    expect(await invoicesOf(paidTenant)).toEqual([]);
    const account = await answerOf(await call('/api/conta', { token: paidTenant.token }));
    expect(JSON.stringify(account)).not.toContain('notaFiscal');
    const set = await call(fiscalContactsEndpoint, {
      token: paidTenant.token,
      body: { emails: [], pedido: '' },
    });
    expect(await codeOf(set)).toEqual([404, 'not-found']);
  });

  test('also for a charge from before notas were set up', async ({ paidTenant }) => {
    await clearWork(noteWork);
    await findMissing();
    await runFiscal();
    expect(await noteStatesOf(paidTenant)).toEqual(['scheduled']);
    await findMissing();
    await runFiscal();
    expect(await invoicesOf(paidTenant)).toHaveLength(1);
  });

  test('for the paid charge of a debt, and cancelled when that goes back', async ({ suspended }) => {
    const deps = depsAt(16 * DAY_MS);
    const debts = () => marksOf({ orderId: suspended.orderId });
    const { customerId = null } = (await suspended.facts()).contracts[0] ?? {};
    await collectDebt(deps, await debts(), async () => customerId);
    const [{ chargeId } = { chargeId: null }] = await debts();
    const paid = String(chargeId);
    const route = async (action: 'confirm' | 'refund') => {
      await press('payments', paid, action);
      const payment = await deps.processor.readPayment(paid);
      if (payment !== null) await routePayment(deps, payment, null);
      await runFiscal(16 * DAY_MS);
    };
    const noteOf = async () => (await sql('SELECT state FROM fiscal_notes WHERE payment_id = ?', paid))[0];
    await route('confirm');
    expect(await noteOf()).toEqual({ state: 'scheduled' });
    await route('refund');
    expect(await noteOf()).toEqual({ state: 'cancelled' });
  });

  test('not for free charges or those confirmed before the start day', async ({ paidTenant: old }) => {
    await sql(
      'UPDATE charges SET confirmed_at = confirmed_at - ? WHERE order_id = ?',
      2 * DAY_MS,
      old.orderId,
    );
    const free = await newTenant('free');
    await runFiscal();
    for (const customer of [old, free]) expect(await notesOf(customer)).toEqual([]);
  });
});

describe('recipients', () => {
  test('include the account’s further addresses, with the order number', async ({ paidTenant }) => {
    const kept = await setContacts(paidTenant, {
      emails: ['Fiscal@Empresa.example', 'fiscal@empresa.example', paidTenant.email],
      pedido: 'PO 2026/77',
    });
    expect(await answerOf(kept)).toMatchObject({
      status: 200,
      emails: ['fiscal@empresa.example', paidTenant.email],
      pedido: 'PO 2026/77',
    });
    await runFiscal();
    const [invoice] = await invoicesOf(paidTenant);
    expect(invoice?.observations).toBe('Pedido de compra: PO 2026/77');
    await pull(invoice?.id ?? '', 'authorize');
    await runFiscal(LATER_MS);
    expect((await noteMails(paidTenant)).map(({ to, isFurther }) => [to, isFurther])).toEqual([
      [paidTenant.email, false],
      ['fiscal@empresa.example', true],
    ]);
    const account = await answerOf(await callFiscal('/api/conta', { token: paidTenant.token }));
    expect(account['notaFiscal']).toMatchObject({ pedido: 'PO 2026/77' });
  });

  test.each([
    ['an invalid address', { emails: ['nada'], pedido: '' }, 'emails.0'],
    [
      'too many addresses',
      { emails: [...'abcdef'].map((each) => `${each}@e.example`), pedido: '' },
      'emails',
    ],
    ['markup in the order number', { emails: [], pedido: '<b>' }, 'pedido'],
  ])('are refused for %s, and nothing is stored', async (_, body, path) => {
    const customer = await newTenant('pro');
    expect(await answerOf(await setContacts(customer, body))).toMatchObject({
      status: 422,
      fields: { [path]: expect.any(String) },
    });
    expect(await sql('SELECT * FROM fiscal_contacts WHERE order_id = ?', customer.orderId)).toEqual([]);
  });

  test('are the owner’s to choose only', async () => {
    const body = { emails: ['ladrao@outro.example'], pedido: '' };
    expect((await callFiscal(fiscalContactsEndpoint, { body })).status).toBe(401);
    expect(await codeOf(await setContacts(await signUp(), body))).toEqual([404, 'order-missing']);
    const customer = await newTenant('pro');
    await setContacts(await newTenant('pro'), body);
    expect(await sql('SELECT * FROM fiscal_contacts WHERE order_id = ?', customer.orderId)).toEqual([]);
  });
});

describe('a refund', () => {
  test('cancels the nota and mails it', async () => {
    const { customer } = await issued();
    expect((await withdraw(customer)).status).toBe(200);
    await runFiscal(LATER_MS);
    expect(await noteStatesOf(customer)).toEqual(['cancelling']);
    await expectCancelled(customer);
    expect((await noteMails(customer)).map(({ template }) => template)).toEqual([
      'fiscal-note',
      'fiscal-note-cancelled',
    ]);
    const account = await answerOf(await callFiscal('/api/conta', { token: customer.token }));
    expect(account['faturas']).toMatchObject([{ notaFiscal: { situacao: 'cancelada' } }]);
  });

  test('cancels the nota of an erased account without a mail', async () => {
    const { customer } = await issued();
    await setContacts(customer, { emails: ['contas@empresa.example'], pedido: '' });
    expect((await withdraw(customer)).status).toBe(200);
    await sql('UPDATE buyers SET erased_at = 1 WHERE order_id = ?', customer.orderId);
    await sql('DELETE FROM fiscal_contacts WHERE order_id = ?', customer.orderId);
    await expectCancelled(customer);
    expect((await noteMails(customer)).map(({ template }) => template)).toEqual(['fiscal-note']);
  });

  test('before the request leaves no nota', async ({ paidTenant }) => {
    await withdraw(paidTenant);
    await runFiscal();
    expect(await noteStatesOf(paidTenant)).toEqual([]);
    expect(await invoicesOf(paidTenant)).toEqual([]);
    expect(await noteMails(paidTenant)).toEqual([]);
  });

  test('before the city hall’s answer cancels the scheduled nota, without an issue mail', async () => {
    const { customer } = await asked();
    await withdraw(customer);
    await runFiscal(LATER_MS);
    expect(await noteStatesOf(customer)).toEqual(['cancelled']);
    expect((await noteMails(customer)).map(({ template }) => template)).toEqual(['fiscal-note-cancelled']);
  });

  test('with a denied cancellation notifies operators, who can request it again', async () => {
    const { customer } = await issued();
    await setProcessor({ deniesCancellations: true });
    await withdraw(customer);
    await expect
      .poll(async () => {
        await runFiscal(LATER_MS);
        return noteStatesOf(customer);
      })
      .toEqual(['cancel-denied']);
    expect(await notices(customer)).toContain('fiscal-cancel-denied');
    expect((await notesOf(customer))[0]?.problem).toContain('negado');
    await runFiscal(2 * LATER_MS);
    expect((await notices(customer)).filter((kind) => kind === 'fiscal-cancel-denied')).toHaveLength(1);
  });
});

describe('failures', () => {
  test('an error is reported to operators, and fixed by a repeated request', async () => {
    const { customer, id } = await asked();
    await pull(id, 'fail');
    await runFiscal(LATER_MS);
    expect(await noteStatesOf(customer)).toEqual(['error']);
    const [notice] = (await mailsAbout(customer)).filter(({ kind }) => kind === 'fiscal-note-error');
    expect(notice).toMatchObject({ problem: expect.stringContaining('serviço') });
    expect(await noteMails(customer)).toEqual([]);
    await depsWith({}).fiscalGateway.repeatNote(id);
    await runFiscal(2 * LATER_MS);
    expect(await noteStatesOf(customer)).toEqual(['authorized']);
    expect((await notesOf(customer))[0]?.problem).toBeNull();
    expect(await noteMails(customer)).toHaveLength(1);
  });

  test('one scheduled for a day is reported once and still followed', async () => {
    const { customer, id } = await asked();
    await runFiscal(2 * DAY_MS);
    await runFiscal(3 * DAY_MS);
    expect((await notices(customer)).filter((kind) => kind === 'fiscal-note-late')).toHaveLength(1);
    await pull(id, 'authorize');
    await runFiscal(4 * DAY_MS);
    expect(await noteStatesOf(customer)).toEqual(['authorized']);
  });

  test('an event is not trusted: it only triggers a read', async () => {
    const { customer, id } = await asked();
    const [{ payment } = { payment: '' }] = await invoicesOf(customer);
    await setDue(noteWork, payment, Date.now() + DAY_MS);
    const answered = await call('/api/webhooks/asaas', {
      body: {
        id: `evt_${crypto.randomUUID()}`,
        event: 'INVOICE_AUTHORIZED',
        dateCreated: '2026-11-21 03:13:00',
        invoice: { id, payment: 'pay_0', status: 'AUTHORIZED', number: '666' },
      },
      headers: { 'asaas-access-token': variables['ASAAS_WEBHOOK_TOKEN'] ?? '' },
    });
    expect(answered.status).toBe(200);
    expect(await noteStatesOf(customer)).toEqual(['scheduled']);
    expect(await dueAtOf(noteWork, payment)).toBeLessThanOrEqual(Date.now());
    await runFiscal();
    expect(await noteStatesOf(customer)).toEqual(['scheduled']);
    await sendEvent(`evt_${crypto.randomUUID()}`, 'INVOICE_ERROR');
    expect(await noteStatesOf(customer)).toEqual(['scheduled']);
  });
});
