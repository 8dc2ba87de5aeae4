/** What customers do with a plan's features: invite colleagues, change the card, set up monitors. */
import { cardChangeEndpoint } from '#domain/api-schemas/card-change.ts';
import { peopleEndpoint } from '#domain/api-schemas/invitations.ts';
import { accountLimitsEndpoint } from '#domain/api-schemas/limits.ts';
import { acceptInvitationEndpoint, inviteEndpoint, removeMemberPath } from '#domain/api-schemas/people.ts';
import { billingAddress, cardNumbers, newCard } from '#tests/support/orders.ts';
import { newCpf, newPerson } from '#tests/support/people.ts';
import { invitationTo } from '../mails.ts';
import { newKey, type Reply } from './client.ts';
import { type Cast, payOnPage, type Story } from './customers.ts';

/** A card like the approved one with other last digits. */
const OTHER_CARD = '4012001000021010';
const lastFour = (number: string): string => number.slice(-4);

/** More monitors than the free plan allows, and a shorter interval than any plan allows. */
const OVER = { count: 9, interval: 20 } as const;
const WITHIN = { count: 3, interval: 600 } as const;

/** Sets up monitors in the environment like its owner; free customers sometimes too many. */
export async function setMonitorsUp(cast: Cast, story: Story): Promise<void> {
  if (story.subdomain === null) return;
  const isOver = story.plan === 'free' && cast.chance.hits(0.6);
  const { count, interval } = isOver ? OVER : WITHIN;
  const { url } = cast.world.stack().services.tenants;
  const wishes = Array.from({ length: count }, () => ({ kind: 'http', interval }));
  const answer = await fetch(`${url}/__stand-in/tenants/${story.subdomain}/monitors`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(wishes),
  });
  if (!answer.ok) throw new Error(`monitors of ${story.subdomain} answered ${answer.status}`);
  story.monitors = count;
  if (isOver) await seeOver(cast, story);
}

/** Reads the account until it shows the excess: the grace begins with the next run. */
async function seeOver(cast: Cast, story: Story): Promise<void> {
  const token = await cast.world.tokenFor(story.email);
  for (;;) {
    const { body } = await cast.client.insist({ method: 'GET', path: accountLimitsEndpoint, token });
    if (body['number'] !== undefined) return;
    await cast.client.pause(`the limits of ${story.email}`);
  }
}

/** Invites a colleague, who accepts, both with a double click; sometimes the owner removes them. */
export async function workTogether(cast: Cast, story: Story): Promise<void> {
  if (story.subdomain === null || story.plan === 'free') return;
  const owner = await cast.world.tokenFor(story.email);
  const colleague = newPerson();
  const subject = await cast.world.stack().services.identity.addUser(colleague);
  const post = (path: string, token: string, body?: unknown): Promise<Reply> =>
    cast.client.insist({ method: 'POST', path, token, body });
  const invite = () => post(inviteEndpoint, owner, { email: colleague.email });
  const invited = await Promise.all([invite(), invite()]);
  // After a lost response and a second click there is one invitation.
  const isInvited = invited.every(({ status, code }) => status === 200 || code === 'already-in');
  if (!isInvited) throw new Error(`the invitation answered ${invited.map(({ code }) => code)}`);

  let code: string | undefined;
  for (;;) {
    code = invitationTo(colleague.email, cast.world.stack().services.mail.state.messages);
    if (code !== undefined) break;
    await cast.client.pause(`the invitation to ${colleague.email}`);
  }
  const member = await cast.world.tokenFor(colleague.email);
  const accept = () => post(acceptInvitationEndpoint, member, { token: code });
  const accepted = await Promise.all([accept(), accept()]);
  if (!accepted.every(({ status }) => status === 200))
    throw new Error(`the acceptance answered ${accepted.map(({ status, code }) => `${status} ${code}`)}`);
  story.colleagues.push({ subject, email: colleague.email, isIn: true });
  if (cast.chance.hits(0.4)) await removeColleague(cast, story, owner);
}

async function removeColleague(cast: Cast, story: Story, token: string): Promise<void> {
  const colleague = story.colleagues.at(-1);
  const { body } = await cast.client.insist({ method: 'GET', path: peopleEndpoint, token });
  const people = (body['members'] ?? []) as readonly { id: string; email: string }[];
  const id = people.find(({ email }) => email === colleague?.email)?.id;
  if (id === undefined || colleague === undefined)
    throw new Error(`${story.email} does not see its colleague`);
  const remove = () => cast.client.insist({ method: 'POST', path: removeMemberPath(id), token });
  const removed = await Promise.all([remove(), remove()]);
  // The second click finds no membership any more.
  if (!removed.every(({ status, code }) => status === 200 || code === 'not-found'))
    throw new Error(`the removal answered ${removed.map(({ code }) => code)}`);
  colleague.isIn = false;
}

/** Changes the card with a double click; on the processor's page with that card entry mode. */
export async function changeCard(cast: Cast, story: Story): Promise<void> {
  if (story.subdomain === null || story.plan === 'free') return;
  const token = await cast.world.tokenFor(story.email);
  const ask = (body: unknown, key = newKey()): Promise<Reply> =>
    cast.client.insist({ method: 'POST', path: cardChangeEndpoint, token, key, body });
  const card = newCard({ number: OTHER_CARD });
  const form = { billingAddress, cardHolder: { cpfCnpj: newCpf() }, card, payLate: false };
  const key = newKey();
  const [reply] = await Promise.all([ask(form, key), ask(form, key)]);
  if (reply.code === 'card-entry-changed') return changeOnPage(story, await ask({}));
  // Cancelled, or on a free plan.
  if (reply.code === 'subscription-missing') return;
  if (reply.status !== 200) throw new Error(`the change of card answered ${reply.status} ${reply.code}`);
  story.card = lastFour(OTHER_CARD);
}

async function changeOnPage(story: Story, reply: Reply): Promise<void> {
  if (reply.code === 'subscription-missing') return;
  const page = reply.body['paymentUrl'];
  if (reply.status !== 200 || typeof page !== 'string')
    throw new Error(`the page for a card answered ${reply.status} ${reply.code}`);
  await payOnPage(page);
  story.card = lastFour(cardNumbers.approved);
}
