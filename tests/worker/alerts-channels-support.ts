/** Channels of a team and webhooks: added by a customer, and what came to their addresses. */
import type { Received } from '#dev/stand-ins/channels/received.ts';
import type { PostedKind } from '#domain/alerts/codes.ts';
import { type AlertRecipient, type PostedAnswer, postedEndpoint } from '#domain/api-schemas/alerts.ts';
import { postWorkWith } from '#functions/alerts/post-events.ts';
import type { Customer } from './plan-change-support.ts';
import { addresses, call, depsAt, runDue, sendJson, sql, stateOf } from './support.ts';

const secret = (): string => crypto.randomUUID().replaceAll('-', '');

/** A new address as each provider gives it. */
export const newAddressOf: Readonly<Record<PostedKind, () => string>> = {
  slack: () => `https://hooks.slack.com/services/T0001/B0001/${secret()}`,
  discord: () => `https://discord.com/api/webhooks/100200300/${secret()}`,
  teams: () =>
    `https://prod-12.brazilsouth.logic.azure.com/workflows/${secret()}/triggers/manual/paths/invoke?api-version=2016-06-01&sig=${secret()}`,
  webhook: () => `https://avisos.loja.com.br/entrada/${secret()}`,
};

/** Asks for a channel or webhook. */
export const addPosted = (
  { token }: Pick<Customer, 'token'>,
  kind: PostedKind,
  address: string,
  name = '',
): Promise<Response> => call(postedEndpoint, { token, body: { kind, address, name } });

/** A channel or webhook that is on. */
export async function newPosted(
  customer: Pick<Customer, 'token'>,
  kind: PostedKind,
): Promise<AlertRecipient & { readonly url: string; readonly secret: string | null }> {
  const url = newAddressOf[kind]();
  const answer = await addPosted(customer, kind, url);
  const { alerts, secret: shown } = (await answer.json()) as PostedAnswer;
  const found = alerts?.recipients.findLast((each) => each.kind === kind);
  if (found?.state !== 'on') throw new Error(`${kind} was not added: ${answer.status}`);
  return { ...found, url, secret: shown };
}

/** What came to an address, the oldest first. */
export async function cameTo(url: string): Promise<readonly Received[]> {
  const { received } = await stateOf<{ received: readonly Received[] }>(addresses.channelsUrl);
  return received.filter(({ address }) => address === url).toReversed();
}

/** What the next posts are answered; see dev/stand-ins/channels/answers.ts. */
export const answerWith = (refusal: string, times: number, to = ''): Promise<unknown> =>
  sendJson(`${addresses.channelsUrl}/__stand-in/answers`, 'PATCH', { refusal, times, to, delayMs: 0 });

/** Posts to webhooks what is due at a later time. */
export async function post(aheadMs: number): Promise<void> {
  await sql(`UPDATE work SET due_at = 0, leased_until = 0 WHERE kind = 'alert-post'`);
  await runDue(
    postWorkWith(() => Promise.resolve()),
    depsAt(aheadMs),
  );
}
