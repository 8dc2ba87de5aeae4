/** A hand-over under its lease: the row in hand, how it ends without effect, and the mails about it. */
import { DomainError } from '#domain/errors.ts';
import { recipientOf } from '#functions/contract/billing-mails.ts';
import type { TenantStore } from '#functions/contract/tenant-store.ts';
import type { Clock } from '#functions/platform/clock.ts';
import type { EventLog } from '#functions/platform/events.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import { mailOf, type OutgoingMail } from '#functions/platform/outbox.ts';
import type { Handover, HandoverFacts } from './handover.ts';
import type { HandoverStore } from './store.ts';

type Needs = NeedsOf<typeof recipientOf> & {
  readonly handovers: HandoverStore;
  readonly tenants: TenantStore;
  readonly events: EventLog;
  readonly clock: Clock;
};

/** Each step puts the row it wrote here, because the lease of the newest row is the one to give back. */
export interface Work {
  handover: Handover;
}

/** Runs the steps of a hand-over, then gives its lease back, also after a failure. */
export async function withLease<T>(
  { handovers }: Needs,
  held: Handover,
  steps: (work: Work) => Promise<T>,
): Promise<T> {
  const work: Work = { handover: held };
  try {
    return await steps(work);
  } finally {
    await handovers.release(work.handover);
  }
}

/** @throws DomainError `idempotency-in-progress` when another caller has the lease. */
export async function move(needs: Needs, work: Work, facts: HandoverFacts): Promise<void> {
  const written = await needs.handovers.move(work.handover, facts, needs.clock.now());
  if (written === null) throw new DomainError('idempotency-in-progress');
  work.handover = written;
}

/** Ends it without effect, and tells both. @param reason For the operator's history; names nobody. */
export async function closeHandover(needs: Needs, work: Work, reason: string): Promise<void> {
  const { orderId, id, toEmail, toName } = work.handover;
  const subdominio = await subdomainOf(needs, orderId);
  const owner = await recipientOf(needs, { orderId, subdomain: subdominio });
  const about = { subdominio, owner: owner.to, receiver: toEmail };
  const mails: OutgoingMail[] = [
    mailOf(`handover-closed-${id}`, 'handover-closed', { ...owner, ...about }),
    mailOf(`handover-closed-${id}-to`, 'handover-closed', { to: toEmail, name: toName, ...about }),
  ];
  const now = needs.clock.now();
  if (!(await needs.handovers.close(work.handover, mails, now)))
    throw new DomainError('idempotency-in-progress');
  work.handover = { ...work.handover, state: 'closed', settledAt: now, leaseUntil: 0 };
  await needs.events.append('handover-closed', { orderId, detail: `${id} ${reason}` });
}

export const subdomainOf = async ({ tenants }: Pick<Needs, 'tenants'>, orderId: string): Promise<string> =>
  (await tenants.findByOrder(orderId))?.subdomain ?? '';
