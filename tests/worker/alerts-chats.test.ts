/** A chat with the bot, from the link to its end, also by the local Telegram's own updates. */
import { describe, expect } from 'vitest';
import { recipientsMax } from '#domain/alerts/shares.ts';
import {
  type AlertsView,
  alertsEndpoint,
  type TelegramLink,
  telegramLinkEndpoint,
  telegramWebhookEndpoint,
} from '#domain/api-schemas/alerts.ts';
import { message } from '#domain/messages.ts';
import type { MarkedText } from '#domain/text/marked-text.ts';
import { addEmailRecipient, connectChat } from '#functions/alerts/recipient-store.ts';
import { followChat, openTelegramLink } from '#functions/alerts/telegram.ts';
import { alertWork } from '#functions/alerts/tell-recipient.ts';
import { fall, newAddress, newWatched, readView } from './alerts-support.ts';
import { test } from './fixtures.ts';
import type { Customer } from './plan-change-support.ts';
import { addresses, call, depsAt, depsWith, mailsSent, runDue, sendMails, sql, stateOf } from './support.ts';

interface LocalTelegram {
  readonly chats: readonly {
    id: number;
    title: string;
    messages: readonly { from: string; text: string }[];
  }[];
  readonly updates: readonly { chat: number; body: object }[];
  readonly webhook: { readonly secret: string };
}
const telegram = () => stateOf<LocalTelegram>(addresses.telegramUrl);

/** Sends a form of the local Telegram's pages. */
async function act(path: string, fields: Record<string, string> = {}): Promise<void> {
  const answer = await fetch(`${addresses.telegramUrl}${path}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });
  expect(answer.status).toBe(303);
}

/** A new group of this title, which the bot joins by a link's code. */
async function newGroup(title: string, link: string): Promise<number> {
  await act('/conversas', { titulo: title, codigo: new URL(link).searchParams.get('startgroup') ?? '' });
  const { chats } = await telegram();
  return chats.findLast((chat) => chat.title === title)?.id ?? 0;
}

/** What the local Telegram has to say about a chat, each update once. */
async function deliver(chat: number, from = 0): Promise<number> {
  const { updates: all, webhook } = await telegram();
  const updates = all.filter((update) => update.chat === chat);
  for (const { body } of updates.slice(from)) {
    const headers = { 'x-telegram-bot-api-secret-token': webhook.secret };
    expect((await call(telegramWebhookEndpoint, { body, headers })).status).toBe(200);
  }
  return updates.length;
}

const linkOf = async ({ token }: Customer): Promise<TelegramLink> =>
  (await call(telegramLinkEndpoint, { token, body: {} })).json();
const chatsOf = async ({ token }: Customer) =>
  (await (await call(alertsEndpoint, { token })).json<AlertsView>()).recipients.filter(
    ({ kind }) => kind === 'telegram',
  );
const saidIn = async (chat: number) =>
  (await telegram()).chats.find(({ id }) => id === chat)?.messages.filter(({ from }) => from === 'bot') ?? [];

test('a group is connected by its link once, moves with its upgrade, and ends when the bot is removed', async ({
  paidTenant,
}) => {
  const link = await linkOf(paidTenant);
  expect(link.group).toMatch(
    new RegExp(`^${addresses.telegramUrl}/vigia_local_bot\\?startgroup=[\\da-f]{64}$`),
  );
  const title = `Plantão ${crypto.randomUUID().slice(0, 8)}`;
  const group = await newGroup(title, link.group);
  const before = await deliver(group);
  expect(await chatsOf(paidTenant)).toEqual([expect.objectContaining({ name: title, state: 'on' })]);
  expect(await saidIn(group)).toEqual([
    expect.objectContaining({ text: expect.stringContaining('chegam a esta conversa') }),
  ]);

  const other = await newGroup(`${title} 2`, link.group);
  await deliver(other);
  expect(await chatsOf(paidTenant)).toHaveLength(1);
  expect((await saidIn(other))[0]?.text).toContain('Este link não vale mais');

  await act(`/conversas/${group}/supergrupo`);
  await deliver(group, before);
  const supergroup = (await telegram()).chats.findLast((chat) => chat.title === title)?.id ?? 0;
  expect(supergroup).toBeLessThan(-1e12);
  await act(`/conversas/${supergroup}/retirar`);
  await deliver(supergroup);
  expect(await chatsOf(paidTenant)).toEqual([
    expect.objectContaining({ name: title, state: 'off', offReason: 'kicked' }),
  ]);
  // Repeated by Telegram: told once.
  await deliver(supergroup);
  await sendMails(60_000);
  const told = (await mailsSent(paidTenant.email)).map(({ subject }) => subject);
  expect(told.filter((subject) => subject === `Os avisos não chegam mais a ${title}`)).toHaveLength(1);
});

test('a group that was connected again after its upgrade is told once', async ({ paidTenant }) => {
  const title = `Plantão ${crypto.randomUUID().slice(0, 8)}`;
  const group = await newGroup(title, (await linkOf(paidTenant)).group);
  await deliver(group);
  await act(`/conversas/${group}/supergrupo`);
  const supergroup = (await telegram()).chats.findLast((chat) => chat.title === title)?.id ?? 0;
  const code = new URL((await linkOf(paidTenant)).group).searchParams.get('startgroup') ?? '';
  await act(`/conversas/${supergroup}/texto`, { texto: `/start@vigia_local_bot ${code}` });
  await deliver(supergroup);
  expect(await chatsOf(paidTenant)).toHaveLength(2);
  await deliver(group);
  expect(await chatsOf(paidTenant)).toEqual([expect.objectContaining({ name: title, state: 'on' })]);
});

test('a chat is told, moved and switched off as the messenger says', async () => {
  const customer = await newWatched();
  const chat = String(-Math.floor(Math.random() * 1e9));
  const { db } = depsAt(0);
  await connectChat(
    db,
    { id: crypto.randomUUID(), orderId: customer.orderId, address: chat },
    'Plantão',
    recipientsMax('pro'),
    Date.now(),
  );
  const answers = [
    { kind: 'recipient-paused', code: 'chat-pause', ms: 3_000 },
    { kind: 'moved', chat: `-100${chat.slice(1)}` },
    { kind: 'sent' },
  ] as const;
  const ended = { kind: 'recipient-ended', code: 'chat-gone' } as const;
  const sent: [string, string][] = [];
  const messenger = {
    send: async (to: string, text: string | MarkedText) => {
      sent.push([to, typeof text === 'string' ? text : text.text]);
      return answers[sent.length - 1] ?? ended;
    },
  };
  await fall(customer, 0);
  const run = async (aheadMs: number) => {
    await sql(`UPDATE work SET due_at = 0, leased_until = 0 WHERE kind = 'send-alert'`);
    await runDue(alertWork, depsWith({ messenger }, aheadMs));
  };
  for (const round of [1, 2, 3]) await run(round * 30_000);
  expect(sent.map(([to]) => to)).toEqual([chat, chat, `-100${chat.slice(1)}`]);
  expect(sent[0]?.[1]).toMatch(/^🔴 Fora do ar: Loja\n\nLoja está fora do ar/);
  await fall(customer, 0);
  await run(200_000);
  await sendMails(600_000);
  const off = (await readView(customer)).recipients.find(({ kind }) => kind === 'telegram');
  expect(off).toMatchObject({ state: 'off', offReason: 'blocked', name: 'Plantão' });
  expect((await mailsSent(customer.email)).map(({ subject }) => subject)).toContain(
    'Os avisos não chegam mais a Plantão',
  );
});

describe('a chat', () => {
  const codeOfLink = (link: string) => new URL(link).searchParams.get('start') ?? '';
  const chats = async (customer: Customer) =>
    (await readView(customer)).recipients.filter(({ kind }) => kind === 'telegram');

  /** A bot that keeps what it writes. */
  function newBot() {
    const written: string[] = [];
    const messenger = {
      readName: async () => 'vigia_bot',
      send: async (_chat: string, text: string) => {
        written.push(text);
        return { kind: 'sent' as const };
      },
    };
    return { written, deps: (aheadMs = 0) => depsWith({ messenger }, aheadMs) };
  }

  test('is connected once by its link, within five minutes', async () => {
    const customer = await newWatched();
    const { written, deps } = newBot();
    const { person, group } = await openTelegramLink(deps(), customer.subject);
    expect(new URL(group).searchParams.get('startgroup')).toBe(codeOfLink(person));
    const start = {
      what: 'start',
      chat: '4711',
      name: 'Ana',
      code: codeOfLink(person),
      isPrivate: true,
    } as const;
    // Telegram repeats an update whose answer was lost.
    for (let times = 0; times < 2; times += 1) await followChat(deps(), start);
    await followChat(deps(), { ...start, chat: '4712' });
    expect(await chats(customer)).toMatchObject([{ name: 'Ana', state: 'on' }]);
    expect(written).toEqual([
      message('telegram.connected', { tenant: customer.subdominio }),
      message('telegram.connected', { tenant: customer.subdominio }),
      message('telegram.link-over'),
    ]);
    await followChat(deps(), { ...start, chat: '4714', code: null });
    expect(written.at(-1)).toBe(message('telegram.no-link'));
    const late = await openTelegramLink(deps(), customer.subject);
    await followChat(deps(301_000), { ...start, chat: '4713', code: codeOfLink(late.person) });
    expect(await chats(customer)).toHaveLength(1);
  });

  test('is one on the free plan, which says so in the chat', async () => {
    const customer = await newWatched('free');
    const { written, deps } = newBot();
    for (const chat of ['11', '12']) {
      const { person } = await openTelegramLink(deps(), customer.subject);
      await followChat(deps(), {
        what: 'start',
        chat,
        name: `Chat ${chat}`,
        code: codeOfLink(person),
        isPrivate: true,
      });
    }
    expect(await chats(customer)).toMatchObject([{ name: 'Chat 11' }]);
    expect(written.at(-1)).toBe(message('telegram.full', { tenant: customer.subdominio }));
  });

  test('counts among all recipients of the plan', async () => {
    const customer = await newWatched();
    const { written, deps } = newBot();
    for (let number = 2; number <= recipientsMax('pro').all; number += 1)
      await addEmailRecipient(
        depsAt(0).db,
        { id: crypto.randomUUID(), orderId: customer.orderId, address: newAddress() },
        recipientsMax('pro'),
        Date.now(),
      );
    const { person } = await openTelegramLink(deps(), customer.subject);
    await followChat(deps(), {
      what: 'start',
      chat: '31',
      name: 'Ana',
      code: codeOfLink(person),
      isPrivate: true,
    });
    expect(await chats(customer)).toEqual([]);
    expect(written).toEqual([message('telegram.full', { tenant: customer.subdominio })]);
  });

  test('that blocks the bot is off, and one that moves goes on', async () => {
    const customer = await newWatched();
    const { deps } = newBot();
    for (const chat of ['21', '-22']) {
      const { person } = await openTelegramLink(deps(), customer.subject);
      await followChat(deps(), {
        what: 'start',
        chat,
        name: chat,
        code: codeOfLink(person),
        isPrivate: true,
      });
    }
    await followChat(deps(), { what: 'gone', chat: '21', at: Date.now() });
    await followChat(deps(), { what: 'moved', chat: '-22', to: '-10022' });
    const rows = await sql<{ address: string; state: string }>(
      `SELECT address, state FROM alert_recipients WHERE order_id = ? AND kind = 'telegram' ORDER BY created_at`,
      customer.orderId,
    );
    expect(rows).toEqual([
      { address: '21', state: 'off' },
      { address: '-10022', state: 'on' },
    ]);
  });

  test('speaks by the webhook’s secret only', async () => {
    const body = { update_id: 1, message: { chat: { id: 1 }, text: '/start abc' } };
    expect((await call(telegramWebhookEndpoint, { body })).status).toBe(401);
    const headers = { 'x-telegram-bot-api-secret-token': await depsAt(0).messengerSecret() };
    expect((await call(telegramWebhookEndpoint, { body, headers })).status).toBe(200);
  });
});
