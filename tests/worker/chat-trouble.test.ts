/** One refusal by Telegram is a fact about one message or one chat, as docs/alerts.md lists them. */

import { beforeEach, describe, expect, test } from 'vitest';
import { followChat } from '#functions/alerts/telegram.ts';
import {
  answerChat,
  calmAlerts,
  fallAt,
  HOUR,
  MINUTE,
  newChat,
  newWatched,
  pagesAt,
  saidIn,
  stateOfRecipient,
  subjectsTo,
  tell,
} from './alerts-support.ts';
import type { Customer } from './plan-change-support.ts';
import { addresses, depsAt, sendJson, sendMails, sql } from './support.ts';

beforeEach(calmAlerts);

describe('Telegram', () => {
  test.each(['codificacao', 'topico'])(
    'a text that is refused (%s) holds up no later one, and ends nothing',
    async (refusal) => {
      const customer = await newWatched('free');
      const { id, chat } = await newChat(customer);
      await answerChat(refusal, 1, chat);
      await fallAt(customer, 4_000);
      const next = await fallAt(customer, 30_000);
      expect([await saidIn(chat), await stateOfRecipient(id)]).toEqual([[`Fora do ar: ${next}`], ['on', '']]);
      expect((await pagesAt(HOUR + MINUTE)).join()).not.toContain('Aviso');
    },
  );

  test('missing rights wait and end nothing; the owner is told once, and after a day the message is given up', async () => {
    const customer = await newWatched('free');
    const { id, chat } = await newChat(customer);
    await answerChat('sem-direito', 1_000, chat);
    const first = await fallAt(customer, 4_000);
    for (const hours of [1, 12, 23]) await tell(hours * HOUR);
    const messages = async () =>
      await sql('SELECT state FROM alert_messages WHERE recipient_id = ? ORDER BY created_at', id);
    expect((await messages())[0]).toEqual({ state: 'waiting' });
    await tell(24 * HOUR + 5_000);
    expect([(await messages())[0], await stateOfRecipient(id)]).toEqual([{ state: 'refused' }, ['on', '']]);
    await sendMails(25 * HOUR);
    const told = (await subjectsTo(customer.email)).filter((each) => each.includes('não estão chegando'));
    expect(told).toHaveLength(1);
    await answerChat('', 0);
    // Its words may have been written anew at midnight, just before: a reminder is due six hours after them.
    const next = await fallAt(customer, 31 * HOUR);
    expect(await saidIn(chat)).toEqual([`Fora do ar: ${next}; continua fora do ar: ${first}`]);
  });

  test('a chat that does not exist ends at the second refusal, an hour or more later', async () => {
    const customer = await newWatched('free');
    const { id, chat } = await newChat(customer);
    await answerChat('sem-conversa', 1_000, chat);
    for (const aheadMs of [4_000, 30_000]) await fallAt(customer, aheadMs);
    expect(await stateOfRecipient(id)).toEqual(['on', '']);
    await fallAt(customer, HOUR + MINUTE);
    expect(await stateOfRecipient(id)).toEqual(['off', 'blocked']);
  });

  test('another 403 waits an hour three times, and ends then', async () => {
    const customer = await newWatched('free');
    const { id, chat } = await newChat(customer);
    await answerChat('outro-403', 1_000, chat);
    await fallAt(customer, 4_000);
    for (const hours of [1, 2]) await tell(hours * HOUR + 5_000);
    expect(await stateOfRecipient(id)).toEqual(['on', '']);
    await tell(3 * HOUR + 10_000);
    expect(await stateOfRecipient(id)).toEqual(['off', 'blocked']);
  });

  test('missing rights count nothing towards the three waits of another 403', async () => {
    const customer = await newWatched('free');
    const { id, chat } = await newChat(customer);
    await answerChat('sem-direito', 1_000, chat);
    await fallAt(customer, 4_000);
    for (const minutes of [11, 22, 33]) await tell(minutes * MINUTE);
    await answerChat('outro-403', 1_000, chat);
    await tell(44 * MINUTE);
    expect(await stateOfRecipient(id)).toEqual(['on', '']);
  });

  test('a wrong token ends nothing and calls a person at once', async () => {
    const customer = await newWatched('free');
    const { id, chat } = await newChat(customer);
    await answerChat('token');
    await fallAt(customer, 4_000);
    expect((await pagesAt(5_000)).join()).toContain('mensagens por Telegram esperam');
    await answerChat('', 0);
    await tell(2 * MINUTE);
    expect([(await saidIn(chat)).length, await stateOfRecipient(id)]).toEqual([1, ['on', '']]);
  });

  test('two chats that are asked to wait pause all of them, one does not', async () => {
    const customers = [await newWatched('free'), await newWatched('free'), await newWatched('free')];
    const made = [];
    for (const customer of customers) made.push(await newChat(customer));
    const pause = (pauses: number) =>
      sendJson(`${addresses.telegramUrl}/__stand-in/pauses`, 'PATCH', { pauses, retryAfter: 40 });
    const [one, other, third] = customers as [Customer, Customer, Customer];
    await pause(1);
    await fallAt(one, 4_000);
    await fallAt(other, 10_000);
    expect(await saidIn(made[1]?.chat ?? '')).toHaveLength(1);
    await tell(50_000);
    await pause(1_000);
    await fallAt(one, 80_000);
    await fallAt(other, 81_000);
    await pause(0);
    await fallAt(third, 82_000);
    expect(await saidIn(made[2]?.chat ?? '')).toEqual([]);
    await tell(130_000);
    expect(await saidIn(made[2]?.chat ?? '')).toHaveLength(1);
  });

  test('a group that takes the bot back within a week is told again; one that left by a link is not', async () => {
    const customer = await newWatched();
    const { id, chat } = await newChat(customer);
    const now = Date.now();
    const follow = (what: 'gone' | 'back', days: number) =>
      followChat(depsAt(days * 24 * HOUR), { what, chat, at: now + days * 24 * HOUR });
    await follow('gone', 0);
    // Too late, and from before it was removed: Telegram may repeat an update.
    for (const days of [8, -1]) await follow('back', days);
    expect(await stateOfRecipient(id)).toEqual(['off', 'kicked']);
    await follow('back', 6);
    expect(await stateOfRecipient(id)).toEqual(['on', '']);
    await sql(`UPDATE alert_recipients SET state = 'off', off_reason = 'left' WHERE id = ?`, id);
    await follow('back', 1);
    expect(await stateOfRecipient(id)).toEqual(['off', 'left']);
  });
});
