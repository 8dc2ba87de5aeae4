/** What the mail provider tells of a mail that it had accepted, and many such endings at once. */

import { beforeEach, describe, expect, test } from 'vitest';
import { accountEndpoint } from '#domain/api-schemas/account.ts';
import { refuseAddress } from '#functions/alerts/codes-store.ts';
import { leaveAlerts, resendCode } from '#functions/alerts/recipients.ts';
import { tokenFor } from '#tests/support/worker-accounts.ts';
import {
  alertsTo,
  calmAlerts,
  fallAt,
  HOUR,
  MINUTE,
  messagesOf,
  newAddress,
  newChat,
  newProven,
  newWatched,
  notify,
  notifyAbout,
  pagesAt,
  permanent,
  readView,
  saidIn,
  stateOfOwner,
  stateOfRecipient,
  subjectsTo,
  tell,
} from './alerts-support.ts';
import { operated } from './operations-support.ts';
import type { Customer } from './plan-change-support.ts';
import { call, depsAt, mailsSent, sendMails, sql } from './support.ts';

beforeEach(calmAlerts);

describe('what the mail provider tells later', () => {
  test.each([
    ['a full mailbox', { type: 'Transient', subType: 'MailboxFull', message: '' }],
    ['an undetermined bounce', { type: 'Undetermined', subType: 'Undetermined', message: '' }],
  ])(
    'a permanent bounce ends, %s does not; three in a week are told, a delivery between begins anew',
    async (_, bounce) => {
      const customer = await newWatched();
      const [full, gone] = [newAddress(), newAddress()];
      const [{ id }, other] = [await newProven(customer, full), await newProven(customer, gone)];
      const told = async () =>
        (await subjectsTo(customer.email)).filter((subject) => subject.includes('não estão chegando'));
      const comeBack = async (minutes: number) => {
        await fallAt(customer, minutes * MINUTE);
        await notify(full, 'email.bounced', { bounce });
      };
      await fallAt(customer, MINUTE);
      await notify(gone, 'email.bounced', permanent);
      expect(await stateOfRecipient(other.id)).toEqual(['off', 'missing']);
      for (const minutes of [2, 3]) await comeBack(minutes);
      await fallAt(customer, 4 * MINUTE);
      await notify(full, 'email.delivered');
      for (const minutes of [5, 6]) await comeBack(minutes);
      await sendMails(HOUR);
      expect(await told()).toEqual([]);
      for (const minutes of [7, 8]) await comeBack(minutes);
      await sendMails(HOUR);
      expect(await told()).toEqual([`Os avisos não estão chegando a ${full}`]);
      expect(await stateOfRecipient(id)).toEqual(['on', '']);
    },
  );

  test('the owner’s click on spam ends his mail, and is told to the others and on the account', async () => {
    const customer = await newWatched();
    const email = newAddress();
    await newProven(customer, email);
    const { chat } = await newChat(customer);
    await fallAt(customer, 4_000);
    await notify(customer.email, 'email.complained');
    const view = await readView(customer);
    expect(view.recipients[0]).toMatchObject({ state: 'off', offReason: 'spam' });
    await tell(30_000);
    const word = 'Os avisos não chegam mais ao e-mail do dono do painel';
    expect([await subjectsTo(email), await saidIn(chat)]).toEqual([
      expect.arrayContaining([word]),
      expect.arrayContaining([word]),
    ]);
    expect(await subjectsTo(customer.email)).not.toContain(word);
    const account = await call(accountEndpoint, { token: customer.token });
    expect(await account.json()).toMatchObject({
      stoppedRecipients: [{ name: customer.email, reason: 'quem recebe marcou um aviso como spam' }],
    });
  });

  test('a mail that fails after it was accepted goes again under a new key, once for each notice', async () => {
    const customer = await newWatched('free');
    const fallen = await fallAt(customer, 4_000);
    const [first] = await mailsSent(customer.email);
    const reference = first?.tags[0]?.value;
    const failed = { failed: { reason: 'recipient_domain_not_found' } };
    for (let told = 0; told < 2; told += 1) await notifyAbout(reference, 'email.failed', failed);
    expect(await messagesOf(customer)).toMatchObject([['waiting', expect.any(String)]]);
    // Its reader's domain is to blame: nobody else waits.
    expect((await pagesAt(5_000)).join()).not.toContain('mensagens por e-mail esperam');
    await tell(30_000);
    await notifyAbout(reference, 'email.failed', failed);
    await tell(60_000);
    const mails = (await mailsSent(customer.email)).filter(({ subject }) => subject.startsWith('Fora'));
    expect(mails.map(({ subject }) => subject)).toEqual(Array(2).fill(`Fora do ar: ${fallen}`));
    expect(mails.map(({ tags }) => tags[0]?.value)).toEqual([reference, `${reference}_1`]);
    expect(new Set(mails.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(2);
  });

  test('one that fails because of our quota stops the provider and calls a person', async () => {
    const customer = await newWatched('free');
    await fallAt(customer, 4_000);
    await notify(customer.email, 'email.failed', { failed: { reason: 'reached_daily_quota' } });
    expect((await pagesAt(5_000)).join()).toContain('mensagens por e-mail esperam');
    await tell(5 * MINUTE);
    expect(await alertsTo(customer.email)).toHaveLength(1);
    await tell(11 * MINUTE);
    expect(await alertsTo(customer.email)).toHaveLength(2);
  });

  test('a code that comes too soon asks nothing of the provider’s list of addresses', async () => {
    const customer = await newWatched('free');
    const [own] = (await readView(customer)).recipients;
    await fallAt(customer, 4_000);
    await notify(customer.email, 'email.bounced', permanent);
    const asked: string[] = [];
    const deps = depsAt(0);
    const allowAgain = async (address: string) => asked.push(address) > 0;
    const needs = { ...deps, mailer: { ...deps.mailer, allowAgain } };
    const asking = { subject: customer.subject, network: '198.51.100.7' };
    await resendCode(needs, asking, own?.id ?? '');
    expect(asked).toEqual([customer.email]);
    await expect(resendCode(needs, asking, own?.id ?? '')).rejects.toMatchObject({ code: 'alert-code-wait' });
    expect(asked).toHaveLength(1);
  });

  test('one that fails after its reader left is not shown as delivered', async () => {
    const customer = await newWatched('free');
    const [own] = (await readView(customer)).recipients;
    await fallAt(customer, 4_000);
    await leaveAlerts(depsAt(0), await depsAt(0).alertLinks.tokenOf(own?.id ?? ''));
    await notify(customer.email, 'email.failed', { failed: { reason: 'reached_daily_quota' } });
    expect(await messagesOf(customer)).toEqual([['refused', expect.any(String)]]);
    await tell(11 * MINUTE);
    expect(await alertsTo(customer.email)).toHaveLength(1);
  });

  test('one that is late says so until it is delivered', async () => {
    const customer = await newWatched('free');
    await fallAt(customer, 4_000);
    await notify(customer.email, 'email.delivery_delayed');
    expect(await messagesOf(customer)).toEqual([['sent', 'ainda não entregue a quem recebe']]);
    await notify(customer.email, 'email.delivered');
    expect(await messagesOf(customer)).toEqual([['sent', null]]);
  });
});

describe('many endings at once', () => {
  /** Ends the owners' mail of some environments by permanent bounces, one after the other. */
  async function bounceAll(customers: readonly Customer[]): Promise<string[]> {
    const states: string[] = [];
    for (const customer of customers) {
      await fallAt(customer, 4_000);
      await notify(customer.email, 'email.bounced', permanent);
      states.push((await stateOfOwner(customer)) ?? '');
    }
    return states;
  }
  const newWatchedAt = async (domain: string): Promise<Customer> => {
    const customer = await newWatched('free');
    const email = `${crypto.randomUUID().slice(0, 8)}@${domain}`;
    await sql('UPDATE alert_recipients SET address = ? WHERE order_id = ?', email, customer.orderId);
    await sql('UPDATE buyers SET email = ? WHERE order_id = ?', email, customer.orderId);
    return { ...customer, email, token: await tokenFor(customer.email, { email }) };
  };

  test('the third of one domain is not believed, nor any after it; an operator undoes and rearms', async () => {
    const domain = `${crypto.randomUUID().slice(0, 8)}.example`;
    const customers = [];
    for (let each = 0; each < 4; each += 1) customers.push(await newWatchedAt(domain));
    expect(await bounceAll(customers)).toEqual(['off', 'off', 'on', 'on']);
    expect((await pagesAt(5_000)).join()).toContain('recusas em série no e-mail');
    const left = await newWatched('free');
    await sql(
      `UPDATE alert_recipients SET state = 'off', off_reason = 'left' WHERE order_id = ?`,
      left.orderId,
    );
    const spam = await newWatched('free');
    await fallAt(spam, 4_000);
    await notify(spam.email, 'email.complained');

    type Undone = { recipients: { name: string; state: string; isListed: boolean }[]; isRearmed: boolean };
    const looked = await operated<Undone>('religar');
    const ended = customers.slice(0, 2).map(({ email }) => email);
    expect(looked.recipients.map(({ name, state }) => [name, state])).toEqual(
      ended.map((email) => [email, 'off']),
    );
    const done = await operated<Undone>('religar', { isSure: true, rearm: true });
    // Its key may only send: the list of suppressed addresses is left to the operator.
    expect(done).toMatchObject({
      isRearmed: true,
      recipients: ended.map((name) => ({ name, state: 'on', isListed: true })),
    });
    for (const customer of customers) expect(await stateOfOwner(customer)).toBe('on');
    expect([await stateOfOwner(left), await stateOfOwner(spam)]).toEqual(['off', 'off']);
    expect(await pagesAt(5_000)).toEqual([]);
    const again = await operated<Undone>('religar', { isSure: true });
    expect(again.recipients).toEqual([]);
  });

  test('who refused for good stays off, also by the operator’s command', async () => {
    const customer = await newWatched('free');
    await bounceAll([customer]);
    await refuseAddress(depsAt(0), customer.email, Date.now());
    await sql(`UPDATE alert_recipients SET off_reason = 'missing' WHERE order_id = ?`, customer.orderId);
    expect(await operated('religar', { isSure: true })).toMatchObject({
      recipients: [{ name: customer.email, state: 'refused' }],
    });
    expect(await stateOfOwner(customer)).toBe('off');
  });
});
