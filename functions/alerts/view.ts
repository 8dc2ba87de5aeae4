import type { RecipientKind } from '#domain/alerts/codes.ts';
import { messageShare, recipientsMax } from '#domain/alerts/shares.ts';
import type { AlertsView, AlertRecipient as ShownRecipient } from '#domain/api-schemas/alerts.ts';
import type { Deps } from '#functions/compose.ts';
import type { Tenant } from '#functions/tenants/tenant.ts';
import { findChannel } from './channel-store.ts';
import { hasCode } from './codes-store.ts';
import { detailWords } from './delivery-words.ts';
import { followOwner } from './follow-owner.ts';
import { countMessagesToday, listMessages } from './message-counts.ts';
import { type AlertRecipient, listRecipients, recipientName } from './recipient-store.ts';
import { wayBack } from './switch-on.ts';

/** The newest view, for the answer of every request about alerts. */
export async function readAlerts(needs: Deps, { orderId, plan }: Tenant): Promise<AlertsView> {
  const now = needs.clock.now();
  await followOwner(needs, orderId);
  const [channel, recipients, messages, sentToday] = await Promise.all([
    findChannel(needs.db, orderId),
    listRecipients(needs.db, orderId),
    listMessages(needs.db, orderId),
    countMessagesToday(needs.db, orderId, now),
  ]);
  const most = recipientsMax(plan);
  const free = (kind: RecipientKind) =>
    Math.max(
      0,
      Math.min(
        most[kind] - recipients.filter((each) => each.kind === kind).length,
        most.all - recipients.length,
      ),
    );
  return {
    channel: channel?.channel ?? 'none',
    detached: [...(channel?.detached ?? [])],
    untold: [...(channel?.untold ?? [])],
    unchecked: [...(channel?.unchecked ?? [])],
    recipients: await Promise.all(recipients.map((each) => shown(needs, each, now))),
    free: { email: free('email'), telegram: free('telegram') },
    share: { sent: sentToday, limit: messageShare(plan) },
    telegram: needs.messenger !== null,
    messages: messages.map(({ lines, detail, ...message }) => ({
      ...message,
      lines: shownLines(JSON.parse(lines)),
      detail: detail === null ? null : detailWords(detail),
    })),
  };
}

/** Lines of a message on the page; the message itself names more. */
const LINES_SHOWN = 20;

function shownLines(lines: readonly string[]): string[] {
  const left = lines.length - LINES_SHOWN;
  return [...lines.slice(0, LINES_SHOWN), ...(left > 0 ? [`E mais ${left}.`] : [])];
}

async function shown(needs: Deps, recipient: AlertRecipient, now: number): Promise<ShownRecipient> {
  const { id, kind, state, offReason, isOwner, preferences } = recipient;
  const isAwaited = state === 'off' && (await hasCode(needs, id, now));
  return {
    ...{ id, kind, name: recipientName(recipient), offReason, isOwner, preferences },
    state: isAwaited ? 'unproven' : state,
    wayBack: state === 'off' ? await wayBack(needs, recipient) : null,
  };
}
