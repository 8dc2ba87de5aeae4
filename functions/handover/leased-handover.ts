/** A hand-over under its lease: the current row, how it closes without effect, and its mails. */
import { DomainError } from '#domain/errors.ts';
import type { Deps } from '#functions/compose.ts';
import { recipientOf } from '#functions/contract/billing-mails.ts';
import { requireLease } from '#functions/platform/lease.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import { mailOf } from '#functions/platform/outbox.ts';
import type { Handover, HandoverFacts } from './handover.ts';

type Needs = NeedsOf<typeof recipientOf> & Pick<Deps, 'handovers' | 'tenants' | 'clock'>;

/** A leased hand-over. Each step stores the row it wrote here, so that the newest lease is released at the end. */
export interface Work {
  handover: Handover;
}

/** Runs the steps of a hand-over, then releases the lease, also after a failure. */
export async function withLease<T>(
  { handovers }: Needs,
  leased: Handover,
  steps: (work: Work) => Promise<T>,
): Promise<T> {
  const work: Work = { handover: leased };
  try {
    return await steps(work);
  } finally {
    await handovers.release(work.handover);
  }
}

/**
 * Writes the next state and renews the lease.
 * @throws DomainError `idempotency-in-progress` when another caller has the lease.
 */
export async function move(needs: Needs, work: Work, facts: HandoverFacts): Promise<void> {
  work.handover = requireLease(await needs.handovers.move(work.handover, facts, needs.clock.now()));
}

/**
 * Closes a hand-over without effect, and mails both people.
 * @param reason For the operators' history; contains no names.
 */
export async function closeHandover(needs: Needs, work: Work, reason: string): Promise<void> {
  const { orderId, id, toEmail, toName } = work.handover;
  const subdominio = await subdomainOf(needs, orderId);
  const owner = await recipientOf(needs, { orderId, subdomain: subdominio });
  const about = { subdominio, owner: owner.to, receiver: toEmail };
  const mails = [
    mailOf(`handover-closed-${id}`, 'handover-closed', { ...owner, ...about }),
    mailOf(`handover-closed-${id}-to`, 'handover-closed', { to: toEmail, name: toName, ...about }),
  ];
  const events = [{ kind: 'handover-closed', orderId, detail: `${id} ${reason}` }];
  const now = needs.clock.now();
  if (!(await needs.handovers.close(work.handover, { events, mails }, now)))
    throw new DomainError('idempotency-in-progress');
  work.handover = { ...work.handover, state: 'closed', settledAt: now, leaseUntil: 0 };
}

export const subdomainOf = async ({ tenants }: Pick<Needs, 'tenants'>, orderId: string): Promise<string> =>
  (await tenants.findByOrder(orderId))?.subdomain ?? '';
