/**
 * Hands written messages over to their providers: mails of a round in one request; chats: send-chats.ts, a team's channels:
 * send-channels.ts.
 *
 * Each request is recorded before it is made, with everything in it. One whose outcome is unknown goes again with the same
 * bytes under the same key, as long as all that it carried still waits and is true; otherwise each of its messages is
 * decided anew. What an answer means: settle-answer.ts.
 */
import { isTeamKind, type RecipientKind } from '#domain/alerts/codes.ts';
import type { Deps } from '#functions/compose.ts';
import { groupedBy } from '#functions/platform/grouped-by.ts';
import type { ProviderState } from '#functions/platform/provider-store.ts';
import type { Meaning } from '#functions/vendors/delivery.ts';
import { BATCH_MAX } from '#functions/vendors/mailer.ts';
import { mailOf } from './alert-mail.ts';
import { whoseAreTrue } from './decide.ts';
import { listBatch } from './message-store.ts';
import { beginTry, breakBatch, noteDelay, resizeBatch } from './outcome-store.ts';
import { listRecipientsById } from './recipient-store.ts';
import {
  awaitMailTurn,
  idsOf,
  isFresh,
  type Ready,
  type Round,
  readPlaces,
  settled,
  whyItWaits,
  withoutTurn,
} from './round.ts';
import { sendChannels } from './send-channels.ts';
import { sendChats } from './send-chats.ts';
import { isOfAll, settleAll, settleAnswer } from './settle-answer.ts';

/** Hands over everything of a round that is ready; what became of it is in the round's outcomes. */
export async function deliver(round: Round, ready: readonly Ready[]): Promise<void> {
  const of = (kind: RecipientKind) => ready.filter(({ recipient }) => recipient.kind === kind);
  const channels = ready.filter(({ recipient }) => isTeamKind(recipient.kind));
  await Promise.all([
    sendMails(round, of('email')),
    sendChats(round, of('telegram')),
    sendChannels(round, channels),
  ]);
}

async function sendMails(round: Round, ready: readonly Ready[]): Promise<void> {
  const fresh = ready.filter(isFresh);
  for (let from = 0; from < fresh.length; from += BATCH_MAX)
    await sendNew(round, fresh.slice(from, from + BATCH_MAX));
  const tried = ready.filter((each) => !isFresh(each));
  for (const [batch, members] of groupedBy(tried, ({ message }) => message.batch ?? ''))
    await sendAgain(round, batch, members);
}

/** Sends mails that surely were not accepted before, in one request. */
async function sendNew(round: Round, members: readonly Ready[]): Promise<void> {
  const { db, clock, newId } = round.needs;
  const provider = await mailTurn(round, members);
  if (provider === null) return;
  const [batch, begunAt] = [newId(), clock.now()];
  const begun = await beginTry(db, idsOf(members), batch, begunAt);
  // The others were called off meanwhile, or another worker tries them.
  const sent = members.filter(({ message }) => begun.has(message.id));
  settled(round, members, withoutTurn(round.needs));
  if (sent.length === 0) return;
  if (sent.length < members.length) await resizeBatch(db, batch, sent.length);
  const tried = sent.map((each) => ({ ...each, message: { ...each.message, batch } }));
  await request(round, tried, { batch, provider, begunAt });
}

/** Sends mails again whose outcome is unknown, as they were, if that is possible. */
async function sendAgain(round: Round, batch: string, mine: readonly Ready[]): Promise<void> {
  const { needs } = round;
  const members = await wholeBatch(needs, batch, mine);
  if (members === null) {
    await breakBatch(needs.db, batch);
    settled(round, mine, { againAt: needs.clock.now() });
    return;
  }
  const provider = await mailTurn(round, mine);
  if (provider !== null) await request(round, members, { batch, provider, begunAt: null });
}

/** Everything that a request carried; `null` when some of it does not wait any more, or is not true. */
async function wholeBatch(
  needs: Deps,
  batch: string,
  mine: readonly Ready[],
): Promise<readonly Ready[] | null> {
  const size = mine[0]?.message.batchSize;
  if (mine.length === size) return mine;
  const rows = await listBatch(needs.db, batch);
  if (rows.length !== size) return null;
  const known = new Set(idsOf(mine));
  const others = rows.filter(({ id }) => !known.has(id));
  const ids = others.map(({ recipientId }) => recipientId);
  const [recipients, places] = await Promise.all([
    listRecipientsById(needs.db, ids),
    readPlaces(needs.db, ids),
  ]);
  const members = others.flatMap((message): Ready[] => {
    const recipient = recipients.find(
      ({ id, state, isPaused }) => id === message.recipientId && state === 'on' && !isPaused,
    );
    const place = recipient && places.get(recipient.id);
    return recipient && place && !(recipient.isOwner && place.erasedAt !== null)
      ? [{ recipient, message, place }]
      : [];
  });
  if (members.length < others.length) return null;
  const alerts = members.flatMap(({ recipient, message: words }) => {
    const { facts: message, before, writtenAt } = words;
    return message === null ? [] : [{ recipient, message, words, from: before ?? recipient, writtenAt }];
  });
  const areTrue = await whoseAreTrue(needs, alerts);
  return areTrue.size === alerts.length ? [...mine, ...members] : null;
}

/** @returns The provider at the round's next turn; `null` when nothing may be sent, which is then noted. */
async function mailTurn(round: Round, members: readonly Ready[]): Promise<ProviderState | null> {
  const provider = await awaitMailTurn(round);
  if (provider === null) {
    settled(round, members, withoutTurn(round.needs));
    return null;
  }
  if (provider.resumeAt <= round.needs.clock.now()) return provider;
  await noteDelay(round.needs.db, idsOf(members), whyItWaits(provider));
  settled(round, members, { againAt: provider.resumeAt });
  return null;
}

interface Try {
  readonly batch: string;
  readonly provider: ProviderState;
  readonly begunAt: number | null;
}

async function request(round: Round, given: readonly Ready[], { batch, ...about }: Try): Promise<void> {
  const { needs } = round;
  // The same order in every try: the provider compares bytes.
  const members = given.toSorted((one, other) => (one.message.id < other.message.id ? -1 : 1));
  const mails = await Promise.all(members.map((each) => mailOf(needs, each)));
  const [only] = mails;
  const meaning =
    only !== undefined && mails.length === 1
      ? await needs.mailer.send({ ...only, idempotencyKey: batch })
      : await needs.mailer.sendBatch(mails, batch);
  if (isOne(meaning) && isOfAll(meaning)) {
    settled(round, members, await settleAll(needs, 'email', members, about, meaning));
    return;
  }
  if (isOne(meaning) && members.length > 1) return sendHalves(round, members, about.begunAt);
  const meanings = isOne(meaning) ? [meaning] : meaning;
  const accepted = members.filter((_, place) => meanings[place]?.kind === 'sent');
  if (accepted.length > 0)
    settled(round, accepted, await settleAll(needs, 'email', accepted, about, { kind: 'sent' }));
  for (const [place, member] of members.entries()) {
    const its = meanings[place];
    if (its !== undefined && its.kind !== 'sent')
      settled(round, [member], await settleAnswer(needs, { ...member, ...about }, its));
  }
}

const isOne = (meaning: Meaning | readonly Meaning[]): meaning is Meaning => 'kind' in meaning;

/** Finds what in a refused request was meant. The provider would repeat its answer, had it accepted the request before. */
async function sendHalves(round: Round, members: readonly Ready[], begunAt: number | null): Promise<void> {
  const { db } = round.needs;
  const since = begunAt ?? members[0]?.message.unclearSince ?? null;
  await noteDelay(db, idsOf(members), null, since);
  const middle = Math.ceil(members.length / 2);
  const fresh = members.map((each) => ({ ...each, message: { ...each.message, unclearSince: null } }));
  await sendNew(round, fresh.slice(0, middle));
  await sendNew(round, fresh.slice(middle));
}
