/** "Respondida": said by the team, with the link in its mail or by number, and what an account reads of its messages. */
import { type AnsweredMessage, OWN_MESSAGES_MAX, type OwnMessages } from '#domain/api-schemas/support.ts';
import { DomainError } from '#domain/errors.ts';
import { messageNumber } from '#domain/support/words.ts';
import type { Deps } from '#functions/compose.ts';
import { findParty, planOf } from './receive-message.ts';
import {
  findSupportMessage,
  listNumbered,
  listOwnMessages,
  markAnswered,
  type SupportMessage,
} from './store.ts';

type Needs = Pick<Deps, 'db' | 'clock' | 'supportLinks'>;

/** What the link of a mail is about. @throws DomainError `forbidden` for one that is unknown, or whose message is gone. */
export async function readAnswered(needs: Needs, token: string): Promise<AnsweredMessage> {
  return shown(await requireLinked(needs, token));
}

/** Says that a message was answered, by the link of a mail. @throws DomainError As `readAnswered`. */
export async function sayAnswered(needs: Needs, token: string): Promise<AnsweredMessage> {
  const message = await requireLinked(needs, token);
  await markAnswered(needs.db, message, needs.clock.now());
  return shown(await requireLinked(needs, token));
}

/** Says so by number. @throws DomainError `not-found` for a number of no message, or of several. */
export async function sayNumberAnswered({ db, clock }: Pick<Needs, 'db' | 'clock'>, number: string) {
  const [message, ...others] = await listNumbered(db, number);
  if (message === undefined || others.length > 0) throw new DomainError('not-found');
  await markAnswered(db, message, clock.now());
}

export async function readOwnMessages(
  needs: Pick<Needs, 'db' | 'clock'>,
  account: string,
): Promise<OwnMessages> {
  const [messages, party] = await Promise.all([
    listOwnMessages(needs.db, account, OWN_MESSAGES_MAX),
    findParty(needs, account),
  ]);
  return {
    plan: planOf(party),
    isOwner: party !== null && party.membership === null,
    messages: messages.map(({ id, assunto: subject, createdAt: at, dueAt, answeredAt }) => ({
      ...{ number: messageNumber(id), subject, at, dueAt, answeredAt },
    })),
  };
}

async function requireLinked({ db, supportLinks }: Needs, token: string): Promise<SupportMessage> {
  const id = await supportLinks.idOf(token);
  const message = id === null ? null : await findSupportMessage(db, id);
  if (message === null) throw new DomainError('forbidden');
  return message;
}

const shown = ({ id, assunto, plan, createdAt, dueAt, answeredAt }: SupportMessage): AnsweredMessage => ({
  ...{ number: messageNumber(id), subject: assunto, plan, at: createdAt, dueAt, answeredAt },
});
