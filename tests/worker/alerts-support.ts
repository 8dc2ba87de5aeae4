/** Customers whose alerts are on, their recipients, what these are told, and what the providers answer. */

import { Webhook } from 'standardwebhooks';
import { expect } from 'vitest';
import { localSecrets } from '#dev/local-values.ts';
import type { ProblemName } from '#dev/stand-ins/mail/answers.ts';
import { recipientsMax } from '#domain/alerts/shares.ts';
import {
  type AlertRecipient,
  type AlertsView,
  alertsEndpoint,
  recipientPath,
  recipientsEndpoint,
  type SentAlert,
} from '#domain/api-schemas/alerts.ts';
import { mailWebhookEndpoint } from '#domain/api-schemas/webhook.ts';
import { connectChat } from '#functions/alerts/recipient-store.ts';
import { alertSetUpWork } from '#functions/alerts/set-up.ts';
import { alertWork } from '#functions/alerts/tell-recipient.ts';
import type { Deps } from '#functions/compose.ts';
import { readReadiness } from '#functions/operations/read-readiness.ts';
import { downOf, reportAlso } from './alert-reports.ts';
import { type Customer, newTenant } from './plan-change-support.ts';
import {
  addresses,
  call,
  calmServices,
  clearWork,
  depsAt,
  mailsSent,
  runDue,
  sendJson,
  sendMails,
  sql,
  stateOf,
} from './support.ts';

/** After this time a first message is no longer gathered. */
export const GATHERED_MS = 4_000;

let mailboxes = 0;
export function newAddress(): string {
  mailboxes += 1;
  return `plantao-${mailboxes}-${crypto.randomUUID().slice(0, 8)}@equipe.example`;
}

/** An environment whose owner has a proven address, and is told. */
export async function newWatched(plan: 'free' | 'pro' = 'pro'): Promise<Customer> {
  const customer = await newTenant(plan);
  await sql('UPDATE buyers SET email_proven = 1 WHERE order_id = ?', customer.orderId);
  await runDue(alertSetUpWork, depsAt(0));
  await clearWork(alertSetUpWork);
  return customer;
}

export const readView = ({ token }: Pick<Customer, 'token'>): Promise<AlertsView> =>
  viewOf(call(alertsEndpoint, { token }));

/** Asks for a recipient with this address. */
export const add = ({ token }: Customer, email: string): Promise<Response> =>
  call(recipientsEndpoint, { token, body: { email } });

/** Does something with a recipient. */
export const act = (
  { token }: Pick<Customer, 'token'>,
  id: string,
  verb: Parameters<typeof recipientPath>[1],
  body = {},
): Promise<Response> => call(recipientPath(id, verb), { token, body });

/** Sends the digits that a recipient's mail brought. */
export const verify = (customer: Pick<Customer, 'token'>, id: string, code: string): Promise<Response> =>
  act(customer, id, 'verificar', { code });

/** What a change answers. */
export const viewOf = async (answer: Promise<Response>): Promise<AlertsView> => (await answer).json();

/** The newest code in a mailbox. */
export async function codeIn(email: string): Promise<string> {
  await sendMails(600_000);
  const codes = (await mailsSent(email)).flatMap(({ subject }) => /^(\d{6}) é/.exec(subject)?.[1] ?? []);
  return codes.at(-1) ?? 'no code';
}

/** A new recipient that waits for its code. */
export async function newUnproven(customer: Customer, email = newAddress()): Promise<AlertRecipient> {
  const view = await viewOf(add(customer, email));
  const found = view.recipients.find(({ address }) => address === email);
  if (found === undefined) throw new Error('The recipient was not added.');
  return found;
}

/** A new recipient that has proven its address. */
export async function newProven(customer: Customer, email = newAddress()): Promise<AlertRecipient> {
  const { id } = await newUnproven(customer, email);
  const view = await viewOf(verify(customer, id, await codeIn(email)));
  const found = view.recipients.find((each) => each.id === id);
  if (found?.state !== 'on') throw new Error('The recipient was not proven.');
  return found;
}

/** Lets a monitor of the customer fall, and tells everybody at a later time. */
export async function fall(customer: Customer, aheadMs = GATHERED_MS): Promise<void> {
  await fallAt(customer, aheadMs, 'Loja');
}

/** Tells everybody what is to be told, at a later time. */
export async function tell(aheadMs = GATHERED_MS, deps: Deps = depsAt(aheadMs)): Promise<void> {
  await sql(`UPDATE work SET due_at = 0, leased_until = 0 WHERE kind = 'send-alert'`);
  await runDue(alertWork, deps);
}

/** Mails to an address; those to others of its team may name it. */
export const mailsTo = async (email: string): ReturnType<typeof mailsSent> =>
  (await mailsSent(email)).filter(({ to }) => [to].flat().includes(email));

/** How many falls an address was told. */
export const toldTo = async (email: string): Promise<number> =>
  (await mailsTo(email)).filter(({ subject }) => subject.startsWith('Fora do ar')).length;

/** Milliseconds. */
export const MINUTE = 60_000;

/** Milliseconds. */
export const HOUR = 60 * MINUTE;

/** Before each test about providers: nobody ended, and nothing waits or was refused. */
export async function calmAlerts(): Promise<void> {
  await calmServices();
  await sql('UPDATE alert_recipients SET ended_at = NULL');
  await sql(`DELETE FROM alert_messages WHERE state IN ('waiting', 'refused')`);
}

/** What the next mails are answered with. */
export const answerMail = (answer: ProblemName, times = 1_000, to = '') =>
  sendJson(`${addresses.mailUrl}/__stand-in/answers`, 'PATCH', { answer, times, to });

/** The next mails are accepted again. */
export const answerMailAsAlways = () =>
  sendJson(`${addresses.mailUrl}/__stand-in/answers`, 'PATCH', { answer: '', times: 0, to: '' });

/** What the next messages to chats, or to one, are answered with. */
export const answerChat = (refusal: string, times = 1_000, chat = '') =>
  sendJson(`${addresses.telegramUrl}/__stand-in/answers`, 'PATCH', { refusal, times, chat });

let monitors = 0;

/** A new monitor falls; tells which. */
export async function fallAt(customer: Customer, aheadMs: number, name = ''): Promise<string> {
  monitors += 1;
  const monitor = { id: monitors, name: name === '' ? `M${monitors}` : name };
  // Checked so seldom that the check counts for the whole test.
  const checked = { checkedAt: Date.now(), interval: 2 * 86_400 };
  await reportAlso(customer, { levels: [downOf(monitors, Date.now(), { monitor, ...checked })] });
  await tell(aheadMs);
  return monitor.name;
}

/** The state of the owner's mail. */
export const stateOfOwner = async (customer: Customer) => (await readView(customer)).recipients[0]?.state;

/** States of the messages that the account shows, newest first, with their details. */
export const messagesOf = async (customer: Customer): Promise<[string, string | null][]> =>
  (await readView(customer)).messages.map(({ state, detail }: SentAlert) => [state, detail]);

/** Subjects of the mails to an address. */
export const subjectsTo = async (email: string): Promise<string[]> =>
  (await mailsTo(email)).map(({ subject }) => subject);

/** Falls that an address was told. */
export const alertsTo = async (email: string): Promise<string[]> =>
  (await subjectsTo(email)).filter((subject) => subject.startsWith('Fora do ar'));

/** What calls a person at a later time. */
export async function pagesAt(aheadMs: number): Promise<string[]> {
  const { problems } = await readReadiness(depsAt(aheadMs));
  const calls = problems.filter(({ level }) => level === 'page').map(({ text }) => text);
  // No scheduled run happens here.
  return calls.filter((text) => !text.startsWith('cron'));
}

/** Tells the webhook what became of the newest mail to an address. */
export async function notify(email: string, type: string, more: object = {}): Promise<void> {
  const reference = (await mailsTo(email)).at(-1)?.tags[0]?.value;
  await notifyAbout(reference, type, more);
}

/** Tells the webhook what became of a mail. */
export async function notifyAbout(
  reference: string | undefined,
  type: string,
  more: object = {},
): Promise<void> {
  const body = { type, data: { tags: { reference }, ...more } };
  const [now, text] = [new Date(), JSON.stringify(body)];
  const headers = {
    'svix-id': 'msg_1',
    'svix-timestamp': String(Math.floor(now.getTime() / 1000)),
    'svix-signature': new Webhook(localSecrets.mailWebhookSecret).sign('msg_1', now, text),
  };
  expect((await call(mailWebhookEndpoint, { body, headers })).status).toBe(200);
}

/** A bounce that ends a recipient. */
export const permanent = { bounce: { type: 'Permanent', subType: 'General', message: '' } };

let chatsMade = 0;

/** A group of the local Telegram that is a recipient. */
export async function newChat({ orderId }: Customer): Promise<{ id: string; chat: string }> {
  chatsMade += 1;
  const title = `Plantão ${chatsMade} ${crypto.randomUUID().slice(0, 8)}`;
  const form = (path: string, fields: Record<string, string>) =>
    fetch(`${addresses.telegramUrl}${path}`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      redirect: 'manual',
    });
  await form('/conversas', { titulo: title, codigo: 'x' });
  const chat = String((await chats()).find((each) => each.title === title)?.id);
  const id = crypto.randomUUID();
  const recipient = { id, orderId, address: chat };
  await connectChat(depsAt(0).db, recipient, title, recipientsMax('pro'), Date.now());
  return { id, chat };
}
const chats = async () =>
  (
    await stateOf<{ chats: { id: number; title: string; messages: { from: string; text: string }[] }[] }>(
      addresses.telegramUrl,
    )
  ).chats;

/** First lines of what a chat was told, without the sign of their colour. */
export const saidIn = async (chat: string): Promise<string[]> =>
  (await chats())
    .find(({ id }) => String(id) === chat)
    ?.messages.filter(({ from }) => from === 'bot')
    .map(({ text }) => (text.split('\n')[0] ?? '').replace(/^(?:🔴|🟠|🟢|🔵) /u, '')) ?? [];

/** State of a recipient, and why it is off. */
export const stateOfRecipient = async (id: string): Promise<string[]> => {
  const [row] = await sql<{ state: string; off_reason: string | null }>(
    'SELECT state, off_reason FROM alert_recipients WHERE id = ?',
    id,
  );
  return [row?.state ?? 'gone', row?.off_reason ?? ''];
};
