import { expect } from 'vitest';
import { CNPJ, payer, test } from './payments-setup.ts';

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

test('name, phone and address are read without the number', async ({ processor }) => {
  const customerId = await processor.gateway.ensureCustomer({ ...payer, complement: 'Sala 201' });
  const known = await processor.gateway.readPayer(customerId);
  expect(known).toMatchObject({
    name: payer.name,
    phone: payer.phone,
    postalCode: payer.postalCode,
    street: payer.street,
    addressNumber: payer.addressNumber,
    complement: 'Sala 201',
    neighbourhood: payer.neighbourhood,
  });
  expect(JSON.stringify(known)).not.toContain(CNPJ);
  expect(await processor.gateway.readPayer('cus_unknown')).toBeNull();
});
