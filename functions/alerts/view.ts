import type { RecipientKind } from '#domain/alerts/codes.ts';
import { monitorKey } from '#domain/alerts/levels.ts';
import { canChooseMonitors } from '#domain/alerts/preferences.ts';
import { messageShare, recipientsMax } from '#domain/alerts/shares.ts';
import type { AlertsView, AlertRecipient as ShownRecipient } from '#domain/api-schemas/alerts.ts';
import type { Deps } from '#functions/compose.ts';
import type { Tenant } from '#functions/tenants/tenant.ts';
import { findChannel } from './channel-store.ts';
import { hasCode, nextCodeAt } from './codes-store.ts';
import { detailWords } from './delivery-words.ts';
import { followOwner } from './follow-owner.ts';
import { listWatched } from './level-store.ts';
import { countMessagesToday, listMessages } from './message-counts.ts';
import { type AlertRecipient, listRecipients } from './recipient-store.ts';
import { wayBack } from './switch-on.ts';

/** The newest view, for the answer of every request about alerts. */
export async function readAlerts(needs: Deps, { orderId, plan }: Tenant): Promise<AlertsView> {
  const now = needs.clock.now();
  await followOwner(needs, orderId);
  const [channel, recipients, messages, sentToday, watched] = await Promise.all([
    findChannel(needs.db, orderId),
    listRecipients(needs.db, orderId),
    listMessages(needs.db, orderId),
    countMessagesToday(needs.db, orderId, now),
    listWatched(needs.db, orderId),
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
    role: 'owner',
    channel: channel?.channel ?? 'none',
    detached: [...(channel?.detached ?? [])],
    untold: [...(channel?.untold ?? [])],
    unchecked: [...(channel?.unchecked ?? [])],
    recipients: await Promise.all(recipients.map((each) => shown(needs, each, now))),
    offer: null,
    monitors: watched.map(({ monitorId, createdAt, name }) => ({
      key: monitorKey(monitorId, createdAt),
      name,
    })),
    canChooseMonitors: canChooseMonitors(plan),
    free: { email: free('email'), telegram: free('telegram') },
    share: { sent: sentToday, limit: messageShare(plan) },
    telegram: needs.messenger !== null,
    messages: messages.map(({ lines, detail, ...message }) => ({
      ...message,
      lines: JSON.parse(lines) as string[],
      detail: detail === null ? null : detailWords(detail),
    })),
  };
}

async function shown(needs: Deps, recipient: AlertRecipient, now: number): Promise<ShownRecipient> {
  const { id, kind, address, label, state, offReason, isOwner, preferences } = recipient;
  const isAwaited = state === 'off' && (await hasCode(needs, id, now));
  return {
    ...{ id, kind, name: label, address: kind === 'email' ? address : '', offReason, isOwner, preferences },
    ...{ member: null, isMine: true },
    state: isAwaited ? 'unproven' : state,
    wayBack: state === 'off' ? await wayBack(needs, recipient) : null,
    resendAt: state === 'on' ? null : await nextCodeAt(needs, id, now),
  };
}
