/** Changing the card on any day: no charge, once, with a mail, used by the next charge; also after lost responses. */
import { beforeEach, describe, expect } from 'vitest';
import { cardChangeEndpoint } from '#domain/api-schemas/card-change.ts';
import { upgradePath } from '#domain/api-schemas/plan-change.ts';
import { changeCard } from '#functions/card-change/change-card.ts';
import { cardChangeWork } from '#functions/card-change/resume-card-change.ts';
import { centavos } from '#tests/support/catalog.ts';
import { cardNumbers } from '#tests/support/orders.ts';
import { signUp } from '#tests/support/worker-accounts.ts';
import { failRenewal, mailsAbout, setProcessor } from './billing-support.ts';
import { callHosted, payOn } from './checkout-hosted-support.ts';
import { test } from './fixtures.ts';
import { type Customer, cardBlocks, inputOf, newTenant, processorObjectsOf } from './plan-change-support.ts';
import {
  addresses,
  answerOf,
  call,
  codeOf,
  depsAt,
  depsWith,
  newKey,
  runDue,
  setFaults,
  sql,
  textOf,
} from './support.ts';

const NEW_NUMBER = '5555555555554444';
const LATER_MS = 300_000;

const body = (payLate = false, number: string = NEW_NUMBER) => ({
  ...cardBlocks(number),
  payLate,
});
const change = (customer: Pick<Customer, 'token'>, sent: unknown = body(), key = newKey()) =>
  call(cardChangeEndpoint, { token: customer.token, key, body: sent });

const changesOf = ({ orderId }: Customer) =>
  sql<{ state: string; card_token: string | null; remote_ip: string | null; last_four: string | null }>(
    'SELECT * FROM card_changes WHERE order_id = ? ORDER BY created_at, rowid',
    orderId,
  );
const statesOf = async (customer: Customer) => (await changesOf(customer)).map(({ state }) => state);

/** Last digits of the subscription's card at the processor. */
async function renewalCardOf(customer: Customer): Promise<string | undefined> {
  const { subscriptions, tokens } = await processorObjectsOf(customer);
  const token = subscriptions.find(({ id }) => id === customer.subscriptionId)?.creditCardToken;
  return tokens.find((each) => each.token === token)?.lastFour;
}

const cardMails = async (customer: Customer) =>
  (await mailsAbout(customer)).filter(({ template }) => template === 'card-changed');

const cardShownTo = async (customer: Customer) =>
  (await answerOf(await call('/api/conta', { token: customer.token })))['card'];

const cardPath = ({ subscriptionId }: Customer) => `/v3/subscriptions/${subscriptionId}/creditCard`;

/** Runs the job later, when no lease is held. */
const runJob = async (aheadMs = LATER_MS, deps = depsAt(aheadMs)): Promise<void> => {
  await sql('UPDATE work SET due_at = 0, leased_until = 0 WHERE kind = ?', cardChangeWork.kind);
  await runDue(cardChangeWork, deps);
};

/** The verb's input, to call it without HTTP: for clients that misbehave. */
const askedBy = (customer: Customer, attempt = newKey()) => ({
  ...inputOf(customer, { targetPlan: 'pro' }),
  request: body() as Parameters<typeof changeCard>[1]['request'],
  attempt,
});

beforeEach(async () => {
  await sql(
    "UPDATE card_changes SET state = 'closed', settled_at = 1, card_token = NULL, remote_ip = NULL WHERE settled_at IS NULL",
  );
});

describe('by form', () => {
  test('the card changes without a charge, with a mail, for the next charge', async ({ paidTenant }) => {
    const paidIn = async () =>
      (await paidTenant.atProcessor()).payments.filter(({ status }) => status === 'CONFIRMED').length;
    const paidBefore = await paidIn();
    expect(await answerOf(await change(paidTenant))).toMatchObject({
      status: 200,
      outcome: 'changed',
      card: { brand: 'MASTERCARD', lastFour: '4444' },
    });
    expect(await paidIn()).toBe(paidBefore);
    expect(await renewalCardOf(paidTenant)).toBe('4444');
    expect(await cardMails(paidTenant)).toMatchObject([
      { brand: 'Mastercard', lastFour: '4444', to: paidTenant.email },
    ]);
    expect(await paidTenant.events()).toContain('card-changed');
    await paidTenant.renew();
    const renewal = (await paidTenant.atProcessor()).payments.at(-1);
    expect(renewal?.creditCard?.creditCardNumber).toContain('4444');
  });

  test('the account shows the new card even without an open charge', async () => {
    const customer = await newTenant('pro', 'yearly');
    expect(await cardShownTo(customer)).toEqual({ brand: 'VISA', lastFour: '1111' });
    await change(customer);
    expect(await cardShownTo(customer)).toEqual({ brand: 'MASTERCARD', lastFour: '4444' });
  });

  test('the new card pays a monthly difference; a yearly one asks for it again', async () => {
    const cardsFor = async (customer: Customer) => {
      await change(customer);
      const path = upgradePath(customer.subdominio);
      const { card, newCard } = await answerOf(await call(path, { token: customer.token }));
      return { card, newCard };
    };
    const card = { brand: 'MASTERCARD', lastFour: '4444' };
    expect(await cardsFor(await newTenant('essential'))).toEqual({ card: card, newCard: undefined });
    expect(await cardsFor(await newTenant('pro', 'yearly'))).toEqual({ card: undefined, newCard: card });
  });

  test('only brand and last four digits of the card are stored', async ({ paidTenant }) => {
    const sent = body();
    await change(paidTenant, sent);
    expect(await changesOf(paidTenant)).toMatchObject([
      { state: 'done', card_token: null, remote_ip: null, last_four: '4444' },
    ]);
    const written = await textOf('card_changes', 'outbox', 'idempotency', 'events');
    for (const secret of [NEW_NUMBER, sent.cardHolder.cpfCnpj]) expect(written).not.toContain(secret);
  });

  test('a refused card changes nothing and is reported', async ({ paidTenant }) => {
    expect(await codeOf(await change(paidTenant, body(false, cardNumbers.refused)))).toEqual([
      402,
      'payment-declined',
    ]);
    expect(await renewalCardOf(paidTenant)).toBe('1111');
    expect(await statesOf(paidTenant)).toEqual(['closed']);
    expect(await cardMails(paidTenant)).toEqual([]);
    expect((await change(paidTenant)).status).toBe(200);
  });

  test('the same attempt twice is one change, one mail', async ({ paidTenant }) => {
    const [sent, key] = [body(), newKey()];
    const both = await Promise.all([change(paidTenant, sent, key), change(paidTenant, sent, key)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await change(paidTenant, sent, key)).headers.get('idempotent-replayed')).toBe('true');
    expect(await statesOf(paidTenant)).toEqual(['done']);
    expect(await cardMails(paidTenant)).toHaveLength(1);
  });
});

describe('refused callers', () => {
  test('without session, environment, contract or renewal there is no card to change', async () => {
    expect((await call(cardChangeEndpoint, { key: newKey(), body: body() })).status).toBe(401);
    expect(await codeOf(await change(await signUp()))).toEqual([404, 'order-missing']);
    const free = await newTenant('free');
    expect(await codeOf(await change(free))).toEqual([409, 'subscription-missing']);
    const ending = await newTenant('pro');
    await call('/api/conta/cancelamento', { token: ending.token, method: 'POST' });
    expect(await codeOf(await change(ending))).toEqual([409, 'subscription-missing']);
    for (const customer of [free, ending]) expect(await changesOf(customer)).toEqual([]);
  });

  test('an account changes its own card and no other', async () => {
    const [mine, theirs] = [await newTenant('pro'), await newTenant('pro')];
    await change(mine, { ...body(), subscriptionId: theirs.subscriptionId });
    await change(mine);
    expect(await renewalCardOf(theirs)).toBe('1111');
    expect(await cardMails(theirs)).toEqual([]);
  });

  test('without a key or with invalid fields, the processor is not called', async ({ paidTenant }) => {
    const keyless = await call(cardChangeEndpoint, { token: paidTenant.token, body: body() });
    expect(await codeOf(keyless)).toEqual([400, 'idempotency-key-missing']);
    const wrong = await change(paidTenant, { ...body(), card: { ...body().card, number: '1' } });
    expect(await answerOf(wrong)).toMatchObject({
      status: 422,
      fields: { 'card.number': expect.any(String) },
    });
    expect(await codeOf(await change(paidTenant, {}))).toEqual([422, 'card-entry-changed']);
    expect(await changesOf(paidTenant)).toEqual([]);
  });
});

describe('a late charge', () => {
  test('is paid with the new card first, and the environment goes on', async ({ suspended }) => {
    expect(await answerOf(await change(suspended, body(true)))).toMatchObject({
      outcome: 'changed',
      paidCentavos: centavos('pro', 'monthly'),
    });
    const paid = (await suspended.atProcessor()).payments.find(({ id }) => id === suspended.charge);
    expect(paid).toMatchObject({ status: 'CONFIRMED' });
    expect(paid?.creditCard?.creditCardNumber).toContain('4444');
    expect(await renewalCardOf(suspended)).toBe('4444');
    expect(await suspended.state()).toBe('active');
  });

  test('refused with the new card, leaves the old card in place', async ({ paidTenant }) => {
    const charge = await failRenewal(paidTenant);
    await setProcessor({ declinesCharges: true });
    expect(await codeOf(await change(paidTenant, body(true)))).toEqual([402, 'payment-declined']);
    await setProcessor({ declinesCharges: false });
    expect((await paidTenant.atProcessor()).payments.find(({ id }) => id === charge)).toMatchObject({
      status: 'OVERDUE',
    });
    expect(await renewalCardOf(paidTenant)).toBe('1111');
    expect(await statesOf(paidTenant)).toEqual(['closed']);
  });

  test('is not charged when only the card is changed', async ({ paidTenant }) => {
    const charge = await failRenewal(paidTenant);
    expect((await change(paidTenant)).status).toBe(200);
    expect((await paidTenant.atProcessor()).payments.find(({ id }) => id === charge)).toMatchObject({
      status: 'OVERDUE',
    });
    expect(await renewalCardOf(paidTenant)).toBe('4444');
  });
});

describe('a lost response', () => {
  test('to the change is resolved at once by an open charge', async ({ paidTenant }) => {
    await paidTenant.renew();
    await setFaults(addresses.asaasUrl, { loseAnswers: 1, losePath: cardPath(paidTenant) });
    expect((await change(paidTenant)).status).toBe(200);
    expect(await cardMails(paidTenant)).toHaveLength(1);
  });

  test('blocks another change until the first call can no longer take effect', async () => {
    const customer = await newTenant('pro', 'yearly');
    await setFaults(addresses.asaasUrl, { loseAnswers: 1, losePath: cardPath(customer) });
    await change(customer);
    expect(await codeOf(await change(customer, body(false, cardNumbers.approved)))).toEqual([
      503,
      'payment-unclear',
    ]);
    expect(await statesOf(customer)).toEqual(['done']);
    expect(await renewalCardOf(customer)).toBe('4444');
  });
});

describe('an interruption', () => {
  test.each([
    [
      'before the card was tokenised',
      { tokeniseCard: () => new Promise<never>(() => undefined) },
      'closed',
      '1111',
    ],
    [
      'before the card was put on the subscription',
      { setCard: () => new Promise<never>(() => undefined) },
      'done',
      '4444',
    ],
  ])('%s is finished by the job', async (_, processor, state, card) => {
    const customer = await newTenant('pro');
    void changeCard(depsWith({ processor }), askedBy(customer));
    await expect
      .poll(async () => (await statesOf(customer))[0])
      .toBe(state === 'closed' ? 'asked' : 'putting');
    await runJob();
    expect(await statesOf(customer)).toEqual([state]);
    expect(await renewalCardOf(customer)).toBe(card);
  });

  test('of the processor for a day notifies operators; the card follows later', async ({ paidTenant }) => {
    const down = { setCard: () => Promise.reject(new Error('down')) };
    await expect(changeCard(depsWith({ processor: down }), askedBy(paidTenant))).rejects.toThrow('down');
    for (const hours of [1, 25]) await runJob(0, depsWith({ processor: down }, hours * 3_600_000));
    expect((await paidTenant.mails()).map(({ kind }) => kind)).toContain('card-change-stuck');
    await runJob(26 * 3_600_000);
    expect(await statesOf(paidTenant)).toEqual(['done']);
  });

  test('by the end of the contract closes the change', async ({ paidTenant }) => {
    const down = { setCard: () => Promise.reject(new Error('down')) };
    await expect(changeCard(depsWith({ processor: down }), askedBy(paidTenant))).rejects.toThrow('down');
    await depsAt(0).processor.cancelSubscription(paidTenant.subscriptionId ?? '');
    await runJob();
    expect(await statesOf(paidTenant)).toEqual(['closed']);
    expect(await cardMails(paidTenant)).toEqual([]);
  });
});

describe('on the page of the processor', () => {
  const changeHosted = ({ token }: Customer, sent: unknown = {}) =>
    callHosted(cardChangeEndpoint, { token, key: newKey(), body: sent });
  const typeOn = (paymentUrl: unknown) => payOn(String(paymentUrl), NEW_NUMBER);

  test('the card typed there is used next; nothing is charged or left behind', async ({ paidTenant }) => {
    const before = await paidTenant.atProcessor();
    const asked = await answerOf(await changeHosted(paidTenant));
    expect(asked).toMatchObject({ status: 200, outcome: 'page' });
    expect((await typeOn(asked['paymentUrl'])).status).toBe(303);
    await runJob();
    expect(await statesOf(paidTenant)).toEqual(['done']);
    expect(await renewalCardOf(paidTenant)).toBe('4444');
    expect(await cardMails(paidTenant)).toHaveLength(1);
    const after = await paidTenant.atProcessor();
    const live = <T extends { deleted: boolean }>(each: readonly T[]) =>
      each.filter(({ deleted }) => !deleted);
    expect(live(after.subscriptions)).toHaveLength(live(before.subscriptions).length);
    // The processor has made the renewal's next payment meanwhile; nothing else is left.
    expect(
      live(after.payments).filter(({ subscription }) => subscription !== paidTenant.subscriptionId),
    ).toEqual([]);
    expect(live(after.payments).filter(({ status }) => status === 'CONFIRMED')).toHaveLength(
      live(before.payments).length,
    );
    expect((await paidTenant.standing()).renewal?.subscriptionId).toBe(paidTenant.subscriptionId);
  });

  test('a repeated request gets the same page; an expired one leaves nothing', async ({ paidTenant }) => {
    const [one, other] = [await changeHosted(paidTenant), await changeHosted(paidTenant)];
    expect((await answerOf(other))['paymentUrl']).toBe((await answerOf(one))['paymentUrl']);
    await runJob(2 * 3_600_000);
    expect(await statesOf(paidTenant)).toEqual(['closed']);
    expect((await paidTenant.atProcessor()).checkouts.map(({ status }) => status)).toEqual(['CANCELED']);
    expect(await renewalCardOf(paidTenant)).toBe('1111');
  });

  test('a late charge is paid on its own page first', async ({ paidTenant }) => {
    const charge = await failRenewal(paidTenant);
    const asked = await answerOf(await changeHosted(paidTenant));
    expect(asked).toMatchObject({ outcome: 'pay', paymentUrl: expect.stringContaining(charge.slice(4)) });
    await typeOn(asked['paymentUrl']);
    expect(await renewalCardOf(paidTenant)).toBe('4444');
    expect(await changesOf(paidTenant)).toEqual([]);
  });

  test('a body with a card is refused unread', async ({ paidTenant }) => {
    expect(await codeOf(await changeHosted(paidTenant, body()))).toEqual([422, 'card-entry-changed']);
    expect(await changesOf(paidTenant)).toEqual([]);
  });
});
