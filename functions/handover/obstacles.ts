/** What blocks a hand-over now, read from the rows. */
import { holdOf } from '#domain/contract/holds.ts';
import { standing } from '#domain/contract/standing.ts';
import type { MessageId } from '#domain/messages.ts';
import { environmentObstacle, receiverObstacle } from '#domain/people/handover.ts';
import type { Deps } from '#functions/compose.ts';
import type { Ledger } from '#functions/contract/ledger-store.ts';
import { partiesOfTenant } from '#functions/contract/mark-facts.ts';
import { partiesOf } from '#functions/contract/parties.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import type { Handover } from './handover.ts';

type Needs = NeedsOf<typeof partiesOfTenant> &
  Pick<Deps, 'handovers' | 'tenants' | 'orders' | 'people' | 'planChanges' | 'marks' | 'deletions' | 'clock'>;

/** The environment, its owner and the member who receives it. */
type Pair = Pick<Handover, 'orderId' | 'fromSubject' | 'toSubject'>;

/** Why the hand-over is blocked; `null` when it is allowed. */
export async function obstacleTo(needs: Needs, pair: Pair, ledger: Ledger): Promise<MessageId | null> {
  return (await ofEnvironment(needs, pair, ledger)) ?? ofReceiver(needs, pair);
}

async function ofEnvironment(
  needs: Needs,
  { orderId, fromSubject }: Pair,
  { facts }: Ledger,
): Promise<MessageId | null> {
  const tenant = { orderId, subject: fromSubject };
  const [marks, change, isCardChanging, deletion, announcedAt, owned] = await Promise.all([
    partiesOfTenant(needs, tenant, facts).then(needs.marks.findMarks),
    needs.planChanges.findOpen(orderId),
    needs.handovers.isCardChanging(orderId),
    needs.deletions.findOpen(fromSubject),
    needs.people.deletionAnnouncedAt(orderId),
    needs.tenants.findBySubject(fromSubject),
  ]);
  // The environment has another owner by now, so the offer is void.
  if (owned?.orderId !== orderId) return 'handover.over';
  const now = needs.clock.now();
  return environmentObstacle({
    ...{ now, facts, hold: holdOf(marks, now), isChanging: change !== null || isCardChanging },
    isDeleting: deletion !== null || announcedAt !== null,
  });
}

async function ofReceiver(needs: Needs, { orderId, toSubject }: Pair): Promise<MessageId | null> {
  const [membership, order, tenant, deletion] = await Promise.all([
    needs.people.findMembership(toSubject),
    needs.orders.findLiveBySubject(toSubject),
    needs.tenants.findBySubject(toSubject),
    needs.deletions.findOpen(toSubject),
  ]);
  return receiverObstacle({
    membership: membership?.orderId === orderId ? membership : null,
    hasOwn: order !== null || tenant !== null,
    isDeleting: deletion !== null,
  });
}

/** True when the renewal still has the terms that were accepted. */
export function isAsAccepted(
  { amountCentavos, cycle, firstDueOn }: Handover,
  { facts }: Ledger,
  now: number,
): boolean {
  const { renewal } = standing(facts, now);
  return (
    (renewal?.amountCentavos ?? null) === amountCentavos &&
    (renewal?.cycle ?? null) === cycle &&
    (renewal?.dueOn ?? null) === firstDueOn
  );
}

/**
 * True when the payer has a hold that forbids buying. Checked late: the page reveals who pays only when it is filled
 * in.
 */
export async function mayNotPay(
  needs: Needs,
  { orderId }: Pick<Handover, 'orderId'>,
  payer: string | null,
): Promise<boolean> {
  if (payer === null) return false;
  const parties = await partiesOf(needs, { orderId, payer });
  const isHeld = holdOf(await needs.marks.findMarks(parties), needs.clock.now()) !== null;
  if (!isHeld) await needs.marks.linkParties(parties);
  return isHeld;
}
