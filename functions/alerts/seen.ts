/**
 * "Estou vendo": somebody looks after falls. From then on nobody is reminded of them, and everybody else who was told of one
 * is told who it is. Said on a page, by the link in a mail, or by the button in a chat.
 *
 * The link and the button act in the name of the message's recipient, so a mail that was forwarded does too.
 */
import type { SeenLink } from '#domain/api-schemas/seen.ts';
import { DAY_MS } from '#domain/billing/days.ts';
import { DomainError } from '#domain/errors.ts';
import { message } from '#domain/messages.ts';
import { shownName } from '#domain/people/shown-name.ts';
import type { Deps } from '#functions/compose.ts';
import { addresseeOf } from '#functions/orders/addressee.ts';
import { findMember } from '#functions/tenants/members.ts';
import type { ChatUpdate } from '#functions/vendors/messenger.ts';
import { whoReads } from './member-store.ts';
import { type AlertRecipient, findRecipient, recipientName } from './recipient-store.ts';
import { readPlaces } from './round.ts';
import { findToldMessage, listNamedFalls, markSeen, type SeenFall } from './seen-store.ts';

/** Older messages' links and buttons do nothing; of what lasts longer, the page and reminders say it. */
const LINK_MS = 7 * DAY_MS;

/** Whoever looks after falls. */
export interface Seer {
  /** In whose name, as the others read it. */
  readonly by: string;
  /** The recipient in whose name it is said; `null` on the account's pages. */
  readonly recipient: string | null;
  /** `owner`, or a membership; `null` for a recipient of neither. None of its recipients is told what was said there. */
  readonly actor: string | null;
}

/**
 * Says of open falls of an environment that somebody looks after them; the first one counts.
 * @returns How many are new, and all of them as they are now.
 */
export const sayFallsSeen = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  orderId: string,
  falls: readonly number[],
  { by, recipient, actor }: Seer,
) => markSeen(db, orderId, falls, { at: clock.now(), by, who: actor ?? recipient ?? '' }, actor);

/** What the link of a mail is about. @throws DomainError `forbidden` for one that is unknown, old, or of nobody any more. */
export async function readSeenLink(needs: Deps, token: string): Promise<SeenLink> {
  const told = await requireTold(needs, token);
  return linkOf(needs, told, await fallsOf(needs, told));
}

/** "Estou vendo" by the link of a mail. @throws DomainError As `readSeenLink`. */
export async function saySeenByLink(needs: Deps, token: string): Promise<SeenLink> {
  const told = await requireTold(needs, token);
  return linkOf(needs, told, (await say(needs, told, await nameOf(needs, told.recipient))).falls);
}

/** "Estou vendo" by the button in a chat; whoever pressed it is answered in any case. */
export async function sayInChat(
  needs: Deps,
  { chat, by, message: id, callback, isPrivate }: Extract<ChatUpdate, { what: 'seen' }>,
): Promise<void> {
  const told = id === null ? null : await findTold(needs, id);
  const isThere = told?.recipient.kind === 'telegram' && told.recipient.address === chat;
  const words = isThere
    ? await answerTo(needs, told, isPrivate ? null : shownName(by))
    : message('telegram.seen-over');
  if ((await needs.messenger?.answer(callback, words)) === false) needs.logger.warn('chat-reply-lost', {});
}

/** A message with its reader. */
interface Told {
  readonly recipient: AlertRecipient;
  readonly falls: NonNullable<Awaited<ReturnType<typeof findToldMessage>>>['falls'];
}

/** `null` for a message that is old or gone, or whose reader gets nothing any more. */
async function findTold({ db, clock }: Deps, id: string): Promise<Told | null> {
  const told = await findToldMessage(db, id);
  if (told === null || told.createdAt <= clock.now() - LINK_MS) return null;
  const recipient = await findRecipient(db, told.recipientId);
  return recipient?.state === 'on' && !recipient.isPaused ? { recipient, falls: told.falls } : null;
}

async function requireTold(needs: Deps, token: string): Promise<Told> {
  const id = await needs.seenLinks.idOf(token);
  const told = id === null ? null : await findTold(needs, id);
  if (told === null) throw new DomainError('forbidden');
  return told;
}

const fallsOf = ({ db }: Deps, { recipient, falls }: Told) => listNamedFalls(db, recipient.orderId, falls);

async function say(needs: Deps, told: Told, by: string) {
  const { id, orderId } = told.recipient;
  const who = whoReads(told.recipient);
  const falls = (await fallsOf(needs, told)).map(({ seq }) => seq);
  return sayFallsSeen(needs, orderId, falls, { by, recipient: id, actor: who === id ? null : who });
}

/** What a recipient is called by the others: as it is named, or its account is. */
async function nameOf(needs: Deps, recipient: AlertRecipient): Promise<string> {
  const { label, isOwner, memberId, orderId } = recipient;
  if (label !== null) return label;
  const account =
    memberId !== null
      ? await findMember(needs.db, memberId)
      : isOwner
        ? await addresseeOf(needs, { orderId, subdomain: '' })
        : null;
  return shownName(account?.name ?? null) ?? recipientName(recipient);
}

async function linkOf(needs: Deps, { recipient }: Told, falls: readonly SeenFall[]): Promise<SeenLink> {
  const place = (await readPlaces(needs.db, [recipient.id])).get(recipient.id);
  return {
    name: await nameOf(needs, recipient),
    tenant: place?.subdomain ?? '',
    falls: falls.map(({ name: monitor, since, until, seenBy: by }) => ({ monitor, since, until, by })),
  };
}

async function answerTo(needs: Deps, told: Told, person: string | null): Promise<string> {
  const { count, falls } = await say(needs, told, person ?? (await nameOf(needs, told.recipient)));
  if (count > 0) return message('telegram.seen');
  const open = falls.find(({ until, seenBy }) => until === null && seenBy !== null);
  return open === undefined
    ? message('telegram.seen-back')
    : message('telegram.seen-by', { nome: open.seenBy ?? '' });
}
