/** A customer's CPF or CNPJ: read from the processor, and never stored on disk by the stand-in. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { hostedOrder } from './payments-bench.ts';
import { CNPJ, openBench, payer, press, test } from './payments-setup.ts';

test.for<[string]>([['52998224725'], ['11222333000181'], [CNPJ]])(
  '%s is read as registered',
  async ([cpfCnpj], { processor }) => {
    const customerId = await processor.gateway.ensureCustomer({ ...payer, cpfCnpj });
    expect(await processor.gateway.readTaxId(customerId)).toBe(cpfCnpj);
  },
);

test('a customer who registers again has the new number', async ({ processor }) => {
  await processor.gateway.ensureCustomer(payer);
  const customerId = await processor.gateway.ensureCustomer({ ...payer, cpfCnpj: '52998224725' });
  expect(await processor.gateway.readTaxId(customerId)).toBe('52998224725');
});

test('an unknown customer has none', async ({ processor }) => {
  expect(await processor.gateway.readTaxId('cus_unknown')).toBeNull();
});

test('an action sets the payer of a hosted page', async ({ processor }) => {
  const { pageId } = await processor.gateway.openHostedPage(hostedOrder);
  await press(processor, `checkouts/${pageId}/pay`, { cpfCnpj: '111.444.777-35', email: 'ana@ana.example' });
  const bought = await processor.gateway.findHostedPurchase(pageId);
  expect(await processor.gateway.readTaxId(bought?.customerId ?? '')).toBe('11144477735');
  expect(processor.standIn.state.customers).toMatchObject([{ email: 'ana@ana.example' }]);
});

test('after a restart only the masked number is left, read as none', async () => {
  const stateDir = mkdtempSync(join(tmpdir(), 'asaas-'));
  onTestFinished(() => rmSync(stateDir, { recursive: true }));
  const before = await openBench({ stateDir });
  const customerId = await before.gateway.ensureCustomer(payer);
  expect(await before.gateway.readTaxId(customerId)).toBe(CNPJ);

  const after = await openBench({ stateDir });
  expect(await after.gateway.readTaxId(customerId)).toBeNull();
  expect(readFileSync(join(stateDir, 'asaas.json'), 'utf8')).not.toContain(CNPJ);
});

test('after a reset the stand-in has no numbers', async ({ processor }) => {
  const customerId = await processor.gateway.ensureCustomer(payer);
  processor.standIn.app.request('/__stand-in/state', { method: 'DELETE' });
  expect(await processor.gateway.readTaxId(customerId)).toBeNull();
  const again = await processor.gateway.ensureCustomer(payer);
  expect(await processor.gateway.readTaxId(again)).toBe(CNPJ);
});

test('name, phone and address are read without the number', async ({ processor }) => {
  const customerId = await processor.gateway.ensureCustomer({ ...payer, complement: 'Sala 201' });
  const known = await processor.gateway.readPayer(customerId);
  expect(known).toMatchObject({
    ...{ name: payer.name, phone: payer.phone, postalCode: payer.postalCode, street: payer.street },
    ...{ addressNumber: payer.addressNumber, complement: 'Sala 201', neighbourhood: payer.neighbourhood },
  });
  expect(JSON.stringify(known)).not.toContain(CNPJ);
  expect(await processor.gateway.readPayer('cus_unknown')).toBeNull();
});
