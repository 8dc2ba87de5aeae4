/** Every way of switching a recipient on, against what its reader said and what was proven. */
import { beforeEach, describe, expect, test } from 'vitest';
import { alertLeaveEndpoint, alertRefuseEndpoint } from '#domain/alerts/alerts-page.ts';
import { type AlertPreferences, defaultPreferences } from '#domain/alerts/preferences.ts';
import { accountEndpoint } from '#domain/api-schemas/account.ts';
import { alertsEndpoint } from '#domain/api-schemas/alerts.ts';
import { reportsEndpoint } from '#domain/api-schemas/reports.ts';
import { listEndedSince } from '#functions/alerts/endings-store.ts';
import { followMail } from '#functions/alerts/follow-mail.ts';
import { followOwner } from '#functions/alerts/follow-owner.ts';
import { findRecipient } from '#functions/alerts/recipient-store.ts';
import { switchOff } from '#functions/alerts/report-off.ts';
import { switchOn } from '#functions/alerts/switch-on.ts';
import { signUp } from '#tests/support/worker-accounts.ts';
import {
  act,
  add,
  codeIn,
  fall,
  newAddress,
  newProven,
  newUnproven,
  newWatched,
  readView,
  tell,
  toldTo,
  verify,
} from './alerts-support.ts';
import type { Customer } from './plan-change-support.ts';
import {
  addresses,
  call,
  calmServices,
  codeOf,
  depsAt,
  depsWith,
  noFaults,
  setFaults,
  sql,
} from './support.ts';
import { watchedDb } from './watched-db.ts';

beforeEach(calmServices);

const tokenFor = (id: string) => depsAt(0).alertLinks.tokenOf(id);
const leave = async (id: string) => call(`${alertLeaveEndpoint}?t=${await tokenFor(id)}`, { method: 'POST' });
const refuse = async (id: string) => call(alertRefuseEndpoint, { body: { t: await tokenFor(id) } });
const deps = () => depsAt(0);
/** The owner's row, as the page shows it. */
const ownOf = async (customer: Customer) => {
  const own = (await readView(customer)).recipients.find(({ isOwner }) => isOwner);
  if (own === undefined) throw new Error('The owner is no recipient.');
  return own;
};
const rowsOf = ({ orderId }: Customer) =>
  sql<{ address: string; is_owner: number; state: string; off_reason: string | null }>(
    `SELECT address, is_owner, state, off_reason FROM alert_recipients WHERE order_id = ?
      ORDER BY is_owner DESC, created_at`,
    orderId,
  );
/** A token of the customer's account after its address changed. */
const tokenWith = async ({ subject }: Customer, email: string, isProven = true): Promise<string> =>
  (await signUp({ claims: { sub: subject, email, email_verified: isProven } })).token;
/** The account's address changes, and is followed; the next token carries it. */
async function moveTo(customer: Customer, email: string, isProven = 1): Promise<void> {
  const { orderId } = customer;
  await sql('UPDATE buyers SET email = ?, email_proven = ? WHERE order_id = ?', email, isProven, orderId);
  await followOwner(deps(), orderId);
  Object.assign(customer, { token: await tokenWith(customer, email, isProven === 1) });
}
/** Refuses an address for good, by a code that another environment asked for. */
async function refuseForGood(email: string): Promise<void> {
  const { id } = await newUnproven(await newWatched(), email);
  expect((await refuse(id)).status).toBe(204);
  await sql('UPDATE alert_code_sends SET last_at = 0');
}

describe('a code that was read out before', () => {
  test.each([
    ['a refusal for good', refuse],
    ['leaving', leave],
  ])('%s proves nothing after it', async (_name, end) => {
    const customer = await newWatched();
    const { id, address: name } = await newUnproven(customer);
    const code = await codeIn(name);
    expect((await end(id)).status).toBe(204);
    expect(await codeOf(await verify(customer, id, code))).toEqual([409, 'alert-code-over']);
    await fall(customer);
    expect(await toldTo(name)).toBe(0);
  });

  test('a refusal in another environment proves nothing after it', async () => {
    const customer = await newWatched();
    const { id, address: name } = await newUnproven(customer);
    const code = await codeIn(name);
    await sql('UPDATE alert_code_sends SET last_at = 0');
    await refuseForGood(name);
    expect((await verify(customer, id, code)).status).toBe(409);
    expect((await rowsOf(customer))[1]).toMatchObject({ state: 'off', off_reason: 'refused' });
  });

  test('a refusal between the check and the switch wins', async () => {
    const customer = await newWatched();
    const { id, address: name } = await newUnproven(customer);
    const read = await findRecipient(depsAt(0).db, id);
    if (read === null) throw new Error('The recipient is gone.');
    const after = async () => {
      await sql('UPDATE alert_code_sends SET last_at = 0');
      await refuseForGood(name);
    };
    const raced = depsWith({ db: watchedDb({ on: /^SELECT 1 WHERE EXISTS .* FROM alert_refusals/, after }) });
    expect(await switchOn(raced, read, 'reader')).toBe('by-code');
    expect((await rowsOf(customer))[1]).toMatchObject({ state: 'off' });
  });
});

describe('another code', () => {
  test('is not sent to who refused for good, and is to who left', async () => {
    const customer = await newWatched();
    const [left, refused] = [await newProven(customer), await newProven(customer)];
    await leave(left.id);
    await refuse(refused.id);
    await sql('UPDATE alert_code_sends SET last_at = 0');
    expect(await codeOf(await act(customer, refused.id, 'codigo'))).toEqual([409, 'alert-refused']);
    expect((await act(customer, left.id, 'codigo')).status).toBe(200);
    expect((await rowsOf(customer)).map(({ state }) => state)).toEqual(['on', 'off', 'off']);
    const code = await codeIn(left.address);
    expect((await verify(customer, left.id, code)).status).toBe(200);
    expect((await rowsOf(customer)).map(({ state }) => state)).toEqual(['on', 'on', 'off']);
  });
});

describe('the owner switches the own address on', () => {
  test('without a code only where it is proven', async () => {
    const customer = await newWatched();
    const { id } = await ownOf(customer);
    await sql('UPDATE buyers SET email_proven = 0 WHERE order_id = ?', customer.orderId);
    await act(customer, id, 'retirada');
    const row = await findRecipient(depsAt(0).db, id);
    if (row === null) throw new Error('The recipient is gone.');
    expect(await switchOn(deps(), row, 'owner')).toBe('by-code');
    expect((await ownOf(customer)).state).toBe('off');
    await sql('UPDATE buyers SET email_proven = 1 WHERE order_id = ?', customer.orderId);
    expect(await switchOn(deps(), row, 'owner')).toBe('yes');
  });

  test.each(['missing', 'refused'])('with a code that is asked for after %s', async (reason) => {
    const customer = await newWatched();
    const { id } = await ownOf(customer);
    await sql(`UPDATE alert_recipients SET state = 'off', off_reason = ? WHERE id = ?`, reason, id);
    expect((await ownOf(customer)).wayBack).toBe('by-code');
    expect((await act(customer, id, 'codigo')).status).toBe(200);
    expect((await ownOf(customer)).state).toBe('unproven');
    const code = await codeIn(customer.email);
    expect((await verify(customer, id, code)).status).toBe(200);
    expect((await ownOf(customer)).state).toBe('on');
  });

  test('never after a refusal for good', async () => {
    const customer = await newWatched();
    const { id } = await ownOf(customer);
    await refuse(id);
    expect(await codeOf(await act(customer, id, 'codigo'))).toEqual([409, 'alert-refused']);
    const own = await ownOf(customer);
    expect([own.state, own.offReason, own.wayBack]).toEqual(['off', 'refused', 'never']);
  });

  test('at once after the own switch', async () => {
    const customer = await newWatched();
    const { id } = await ownOf(customer);
    await act(customer, id, 'retirada');
    expect(await ownOf(customer)).toMatchObject({ state: 'off', wayBack: 'yes' });
    await act(customer, id, 'codigo');
    expect((await ownOf(customer)).state).toBe('on');
  });
});

test('an operator undoes what a provider ended, and nothing that a reader said', async () => {
  const customer = await newWatched();
  const { id } = await newProven(customer);
  const outcomes: string[] = [];
  for (const reason of ['missing', 'left', 'refused']) {
    await sql(`UPDATE alert_recipients SET state = 'off', off_reason = ? WHERE id = ?`, reason, id);
    const row = await findRecipient(depsAt(0).db, id);
    if (row !== null) outcomes.push(await switchOn(depsAt(0), row, 'operator'));
  }
  expect(outcomes).toEqual(['yes', 'by-code', 'by-code']);
});

describe('a reader who leaves after a provider ended the recipient', () => {
  const end = (id: string, reason: string) =>
    sql(
      `UPDATE alert_recipients SET state = 'off', off_reason = ?, ended_at = ? WHERE id = ?`,
      reason,
      Date.now(),
      id,
    );

  test('is not switched on by the operator’s undo', async () => {
    const customer = await newWatched();
    const { id } = await newProven(customer);
    await end(id, 'missing');
    expect((await leave(id)).status).toBe(204);
    expect((await listEndedSince(depsAt(0).db, 0)).map((each) => each.id)).not.toContain(id);
    const row = await findRecipient(depsAt(0).db, id);
    expect(row).toMatchObject({ state: 'off', offReason: 'left' });
    if (row !== null) expect(await switchOn(depsAt(0), row, 'operator')).toBe('by-code');
  });

  test('stands against what a provider says later, and the owner’s own removal changes no reason', async () => {
    const customer = await newWatched();
    const { id } = await ownOf(customer);
    await leave(id);
    const row = await findRecipient(depsAt(0).db, id);
    if (row !== null) await switchOff(depsAt(0), row, 'missing');
    expect((await rowsOf(customer))[0]).toMatchObject({ off_reason: 'left' });
    await end(id, 'missing');
    await act(customer, id, 'retirada');
    expect((await rowsOf(customer))[0]).toMatchObject({ state: 'off', off_reason: 'missing' });
  });
});

test('a refusal for good holds for the whole mailbox, whatever follows a plus sign', async () => {
  const email = newAddress();
  const tagged = (tag: string) => email.replace('@', `+${tag}@`);
  const [customer, other] = [await newWatched(), await newWatched()];
  const { id } = await newProven(customer, tagged('a'));
  const neighbour = await newProven(other, `x${email}`);
  // The codes of before are its mailbox's too.
  await sql('UPDATE alert_code_sends SET last_at = 0');
  await refuseForGood(email);
  expect(await codeOf(await add(other, tagged('b')))).toEqual([409, 'alert-refused']);
  const states = (await readView(customer)).recipients.map(({ id: each, offReason }) => [each, offReason]);
  expect(states).toContainEqual([id, 'refused']);
  const still = (await readView(other)).recipients.find((each) => each.id === neighbour.id);
  expect(still?.state).toBe('on');
});

describe('the account’s address', () => {
  test('that was refused for good is off from the start', async () => {
    const customer = await newWatched();
    await sql('DELETE FROM alert_recipients WHERE order_id = ?', customer.orderId);
    await refuseForGood(customer.email);
    await followOwner(deps(), customer.orderId);
    expect(await rowsOf(customer)).toEqual([
      { address: customer.email, is_owner: 1, state: 'off', off_reason: 'refused' },
    ]);
  });

  test('changes: the old one gets nothing more, and its links decide nothing', async () => {
    const customer = await newWatched();
    const old = await ownOf(customer);
    const email = newAddress();
    await moveTo(customer, email);
    await fall(customer);
    expect([await toldTo(customer.email), await toldTo(email)]).toEqual([0, 1]);
    await refuse(old.id);
    expect(await rowsOf(customer)).toEqual([{ address: email, is_owner: 1, state: 'on', off_reason: null }]);
  });

  test('changes while an alert waits: the new one gets it, once', async () => {
    const customer = await newWatched();
    await setFaults(addresses.mailUrl, { ...noFaults, down: true });
    await fall(customer);
    const email = newAddress();
    await moveTo(customer, email);
    await setFaults(addresses.mailUrl, noFaults);
    await tell(60_000);
    await tell(120_000);
    expect([await toldTo(customer.email), await toldTo(email)]).toEqual([0, 1]);
  });

  test('changes while an alert waits: what is said of the tries to the old one ends nobody', async () => {
    // So that the breaker keeps nobody on.
    await sql('UPDATE alert_recipients SET ended_at = NULL');
    const customer = await newWatched();
    await setFaults(addresses.mailUrl, { ...noFaults, down: true });
    await fall(customer);
    const [waiting] = await sql<{ id: string }>(
      `SELECT id FROM alert_messages WHERE order_id = ? AND state = 'waiting'`,
      customer.orderId,
    );
    const email = newAddress();
    await moveTo(customer, email);
    await setFaults(addresses.mailUrl, noFaults);
    await tell(60_000);
    await followMail(depsAt(60_000), { what: 'missing', reference: waiting?.id ?? '' });
    expect([(await ownOf(customer)).state, await toldTo(email)]).toEqual(['on', 1]);
  });

  test.each([accountEndpoint, alertsEndpoint, reportsEndpoint])(
    'is followed by the first token that carries it, at %s',
    async (endpoint) => {
      const customer = await newWatched();
      const email = newAddress();
      await call(endpoint, { token: await tokenWith(customer, email) });
      expect(await rowsOf(customer)).toEqual([
        { address: email, is_owner: 1, state: 'on', off_reason: null },
      ]);
    },
  );

  test('is not followed while it is unproven', async () => {
    const customer = await newWatched();
    await call(alertsEndpoint, { token: await tokenWith(customer, newAddress(), false) });
    expect(await rowsOf(customer)).toMatchObject([{ address: customer.email, state: 'on' }]);
  });

  test('takes over what the old one was told, and what happened since', async () => {
    const customer = await newWatched();
    await sql(
      `UPDATE alert_recipients SET read_seq = 7, read_fall = 3, memory = '{"monitors":{},"held":[7]}' WHERE order_id = ?`,
      customer.orderId,
    );
    await moveTo(customer, newAddress());
    const marks = await sql(
      'SELECT read_seq, read_fall, memory FROM alert_recipients WHERE order_id = ?',
      customer.orderId,
    );
    expect(marks).toEqual([{ read_seq: 7, read_fall: 3, memory: '{"monitors":{},"held":[7]}' }]);
  });

  test('becomes one that is a recipient already: one row, with its own choices', async () => {
    const customer = await newWatched();
    const partner = await newProven(customer);
    const preferences: AlertPreferences = { ...defaultPreferences, kinds: ['fall'], reminderHours: 24 };
    await act(customer, partner.id, 'preferencias', preferences);
    await moveTo(customer, partner.address);
    await fall(customer);
    expect([await toldTo(customer.email), await toldTo(partner.address)]).toEqual([0, 1]);
    const { recipients } = await readView(customer);
    expect(recipients).toMatchObject([
      { id: partner.id, address: partner.address, isOwner: true, state: 'on', preferences },
    ]);
  });

  test('becomes one without choices of its own: those of the old one stay', async () => {
    const customer = await newWatched();
    const preferences: AlertPreferences = { ...defaultPreferences, kinds: ['fall'], reminderHours: 0 };
    await act(customer, (await ownOf(customer)).id, 'preferencias', preferences);
    const { address: name } = await newUnproven(customer);
    await moveTo(customer, name);
    expect(await ownOf(customer)).toMatchObject({ address: name, state: 'on', preferences });
  });

  test('becomes one that was refused for good: off, shown, and nobody else is told in its place', async () => {
    const customer = await newWatched();
    const email = newAddress();
    await refuseForGood(email);
    await moveTo(customer, email);
    await fall(customer);
    expect([await toldTo(customer.email), await toldTo(email)]).toEqual([0, 0]);
    expect(await ownOf(customer)).toMatchObject({ address: email, state: 'off', offReason: 'refused' });
  });

  test.each(['left', 'missing'])('becomes a recipient that is off (%s): it stays off', async (reason) => {
    const customer = await newWatched();
    const partner = await newProven(customer);
    await sql(`UPDATE alert_recipients SET state = 'off', off_reason = ? WHERE id = ?`, reason, partner.id);
    await moveTo(customer, partner.address);
    expect(await rowsOf(customer)).toEqual([
      { address: partner.address, is_owner: 1, state: 'off', off_reason: reason },
    ]);
  });

  test('becomes an unproven one: it waits for the sign-in that proves it', async () => {
    const customer = await newWatched();
    const { address: name } = await newUnproven(customer);
    await moveTo(customer, name, 0);
    expect(await rowsOf(customer)).toMatchObject([{ address: name, is_owner: 1, state: 'unproven' }]);
    await moveTo(customer, name);
    expect(await rowsOf(customer)).toMatchObject([{ address: name, is_owner: 1, state: 'on' }]);
  });

  test('changes: who had switched the alerts off is asked for nothing', async () => {
    const customer = await newWatched();
    await act(customer, (await ownOf(customer)).id, 'retirada');
    const email = newAddress();
    await moveTo(customer, email);
    expect(await rowsOf(customer)).toEqual([
      { address: email, is_owner: 1, state: 'off', off_reason: 'left' },
    ]);
    expect((await add(customer, customer.email)).status).toBe(200);
  });
});
