import { maskedAddress } from '#domain/alerts/channel-address.ts';
import { isPostedKind, postedKinds, type RecipientKind } from '#domain/alerts/codes.ts';
import { monitorKey } from '#domain/alerts/levels.ts';
import { largerHasMore, MEMBERS_MAX, messageShare, recipientsMax } from '#domain/alerts/shares.ts';
import type { AlertsView, AlertRecipient as ShownRecipient } from '#domain/api-schemas/alerts.ts';
import { type AlertFeatures, firstPlanWith } from '#domain/plans/alert-features.ts';
import type { Deps } from '#functions/compose.ts';
import { listMembers, type Membership } from '#functions/tenants/members.ts';
import type { Party } from '#functions/tenants/require-party.ts';
import { findChannel } from './channel-store.ts';
import { hasCode, nextCodeAt } from './codes-store.ts';
import { detailWords } from './delivery-words.ts';
import { followMember, followOwner } from './follow-owner.ts';
import { listWatched } from './level-store.ts';
import { countMessagesToday, listMessages } from './message-counts.ts';
import { type AlertRecipient, listRecipients } from './recipient-store.ts';
import { wayBack } from './switch-on.ts';
import { taggedIn, taggedStatement } from './tag-store.ts';

/** The newest view, for the answer of every request about alerts, as the owner or a member sees it. */
export async function readAlerts(needs: Deps, { tenant, membership }: Party): Promise<AlertsView> {
  const { orderId, plan } = tenant;
  const { alerts: features } = needs.catalog.plan(plan);
  const now = needs.clock.now();
  await followOwner(needs, orderId);
  if (membership !== null) await followMember(needs, membership);
  const mine = membership?.id ?? null;
  const [channel, recipients, members, messages, sentToday, watched, tags] = await Promise.all([
    findChannel(needs.db, orderId),
    listRecipients(needs.db, orderId),
    listMembers(needs.db, orderId),
    listMessages(needs.db, orderId, mine),
    countMessagesToday(needs.db, orderId, now),
    listWatched(needs.db, orderId),
    taggedStatement(needs.db, [orderId]).all(),
  ]);
  const own = recipients.filter(({ memberId }) => memberId === mine);
  const most = mine === null ? recipientsMax(plan) : MEMBERS_MAX;
  const free = (kind: RecipientKind) =>
    Math.max(
      0,
      Math.min(most[kind] - own.filter((each) => each.kind === kind).length, most.all - own.length),
    );
  const memberOf = new Map(members.map((member) => [member.id, member]));
  const isToldAlready = recipients.some(
    ({ kind, address }) => kind === 'email' && address === membership?.email,
  );
  return {
    role: mine === null ? 'owner' : 'member',
    channel: channel?.channel ?? 'none',
    detached: [...(channel?.detached ?? [])],
    untold: [...(channel?.untold ?? [])],
    unchecked: [...(channel?.unchecked ?? [])],
    recipients: await Promise.all(
      recipients.map(async (each) => ({
        ...(await shown(needs, each, features, now)),
        member: memberIn(memberOf.get(each.memberId ?? '')),
        isMine: each.memberId === mine,
      })),
    ),
    offer: membership === null || isToldAlready ? null : membership.email,
    monitors: watched.map(({ monitorId, createdAt, name }) => ({
      key: monitorKey(monitorId, createdAt),
      name,
    })),
    tags: [...(taggedIn(tags).get(orderId)?.keys() ?? [])].toSorted((one, other) => one.localeCompare(other)),
    canChooseMonitors: features.monitorChoice,
    canWriteText: features.ownText,
    free: { email: free('email'), telegram: free('telegram'), posted: free('webhook') },
    largerHasMore: mine === null && largerHasMore(plan),
    channels:
      membership === null
        ? postedKinds.map((kind) => ({
            kind,
            plan: features.kinds.includes(kind)
              ? null
              : (firstPlanWith(needs.catalog.plans, kind)?.name ?? null),
          }))
        : [],
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

const memberIn = (member: Membership | undefined): ShownRecipient['member'] =>
  member === undefined
    ? null
    : { id: member.id, name: member.name ?? member.email, isPaused: member.pausedAt !== null };

async function shown(
  needs: Deps,
  recipient: AlertRecipient,
  features: AlertFeatures,
  now: number,
): Promise<Omit<ShownRecipient, 'member' | 'isMine'>> {
  const { id, kind, label, state, offReason, isOwner, preferences } = recipient;
  const isAwaited = state === 'off' && (await hasCode(needs, id, now));
  return {
    ...{ id, kind, name: label, address: shownAddress(recipient), offReason, isOwner, preferences },
    isOffPlan: !features.kinds.includes(kind),
    state: isAwaited ? 'unproven' : state,
    wayBack: state === 'off' ? await wayBack(needs, recipient) : null,
    resendAt: state === 'on' ? null : await nextCodeAt(needs, id, now),
  };
}

/** A secret address is never returned. */
const shownAddress = ({ kind, address }: AlertRecipient): string =>
  kind === 'email' ? address : isPostedKind(kind) ? maskedAddress(address) : '';
