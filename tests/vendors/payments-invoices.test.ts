/** Notas fiscais at the processor: requested once, found by their charge, with every failure. */
import { describe, expect } from 'vitest';
import { createAsaasInvoices } from '#functions/vendors/asaas/invoices.ts';
import type { FiscalService } from '#functions/vendors/fiscal.ts';
import { openWithCard } from './payments-bench.ts';
import { access, type Bench, configure, losing, press, TODAY, test } from './payments-setup.ts';

const service: FiscalService = {
  serviceCode: '1.07',
  serviceName: 'Suporte técnico',
  retainIss: false,
  iss: 2,
  pis: 0,
  cofins: 0,
  csll: 0,
  inss: 0,
  ir: 0,
};
const MINUTE_MS = 60_000;

/** A paid charge, and the adapter; responses to paths that end in `lost` never arrive. */
async function paidCharge(bench: Bench, lost: string | null = null) {
  const { payments } = await openWithCard(bench);
  const paymentId = payments[0]?.paymentId ?? '';
  await press(bench, `payments/${paymentId}/confirm`);
  const fetch = lost === null ? bench.fetch : losing(bench, lost);
  const order = { paymentId, amountCentavos: 9_900, description: 'Pro', observations: 'PO 7', day: TODAY };
  return { notes: createAsaasInvoices({ ...access, fetch }), order, paymentId };
}

const later = async (bench: Bench): Promise<void> => {
  bench.clock.now += MINUTE_MS;
  await bench.standIn.tick();
};

/** Names of its events, in order. */
const eventsOf = ({ standIn }: Bench) =>
  standIn.state.events.map(({ body }) => body.event).filter((event) => event.startsWith('INVOICE_'));

test('is scheduled, then issued with number and document', async ({ processor }) => {
  const { notes, order, paymentId } = await paidCharge(processor);
  const asked = await notes.issueNote(order, service);
  expect(asked).toMatchObject({ state: 'scheduled', number: null, pdfUrl: null });
  await later(processor);
  const issued = await notes.readNote(asked.noteId);
  expect(issued).toMatchObject({ state: 'authorized', number: '1', pdfUrl: expect.stringContaining('.pdf') });
  expect(await notes.findNote(paymentId)).toEqual(issued);
  expect(eventsOf(processor)).toEqual(['INVOICE_CREATED', 'INVOICE_SYNCHRONIZED', 'INVOICE_AUTHORIZED']);
});

test('with a lost response is unclear, and found by its charge', async ({ processor }) => {
  const { notes, order, paymentId } = await paidCharge(processor, '/v3/invoices');
  await expect(notes.issueNote(order, service)).rejects.toMatchObject({ code: 'payment-unclear' });
  expect(await notes.findNote(paymentId)).toMatchObject({ state: 'scheduled' });
});

test('that is missing or unknown is null', async ({ processor }) => {
  const { notes, paymentId } = await paidCharge(processor);
  expect(await notes.findNote(paymentId)).toBeNull();
  expect(await notes.readNote('inv_0')).toBeNull();
});

test('refused by the city hall has a reason, and can be repeated', async ({ processor }) => {
  configure(processor, { invoiceMode: 'error' });
  const { notes, order } = await paidCharge(processor);
  const { noteId } = await notes.issueNote(order, service);
  await later(processor);
  expect(await notes.readNote(noteId)).toMatchObject({
    state: 'error',
    problem: expect.stringMatching(/serviço/),
  });
  await notes.repeatNote(noteId);
  expect(await notes.readNote(noteId)).toMatchObject({ state: 'authorized', problem: null });
});

describe('of a company outside of Simples', () => {
  const codes = { nbs: '1.1506.21.00', cst: '000', classTrib: '000001', indOp: '010103' };
  const pisCofins = { status: 'STANDARD_TAXABLE_OPERATION', retention: 'NOT_WITHHELD' };

  test('is refused without the reform’s codes, with the reason', async ({ processor }) => {
    configure(processor, { fiscalRegime: 'normal' });
    const { notes, order } = await paidCharge(processor);
    const { noteId } = await notes.issueNote(order, service);
    await later(processor);
    expect(await notes.readNote(noteId)).toMatchObject({
      state: 'error',
      problem: expect.stringMatching(/IBS/),
    });
  });

  test('is issued with them', async ({ processor }) => {
    configure(processor, { fiscalRegime: 'normal' });
    const { notes, order } = await paidCharge(processor);
    const { noteId } = await notes.issueNote(order, { ...service, ibsCbs: codes, pisCofins });
    await later(processor);
    expect(await notes.readNote(noteId)).toMatchObject({ state: 'authorized' });
    expect(processor.standIn.state.invoices.at(-1)?.taxes).toMatchObject({
      nbsCode: codes.nbs,
      taxSituationCode: codes.cst,
      taxClassificationCode: codes.classTrib,
      operationIndicatorCode: codes.indOp,
      pisCofinsTaxStatus: pisCofins.status,
      iss: 2,
    });
  });
});

describe('a cancellation', () => {
  test('of an issued nota needs the city hall, and may be repeated', async ({ processor }) => {
    const { notes, order, paymentId } = await paidCharge(processor);
    const { noteId } = await notes.issueNote(order, service);
    await later(processor);
    await notes.cancelNote(noteId);
    await notes.cancelNote(noteId);
    expect(await notes.readNote(noteId)).toMatchObject({ state: 'cancelling' });
    await later(processor);
    await notes.cancelNote(noteId);
    expect(await notes.findNote(paymentId)).toMatchObject({ noteId, state: 'cancelled' });
  });

  test('of an unissued nota is done at once', async ({ processor }) => {
    const { notes, order } = await paidCharge(processor);
    const { noteId } = await notes.issueNote(order, service);
    await notes.cancelNote(noteId);
    expect(await notes.readNote(noteId)).toMatchObject({ state: 'cancelled' });
  });

  test('may be denied, with the reason', async ({ processor }) => {
    configure(processor, { deniesCancellations: true });
    const { notes, order } = await paidCharge(processor);
    const { noteId } = await notes.issueNote(order, service);
    await later(processor);
    await notes.cancelNote(noteId);
    await later(processor);
    expect(await notes.readNote(noteId)).toMatchObject({
      state: 'cancel-denied',
      problem: expect.stringMatching(/negado/),
    });
  });
});

test('without a municipal service is refused, and nothing is created', async ({ processor }) => {
  const { notes, order, paymentId } = await paidCharge(processor);
  const asked = notes.issueNote(order, { ...service, serviceCode: undefined });
  await expect(asked).rejects.toMatchObject({ code: 'payment-unavailable' });
  expect(await notes.findNote(paymentId)).toBeNull();
});

test('a page for a known customer stores the card without charging', async ({ processor }) => {
  const { customerId } = await openWithCard(processor);
  const page = await processor.gateway.openHostedPage({
    reference: 'card-1',
    amountCentavos: 9_900,
    cycle: 'monthly',
    firstDueDate: '2026-12-20',
    title: 'Troca de cartão',
    description: 'Pro (padaria)',
    returnUrl: 'https://vigia.example/conta',
    minutesToExpire: 60,
    customerId,
  });
  await press(processor, `checkouts/${page.pageId}/pay`);
  const bought = await processor.gateway.findHostedPurchase(page.pageId);
  expect(bought).toMatchObject({ customerId, payments: [{ state: 'pending', dueDate: '2026-12-20' }] });
  const card = await processor.gateway.readCard(bought?.subscriptionId ?? '');
  expect(card).toMatchObject({ lastFour: '1111', isOpen: true });
  const { subscriptionId } = await openWithCard(processor, { orderId: 'order-0002' });
  await processor.gateway.setCard(subscriptionId, card?.token ?? '', '203.0.113.7');
});
