/** Customers whose alerts are on, their recipients, and what these are told. */
import { alertEventsEndpoint } from '#domain/api-schemas/alert-events.ts';
import {
  type AlertRecipient,
  type AlertsView,
  alertsEndpoint,
  recipientPath,
  recipientsEndpoint,
} from '#domain/api-schemas/alerts.ts';
import { alertSetUpWork } from '#functions/alerts/set-up.ts';
import { alertWork } from '#functions/alerts/tell-recipient.ts';
import type { Deps } from '#functions/compose.ts';
import { type Customer, newTenant } from './plan-change-support.ts';
import { call, clearWork, depsAt, mailsSent, runDue, sendMails, sql } from './support.ts';

/** After this time a first message is no longer gathered. */
export const GATHERED_MS = 4_000;

let addresses = 0;
export function newAddress(): string {
  addresses += 1;
  return `plantao-${addresses}-${crypto.randomUUID().slice(0, 8)}@equipe.example`;
}

/** An environment whose owner has a proven address, and is told. */
export async function newWatched(plan: 'free' | 'pro' = 'pro'): Promise<Customer> {
  const customer = await newTenant(plan);
  await sql('UPDATE orders SET email_proven = 1 WHERE id = ?', customer.orderId);
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
  const found = view.recipients.find(({ name }) => name === email);
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
export async function fall({ orderId }: Customer, aheadMs = GATHERED_MS): Promise<void> {
  const token = await depsAt(0).environmentTokens.tokenOf(orderId);
  const monitor = { id: 1, name: 'Loja' };
  const event = { key: crypto.randomUUID(), at: Date.now(), kind: 'down', monitor, message: '' };
  await call(alertEventsEndpoint, { token, body: { generation: crypto.randomUUID(), events: [event] } });
  await tell(aheadMs);
}

/** Tells everybody what is to be told, at a later time. */
export async function tell(aheadMs = GATHERED_MS, deps: Deps = depsAt(aheadMs)): Promise<void> {
  await sql(`UPDATE work SET due_at = 0, leased_until = 0 WHERE kind = 'alert'`);
  await runDue(alertWork, deps);
}

/** How many falls an address was told. */
export const toldTo = async (email: string): Promise<number> =>
  (await mailsSent(email)).filter(({ subject }) => subject.startsWith('Fora do ar')).length;
