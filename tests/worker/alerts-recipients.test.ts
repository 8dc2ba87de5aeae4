/** Recipients of alerts: codes, preferences, tests, and links that end them. */
import { Webhook } from 'standardwebhooks';
import { beforeEach, describe, expect, test } from 'vitest';
import { localSecrets } from '#dev/local-values.ts';
import { alertLeaveEndpoint, alertRefuseEndpoint } from '#domain/alerts/alerts-page.ts';
import { type AlertPreferences, defaultPreferences } from '#domain/alerts/preferences.ts';
import { alertChannelEndpoint } from '#domain/api-schemas/alerts.ts';
import { mailWebhookEndpoint } from '#domain/api-schemas/webhook.ts';
import { message } from '#domain/messages.ts';
import { alertWork } from '#functions/alerts/tell-recipient.ts';
import {
  act,
  add,
  codeIn,
  fall,
  GATHERED_MS,
  mailsTo,
  newAddress,
  newProven,
  newUnproven,
  newWatched,
  readView,
  tell,
  toldTo,
  verify,
  viewOf,
} from './alerts-support.ts';
import {
  addresses,
  call,
  calmServices,
  codeOf,
  depsAt,
  mailsSent,
  noFaults,
  runDue,
  sendMails,
  setFaults,
  sql,
} from './support.ts';

beforeEach(calmServices);

describe('a code of six digits', () => {
  test('proves an address, which is told what is down then, and what falls later', async () => {
    const customer = await newWatched();
    await fall(customer);
    const email = newAddress();
    const { address: name } = await newProven(customer, email);
    expect([name, await toldTo(email)]).toEqual([email, 0]);
    await runDue(alertWork, depsAt(GATHERED_MS));
    expect(await toldTo(email)).toBe(1);
    await fall(customer, 60_000);
    expect(await toldTo(email)).toBe(2);
  });

  test('is told to nobody but the mailbox, and says who asks', async () => {
    const customer = await newWatched();
    const email = newAddress();
    const answer = await add(customer, email);
    const code = await codeIn(email);
    expect(await answer.text()).not.toContain(code);
    const rows = JSON.stringify([await sql('SELECT * FROM alert_codes'), await sql('SELECT * FROM outbox')]);
    expect(rows).not.toContain(`"${code}"`);
    const [mail] = await mailsSent(email);
    expect(mail?.text).toContain(customer.email);
    expect(mail?.text).toMatch(/\/avisos\/recusar#[\w.-]+/);
  });

  test('may be asked for again after a minute, and the page knows when', async () => {
    const customer = await newWatched();
    const before = Date.now();
    await add(customer, newAddress());
    const resendAt = async () => (await readView(customer)).recipients.at(-1)?.resendAt ?? null;
    const at = (await resendAt()) ?? 0;
    expect(at - before).toBeGreaterThanOrEqual(60_000);
    expect(at - Date.now()).toBeLessThanOrEqual(60_000);
    await sql('UPDATE alert_codes SET sent_at = sent_at - 60000');
    expect(await resendAt()).toBeNull();
  });

  test('ends after five wrong tries, and a new one works', async () => {
    const customer = await newWatched();
    const { id, address: name } = await newUnproven(customer);
    const right = await codeIn(name);
    const wrong = right === '111111' ? '222222' : '111111';
    for (let tries = 0; tries < 5; tries += 1)
      expect(await codeOf(await verify(customer, id, wrong))).toEqual([422, 'alert-code-wrong']);
    expect(await codeOf(await verify(customer, id, right))).toEqual([409, 'alert-code-over']);
    await sql('UPDATE alert_code_sends SET last_at = 0');
    expect((await act(customer, id, 'codigo')).status).toBe(200);
    expect((await verify(customer, id, await codeIn(name))).status).toBe(200);
  });

  test('ends after fifteen minutes', async () => {
    const customer = await newWatched();
    const { id, address: name } = await newUnproven(customer);
    await sql('UPDATE alert_codes SET expires_at = ? WHERE recipient_id = ?', Date.now() - 1, id);
    expect(await codeOf(await verify(customer, id, await codeIn(name)))).toEqual([409, 'alert-code-over']);
  });

  test.each(['12345', '1234567', '12 456', 'abcdef', ''])('%j is no code', async (code) => {
    const customer = await newWatched();
    const { id } = await newUnproven(customer);
    expect((await verify(customer, id, code)).status).toBe(422);
  });

  test('comes once a minute and five times a day to an address, from whatever environment', async () => {
    const [one, other] = [await newWatched(), await newWatched()];
    const email = newAddress();
    const { id } = await newUnproven(one, email);
    expect(await codeOf(await act(one, id, 'codigo'))).toEqual([429, 'alert-code-wait']);
    expect(await codeOf(await add(other, email))).toEqual([429, 'alert-code-wait']);
    for (let sent = 1; sent < 5; sent += 1) {
      await sql('UPDATE alert_code_sends SET last_at = 0');
      expect((await act(one, id, 'codigo')).status).toBe(200);
    }
    await sql('UPDATE alert_code_sends SET last_at = 0');
    expect(await codeOf(await act(one, id, 'codigo'))).toEqual([429, 'alert-code-day']);
    expect(await codeOf(await add(other, email))).toEqual([429, 'alert-code-day']);
    await sendMails(600_000);
    expect((await mailsSent(email)).length).toBe(5);
  });

  test('a refused request uses up nothing of the address, the account or the network', async () => {
    const [one, other] = [await newWatched(), await newWatched()];
    const email = newAddress();
    await newUnproven(one);
    await sql('UPDATE alert_code_sends SET sent = 20');
    const before = await sql('SELECT who, sent, last_at FROM alert_code_sends ORDER BY who');
    for (let tries = 0; tries < 6; tries += 1)
      expect(await codeOf(await add(one, email))).toEqual([429, 'alert-code-day']);
    expect(await sql('SELECT who, sent, last_at FROM alert_code_sends ORDER BY who')).toEqual(before);
    await sql('DELETE FROM alert_code_sends');
    expect((await add(other, email)).status).toBe(200);
  });

  test('plus-addresses share the five codes of their mailbox', async () => {
    const customer = await newWatched();
    const [local = '', domain = ''] = newAddress().split('@');
    const tagged = (tag: number) => `${local}+${tag}@${domain}`;
    for (let sent = 0; sent < 5; sent += 1) {
      await sql('UPDATE alert_code_sends SET last_at = 0');
      expect((await add(customer, tagged(sent))).status).toBe(200);
      const next = sent < 4 ? 'alert-code-wait' : 'alert-code-day';
      expect(await codeOf(await add(customer, `${local}@${domain}`))).toEqual([429, next]);
    }
    await sql('UPDATE alert_code_sends SET last_at = 0');
    expect(await codeOf(await add(customer, tagged(5)))).toEqual([429, 'alert-code-day']);
  });

  test('an account fills no mailboxes: twenty first codes a day', async () => {
    const customer = await newWatched();
    await newUnproven(customer);
    await sql('UPDATE alert_code_sends SET sent = 20');
    expect(await codeOf(await add(customer, newAddress()))).toEqual([429, 'alert-code-day']);
  });
});

describe('who may be a recipient', () => {
  test('the free plan has the owner’s address only', async () => {
    const customer = await newWatched('free');
    expect(await codeOf(await add(customer, newAddress()))).toEqual([409, 'alert-recipients-full']);
    expect((await readView(customer)).free).toEqual({ email: 0, telegram: 1, posted: 0 });
  });

  test('an address is in the list once', async () => {
    const customer = await newWatched();
    const { address: name } = await newUnproven(customer);
    expect(await codeOf(await add(customer, name.toUpperCase()))).toEqual([409, 'alert-known']);
    expect(await codeOf(await add(customer, customer.email))).toEqual([409, 'alert-known']);
  });

  test('another environment’s recipients are like unknown ones', async () => {
    const [one, other] = [await newWatched(), await newWatched()];
    const { id } = await newProven(one);
    for (const verb of ['codigo', 'teste', 'retirada'] as const)
      expect(await codeOf(await act(other, id, verb))).toEqual([404, 'not-found']);
    expect((await verify(other, id, '123456')).status).toBe(404);
    expect((await readView(one)).recipients.map((each) => each.id)).toContain(id);
  });
});

describe('a recipient', () => {
  test('is tested at once, once a minute', async () => {
    const customer = await newWatched();
    const email = newAddress();
    const { id } = await newProven(customer, email);
    expect((await act(customer, id, 'teste')).status).toBe(200);
    expect((await mailsSent(email)).at(-1)?.subject).toBe('Teste dos avisos da Vigia');
    expect(await codeOf(await act(customer, id, 'teste'))).toEqual([429, 'rate-limited']);
  });

  test('is removed with what waits for it', async () => {
    const customer = await newWatched();
    const email = newAddress();
    const { id } = await newProven(customer, email);
    const view = await viewOf(act(customer, id, 'retirada'));
    expect(view.recipients.map((each) => each.id)).not.toContain(id);
    await fall(customer);
    expect(await toldTo(email)).toBe(0);
  });

  test('the owner’s own address is switched off and on again without a code', async () => {
    const customer = await newWatched();
    const [own] = (await readView(customer)).recipients;
    await act(customer, own?.id ?? '', 'retirada');
    await fall(customer);
    expect(await toldTo(customer.email)).toBe(0);
    const view = await viewOf(act(customer, own?.id ?? '', 'codigo'));
    expect(view.recipients[0]).toMatchObject({ state: 'on', isOwner: true });
  });

  test('chooses what it is told, and when', async () => {
    const customer = await newWatched();
    const email = newAddress();
    const { id } = await newProven(customer, email);
    const preferences: AlertPreferences = {
      kinds: ['return'],
      quiet: {
        days: [1, 2],
        wholeDays: [],
        from: '22:00',
        until: '07:00',
        zone: 'America/Manaus',
        mode: 'hold-all',
      },
      reminderHours: 24,
      monitors: null,
      text: null,
    };
    const view = await viewOf(act(customer, id, 'preferencias', preferences));
    expect(view.recipients.find((each) => each.id === id)?.preferences).toEqual(preferences);
    await fall(customer);
    expect(await toldTo(email)).toBe(0);
    expect(await toldTo(customer.email)).toBe(1);
  });

  test('hears of what is down once it wants to hear of falls, and not of what ended before', async () => {
    const customer = await newWatched();
    const email = newAddress();
    const { id } = await newProven(customer, email);
    const wants = (kinds: AlertPreferences['kinds']) =>
      act(customer, id, 'preferencias', { ...defaultPreferences, kinds, reminderHours: 0 });
    await wants(['maintenance']);
    await fall(customer);
    await wants(['maintenance', 'expiry']);
    await tell();
    expect(await toldTo(email)).toBe(0);
    await wants(['fall', 'maintenance']);
    await tell();
    expect(await toldTo(email)).toBe(1);
    await wants(['fall', 'return']);
    await tell();
    expect(await toldTo(email)).toBe(1);
  });

  test.each([
    ['a zone that does not exist', { zone: 'America/Lugar_Nenhum' }],
    ['an hour that does not exist', { from: '25:00' }],
    ['a day that does not exist', { days: [7] }],
  ] as const)('%s is refused', async (_name, wrong) => {
    const customer = await newWatched();
    const [own] = (await readView(customer)).recipients;
    const quiet = {
      days: [1],
      wholeDays: [],
      from: '22:00',
      until: '07:00',
      zone: 'America/Sao_Paulo',
      mode: 'hold-all',
      ...wrong,
    };
    const answer = await act(customer, own?.id ?? '', 'preferencias', {
      kinds: [],
      quiet,
      reminderHours: 0,
      monitors: null,
    });
    expect(answer.status).toBe(422);
    const { fields } = (await answer.json()) as { fields: Record<string, string> };
    const expected = { zone: 'alert.zone', from: 'alert.clock' } as const;
    for (const [field, sentence] of Object.entries(expected))
      if (field in wrong) expect(fields[`quiet.${field}`]).toBe(message(sentence));
  });
});

describe('mail that returns after it was accepted', () => {
  /** Tells the webhook what the local provider has to tell of a mail. */
  async function notify(body: object, secret = localSecrets.mailWebhookSecret): Promise<number> {
    const now = new Date();
    const text = JSON.stringify(body);
    const headers = {
      'svix-id': 'msg_1',
      'svix-timestamp': String(Math.floor(now.getTime() / 1000)),
      'svix-signature': new Webhook(secret).sign('msg_1', now, text),
    };
    return (await call(mailWebhookEndpoint, { body, headers })).status;
  }
  const aboutMail = (type: string, reference: string) => ({
    type,
    data: {
      tags: { reference },
      ...(type === 'email.bounced' && { bounce: { type: 'Permanent', subType: 'General', message: '' } }),
    },
  });
  /** The newest mail to an address, as the provider knows it. */
  const referenceOf = async (email: string): Promise<string> =>
    (await mailsTo(email)).at(-1)?.tags[0]?.value ?? 'no reference';

  test.each([
    ['email.bounced', 'missing'],
    ['email.complained', 'spam'],
  ] as const)('%s switches its recipient off, and the owner is told once', async (type, offReason) => {
    const customer = await newWatched();
    const email = newAddress();
    const { id } = await newProven(customer, email);
    await fall(customer);
    const reference = await referenceOf(email);
    for (let told = 0; told < 2; told += 1) expect(await notify(aboutMail(type, reference))).toBe(200);
    const view = await readView(customer);
    expect(view.recipients.find((each) => each.id === id)).toMatchObject({ state: 'off', offReason });
    expect(view.messages.filter(({ recipient }) => recipient === email)).toMatchObject([
      { state: 'refused' },
    ]);
    await sendMails(600_000);
    const told = (await mailsSent(customer.email)).filter(({ subject }) =>
      subject.includes('não chegam mais'),
    );
    expect(told).toHaveLength(1);
  });

  test('a repeat does not switch off who was proven again', async () => {
    const customer = await newWatched();
    const email = newAddress();
    const { id } = await newProven(customer, email);
    await fall(customer);
    const notice = aboutMail('email.bounced', await referenceOf(email));
    await notify(notice);
    await sql('UPDATE alert_code_sends SET last_at = 0');
    await act(customer, id, 'codigo');
    await verify(customer, id, await codeIn(email));
    await notify(notice);
    expect((await readView(customer)).recipients.find((each) => each.id === id)?.state).toBe('on');
  });

  test('an unsigned notice is refused, and one about other mail changes nothing', async () => {
    const customer = await newWatched();
    expect(await notify(aboutMail('email.bounced', 'x'), `whsec_${btoa('another secret')}`)).toBe(401);
    expect(await notify(aboutMail('email.bounced', 'welcome'))).toBe(200);
    expect((await readView(customer)).recipients.map(({ state }) => state)).toEqual(['on']);
  });
});

describe('a link in a mail', () => {
  const tokenFor = (id: string) => depsAt(0).alertLinks.tokenOf(id);

  test('ends the messages with one click, and the owner is told', async () => {
    const customer = await newWatched();
    const email = newAddress();
    const { id } = await newProven(customer, email);
    const path = `${alertLeaveEndpoint}?t=${await tokenFor(id)}`;
    for (let click = 0; click < 2; click += 1)
      expect((await call(path, { method: 'POST' })).status).toBe(204);
    await fall(customer);
    await sendMails(600_000);
    expect(await toldTo(email)).toBe(0);
    const told = (await mailsSent(customer.email)).filter(({ subject }) =>
      subject.includes('não chegam mais'),
    );
    expect(told).toHaveLength(1);
  });

  test('leaves no message behind that waits for ever', async () => {
    const customer = await newWatched();
    const { id } = await newProven(customer);
    await setFaults(addresses.mailUrl, { ...noFaults, down: true });
    await fall(customer);
    await call(`${alertLeaveEndpoint}?t=${await tokenFor(id)}`, { method: 'POST' });
    await setFaults(addresses.mailUrl, noFaults);
    const states = await sql('SELECT state, detail FROM alert_messages WHERE recipient_id = ?', id);
    expect(states).toEqual([{ state: 'refused', detail: 'left' }]);
  });

  test('refuses an address for good, in every environment', async () => {
    const [one, other] = [await newWatched(), await newWatched()];
    const email = newAddress();
    const { id } = await newProven(one, email);
    await sql('UPDATE alert_code_sends SET last_at = 0');
    await newProven(other, email);
    const answer = await call(alertRefuseEndpoint, { body: { t: await tokenFor(id) } });
    expect(answer.status).toBe(204);
    await fall(other);
    expect(await toldTo(email)).toBe(0);
    expect(await codeOf(await add(await newWatched(), email))).toEqual([409, 'alert-refused']);
    expect(JSON.stringify(await sql('SELECT * FROM alert_refusals'))).not.toContain(email);
  });

  test('a changed one does nothing', async () => {
    const customer = await newWatched();
    const [one, other] = [await newProven(customer), await newProven(customer)];
    const [, code] = (await tokenFor(one.id)).split('.');
    const path = `${alertLeaveEndpoint}?t=${other.id}.${code}`;
    expect(await codeOf(await call(path, { method: 'POST' }))).toEqual([403, 'forbidden']);
  });
});

describe('the channel in the panel', () => {
  test('its wishes reach the companion, and are done once', async () => {
    const customer = await newWatched();
    const view = await viewOf(call(alertChannelEndpoint, { token: customer.token, body: {} }));
    expect(view.channel).toBe('on');
    const [row] = await sql(
      'SELECT restore, attach FROM alert_channels WHERE order_id = ?',
      customer.orderId,
    );
    expect(row).toEqual({ restore: 0, attach: '[]' });
  });
});
