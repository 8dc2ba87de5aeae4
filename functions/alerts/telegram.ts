/** Chats as recipients: a link that connects one, and what happens in it. */
import { recipientsMax } from '#domain/alerts/shares.ts';
import type { TelegramLink } from '#domain/api-schemas/alerts.ts';
import { DAY_MS } from '#domain/billing/days.ts';
import { DomainError } from '#domain/errors.ts';
import { message } from '#domain/messages.ts';
import type { Deps } from '#functions/compose.ts';
import { newToken } from '#functions/platform/tokens.ts';
import { requireParty } from '#functions/tenants/require-party.ts';
import { findTenant } from '#functions/tenants/store.ts';
import type { ChatUpdate, Messenger } from '#functions/vendors/messenger.ts';
import { putChatLink, takeChatLink } from './codes-store.ts';
import { switchRecipientOn } from './endings-store.ts';
import { connectChat, listRecipientsByAddress, moveRecipient } from './recipient-store.ts';
import { switchOff } from './report-off.ts';
import { sayInChat } from './seen.ts';

/** Requirements 001 §5: the chat is known when it writes within five minutes. */
const LINK_MS = 5 * 60_000;

/** @throws DomainError As `requireParty`; `not-found` without a bot, `messenger-unavailable`. */
export async function openTelegramLink(needs: Deps, subject: string): Promise<TelegramLink> {
  const { tenant, membership } = await requireParty(needs, subject);
  if (needs.messenger === null) throw new DomainError('not-found');
  const name = await needs.messenger.readName();
  const code = newToken();
  const expiresAt = needs.clock.now() + LINK_MS;
  await putChatLink(needs, code, { orderId: tenant.orderId, memberId: membership?.id ?? null }, expiresAt);
  const link = `${needs.messengerLinks}/${name}`;
  return {
    person: `${link}?start=${code}`,
    group: `${link}?startgroup=${code}`,
    expiresAt,
  };
}

/** A chat that removed the bot and takes it back within this time is told again, without a new link. */
const RETURN_MS = 7 * DAY_MS;

/** Follows what happened in a chat; repeats change nothing. */
export async function followChat(needs: Deps, update: ChatUpdate): Promise<void> {
  if (update.what === 'start') return connect(needs, needs.messenger, update);
  if (update.what === 'seen') return sayInChat(needs, update);
  const now = needs.clock.now();
  const recipients = await listRecipientsByAddress(needs.db, 'telegram', update.chat);
  for (const recipient of recipients) {
    if (update.what === 'moved') await moveRecipient(needs.db, recipient.id, update.to);
    else if (update.what === 'gone') await switchOff(needs, recipient, 'kicked', { endedAt: update.at });
    // Only what the bot's removal ended, before this: who left by a link stays off.
    else {
      const within = { since: update.at - RETURN_MS, until: update.at };
      await switchRecipientOn(needs.db, recipient, ['kicked', 'blocked'], within, now);
    }
  }
}

async function connect(
  needs: Deps,
  messenger: Messenger | null,
  { chat, name, code, isPrivate }: Extract<ChatUpdate, { what: 'start' }>,
): Promise<void> {
  const now = needs.clock.now();
  const link = code === null ? null : await takeChatLink(needs, code, chat, now);
  const tenant = link === null ? null : await findTenant(needs.db, link.orderId);
  const isConnected =
    tenant !== null &&
    (await connectChat(
      needs.db,
      { id: needs.newId(), orderId: tenant.orderId, address: chat },
      name,
      recipientsMax(tenant.plan),
      now,
      // A group that a member connects is the environment's.
      isPrivate ? (link?.memberId ?? null) : null,
    ));
  const isMembers = isPrivate && link?.memberId != null;
  const reply = replyTo(code, tenant !== null, isConnected, isMembers);
  const answer = await messenger?.send(chat, message(reply, { tenant: tenant?.subdomain ?? '' }));
  // The chat is connected whether or not its reader gets this word.
  if (answer !== undefined && answer.kind !== 'sent')
    needs.logger.warn('chat-reply-lost', { kind: answer.kind });
}

function replyTo(code: string | null, isKnown: boolean, isConnected: boolean, isMembers: boolean) {
  if (code === null) return 'telegram.no-link';
  if (!isKnown) return 'telegram.link-over';
  if (isConnected) return 'telegram.connected';
  return isMembers ? 'telegram.member-full' : 'telegram.full';
}
