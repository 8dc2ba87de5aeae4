/**
 * One refusal by the mail provider is a fact about one message: five bad minutes, a wrongly rotated key, and each other
 * meaning of the table in docs/alerts.md, in the Worker with a moved clock.
 */

import { beforeEach, describe, expect, test } from 'vitest';
import { readReadiness } from '#functions/operations/read-readiness.ts';
import { mailWork } from '#functions/platform/mail/send-mail.ts';
import {
  alertsTo,
  answerMail,
  answerMailAsAlways,
  calmAlerts,
  fallAt,
  HOUR,
  MINUTE,
  messagesOf,
  newAddress,
  newProven,
  newWatched,
  pagesAt,
  stateOfOwner,
  stateOfRecipient,
  subjectsTo,
  tell,
} from './alerts-support.ts';
import { operated } from './operations-support.ts';
import {
  addresses,
  depsAt,
  mailsSent,
  noFaults,
  sendJson,
  sendMails,
  setDue,
  setFaults,
  sql,
} from './support.ts';

beforeEach(calmAlerts);

describe('the mail provider refuses everything', () => {
  test('five bad minutes end nobody, call a person, and everything arrives afterwards, with a word of its delay', async () => {
    const customers = [await newWatched('free'), await newWatched('free')];
    await sendJson(`${addresses.mailUrl}/__stand-in/sender`, 'PATCH', { domain: 'failed' });
    const fallen: string[] = [];
    for (const customer of customers) fallen.push(await fallAt(customer, 4_000));
    expect((await pagesAt(5_000)).join()).toContain('mensagens por e-mail esperam: o domínio do remetente');
    for (let minutes = 1; minutes <= 5; minutes += 1) await tell(minutes * MINUTE);
    for (const customer of customers) {
      expect(await stateOfOwner(customer)).toBe('on');
      expect(await messagesOf(customer)).toMatchObject([['waiting', expect.any(String)]]);
    }
    await sendJson(`${addresses.mailUrl}/__stand-in/sender`, 'PATCH', { domain: 'verified' });
    await tell(12 * MINUTE);
    for (const [index, customer] of customers.entries())
      expect(await alertsTo(customer.email)).toEqual([`Fora do ar: ${fallen[index]}`]);
    for (const customer of customers) {
      expect((await mailsSent(customer.email)).at(-1)?.text).toMatch(
        /Este aviso chegou com atraso: o provedor não aceitava mensagens/,
      );
    }
    expect(await pagesAt(12 * MINUTE)).toEqual([]);
  });

  test('readiness says it without a mail, where the key may read the domain', async () => {
    const sender = { domain: 'failed', access: 'full_access' };
    await sendJson(`${addresses.mailUrl}/__stand-in/sender`, 'PATCH', sender);
    expect(await pagesAt(0)).toEqual([expect.stringContaining('e-mail: o domínio do remetente')]);
  });

  test('a wrongly rotated key ends nobody, and calls a person at once', async () => {
    const customer = await newWatched('free');
    await answerMail('chave-invalida');
    const fallen = await fallAt(customer, 4_000);
    await tell(2 * MINUTE);
    expect(await stateOfOwner(customer)).toBe('on');
    expect((await pagesAt(2 * MINUTE)).join()).toContain('mensagens por e-mail esperam');
    await answerMailAsAlways();
    await tell(4 * MINUTE);
    expect(await alertsTo(customer.email)).toEqual([`Fora do ar: ${fallen}`]);
  });

  test('a used up quota is asked again after ten minutes', async () => {
    const customer = await newWatched('free');
    await answerMail('cota-dia', 1);
    await fallAt(customer, 4_000);
    await tell(9 * MINUTE);
    expect(await alertsTo(customer.email)).toEqual([]);
    await tell(11 * MINUTE);
    expect(await alertsTo(customer.email)).toHaveLength(1);
  });

  test('too many requests pause everyone as long as the answer says, and call nobody at once', async () => {
    const [one, other] = [await newWatched('free'), await newWatched('free')];
    await answerMail('ritmo', 1);
    await fallAt(one, 4_000);
    await fallAt(other, 5_000);
    expect(await alertsTo(other.email)).toEqual([]);
    expect((await pagesAt(5_000)).join()).not.toContain('e-mail esperam');
    await tell(7_000);
    expect([(await alertsTo(one.email)).length, (await alertsTo(other.email)).length]).toEqual([1, 1]);
  });

  test('five minutes without an answer call a person; a single failure does not', async () => {
    const customer = await newWatched('free');
    await setFaults(addresses.mailUrl, { ...noFaults, down: true });
    await fallAt(customer, 4_000);
    const ofMail = async (aheadMs: number) =>
      (await pagesAt(aheadMs)).filter((text) => text.startsWith('mensagens por e-mail'));
    expect(await ofMail(4 * MINUTE)).toEqual([]);
    await tell(4 * MINUTE);
    expect(await ofMail(6 * MINUTE)).toEqual(['mensagens por e-mail esperam: o provedor não responde']);
    await setFaults(addresses.mailUrl, noFaults);
    await tell(7 * MINUTE);
    expect(await ofMail(7 * MINUTE)).toEqual([]);
    expect(await alertsTo(customer.email)).toHaveLength(1);
  });
});

describe('the mail provider refuses one message', () => {
  test('a subject that it does not like is refused, and the next alert arrives', async () => {
    const customer = await newWatched('free');
    await answerMail('assunto', 1);
    await fallAt(customer, 4_000);
    expect(await messagesOf(customer)).toMatchObject([['refused', expect.stringContaining('texto')]]);
    expect(await stateOfOwner(customer)).toBe('on');
    const next = await fallAt(customer, 30_000);
    expect(await alertsTo(customer.email)).toEqual([`Fora do ar: ${next}`]);
  });

  test('an address ends at the third refusal in a row, over an hour or more, and its owner is told', async () => {
    const customer = await newWatched();
    const email = newAddress();
    const { id } = await newProven(customer, email);
    await answerMail('endereco', 1_000, email);
    for (const aheadMs of [4_000, 30_000, 60_000]) await fallAt(customer, aheadMs);
    expect(await stateOfRecipient(id)).toEqual(['on', '']);
    await fallAt(customer, HOUR + 60_000);
    expect(await stateOfRecipient(id)).toEqual(['off', 'missing']);
    await sendMails(2 * HOUR);
    expect(await subjectsTo(customer.email)).toContain(`Os avisos não chegam mais a ${email}`);
  });

  test('an accepted alert between them begins anew', async () => {
    const customer = await newWatched();
    const email = newAddress();
    const { id } = await newProven(customer, email);
    await answerMail('endereco', 2, email);
    for (const minutes of [1, 2, 3]) await fallAt(customer, minutes * MINUTE);
    await answerMail('endereco', 2, email);
    for (const minutes of [70, 71]) await fallAt(customer, minutes * MINUTE);
    expect(await stateOfRecipient(id)).toEqual(['on', '']);
  });

  test('what nobody listed is refused twice; the third recipient of another environment stops all, and waits', async () => {
    const customers = [await newWatched('free'), await newWatched('free'), await newWatched('free')];
    await answerMail('desconhecida');
    for (const customer of customers) await fallAt(customer, 4_000);
    const states = await Promise.all(customers.map(messagesOf));
    expect(states.map(([message]) => message?.[0]).toSorted()).toEqual(['refused', 'refused', 'waiting']);
    expect((await pagesAt(5_000)).join()).toContain('mensagens por e-mail esperam: o provedor recusou');
    await answerMailAsAlways();
    await tell(2 * MINUTE);
    const told = await Promise.all(customers.map(({ email }) => alertsTo(email)));
    expect(told.flat()).toHaveLength(1);
    for (const customer of customers) expect(await stateOfOwner(customer)).toBe('on');
  });

  test('the texts of one environment stop nobody else', async () => {
    const customer = await newWatched();
    for (let more = 0; more < 3; more += 1) await newProven(customer);
    await answerMail('assunto');
    await fallAt(customer, 4_000);
    expect(new Set((await messagesOf(customer)).map(([state]) => state))).toEqual(new Set(['refused']));
    expect((await pagesAt(5_000)).join()).not.toContain('e-mail esperam');
  });

  test('the same key with other bytes is perhaps delivered, and what is true then goes under a new one', async () => {
    const customer = await newWatched('free');
    await answerMail('chave-outra', 1);
    const fallen = await fallAt(customer, 4_000);
    await tell(10_000);
    expect(await messagesOf(customer)).toMatchObject([
      ['sent', null],
      ['unclear', expect.any(String)],
    ]);
    expect(await alertsTo(customer.email)).toEqual([`Fora do ar: ${fallen}`]);
  });

  test('a key that the provider cannot read is a defect that pages, until a message goes', async () => {
    const customer = await newWatched('free');
    await answerMail('chave-malfeita', 1);
    await fallAt(customer, 4_000);
    expect(await messagesOf(customer)).toMatchObject([['refused', expect.any(String)]]);
    expect((await pagesAt(4_000)).join()).toContain('mensagens por e-mail são recusadas: um defeito nosso');
    await fallAt(customer, 30_000);
    expect(await stateOfOwner(customer)).toBe('on');
    expect(await pagesAt(30_000)).toEqual([]);
  });

  test('the same key at once is asked again under it, and calls nobody', async () => {
    const customer = await newWatched('free');
    await answerMail('chave-em-uso', 1);
    await fallAt(customer, 4_000);
    await tell(10_000);
    const mails = (await mailsSent(customer.email)).filter(({ subject }) => subject.startsWith('Fora'));
    const [message] = await sql<{ batch: string }>(
      'SELECT batch FROM alert_messages WHERE order_id = ?',
      customer.orderId,
    );
    expect(mails.map(({ idempotencyKey }) => idempotencyKey)).toEqual([message?.batch]);
    expect(await sql('SELECT troubled_since FROM providers WHERE troubled_since IS NOT NULL')).toEqual([]);
  });

  test('a message whose outcome stays unknown for a day holds up nothing that is true later', async () => {
    const [one, other] = [await newWatched('free'), await newWatched('free')];
    await answerMail('erro', 1_000, one.email);
    await fallAt(one, 4_000);
    await fallAt(other, HOUR);
    await sql(
      'UPDATE alert_messages SET created_at = created_at + ? WHERE order_id = ?',
      HOUR,
      other.orderId,
    );
    const waiting = async () => (await messagesOf(one)).filter(([state]) => state === 'waiting');
    for (const hours of [23, 25]) {
      await tell(hours * HOUR);
      expect(await waiting()).toHaveLength(1);
    }
    await answerMailAsAlways();
    await tell(26 * HOUR);
    expect(await waiting()).toEqual([]);
    // What may have arrived is said to be so, and what is true now came under another key.
    expect((await messagesOf(one)).at(-1)).toEqual(['unclear', expect.any(String)]);
    expect((await messagesOf(one))[0]).toEqual(['sent', null]);
  });
});

describe('other mail', () => {
  /** Queues a mail about a recipient that ended, to this address. */
  async function queue(to: string): Promise<string> {
    const id = crypto.randomUUID();
    const payload = { to, name: null, subdominio: 'padaria', recipient: 'x', reason: 'left' };
    await sql(
      `INSERT INTO outbox (id, template, payload, created_at) VALUES (?, 'alert-recipient-off', ?, ?)`,
      id,
      JSON.stringify(payload),
      Date.now(),
    );
    await setDue(mailWork, id);
    return id;
  }
  const rowOf = async (id: string) =>
    (
      await sql<{ sent_at: number | null; refused: string | null }>('SELECT * FROM outbox WHERE id = ?', id)
    )[0];
  const mailLines = async () => (await readReadiness(depsAt(0))).problems.map(({ text }) => text).join();

  test('to an address that cannot exist is settled, counted, and sent again on command', async () => {
    const email = newAddress();
    await answerMail('endereco', 1, email);
    const id = await queue(email);
    await sendMails();
    expect(await rowOf(id)).toMatchObject({ sent_at: expect.any(Number), refused: 'address' });
    expect(await mailLines()).toContain('e-mails recusados pelo provedor em um dia');
    expect(await operated('reenviar', { messageId: id })).toMatchObject({ isNew: true });
    await sendMails(1_000);
    expect(await subjectsTo(email)).toHaveLength(1);
  });

  test.each(['assunto', 'desconhecida', 'dominio'] as const)(
    'that is refused otherwise (%s) still goes out',
    async (answer) => {
      const email = newAddress();
      await answerMail(answer, 1, email);
      const id = await queue(email);
      await sendMails();
      expect(await rowOf(id)).toMatchObject({ sent_at: null, refused: null });
      await sendMails(2 * MINUTE);
      expect([(await rowOf(id))?.sent_at, (await subjectsTo(email)).length]).toEqual([expect.any(Number), 1]);
    },
  );

  test('that an earlier try delivered is settled', async () => {
    const email = newAddress();
    await answerMail('chave-outra', 1, email);
    const id = await queue(email);
    await sendMails();
    expect(await rowOf(id)).toMatchObject({ sent_at: expect.any(Number), refused: null });
  });

  test('waits with everything else, and makes the provider’s trouble known', async () => {
    await answerMail('chave-invalida');
    await queue(newAddress());
    await sendMails();
    expect((await pagesAt(0)).join()).toContain(
      'mensagens por e-mail esperam: o provedor não aceita a nossa chave',
    );
  });
});
