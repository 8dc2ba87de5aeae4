/** Monitors that are down, and those of which nothing current is known, as their environment stated it last. */
import { awaitsFirstCheck } from '#domain/alerts/levels.ts';
import type { AccountResponse } from '#domain/api-schemas/account.ts';
import type { Deps } from '#functions/compose.ts';
import type { Tenant } from '#functions/tenants/tenant.ts';
import { findChannel } from './channel-store.ts';
import { listWatched } from './level-store.ts';

/** What the account says of its monitors. */
export type Falls = Pick<AccountResponse, 'falls' | 'unchecked'>;

/**
 * What fell first comes first. Nothing where nothing is known: the environment does not run, states nothing, or no monitor
 * was checked yet.
 */
export async function readFalls(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { orderId, state }: Pick<Tenant, 'orderId' | 'state'>,
): Promise<Falls> {
  if (state !== 'active') return {};
  const [channel, watched] = await Promise.all([findChannel(db, orderId), listWatched(db, orderId)]);
  if (channel?.channel !== 'on') return {};
  const now = clock.now();
  const unchecked = watched.flatMap(({ name, uncheckedSince, checkedAt, interval }) =>
    uncheckedSince === null || awaitsFirstCheck({ checkedAt, interval, enteredAt: uncheckedSince }, now)
      ? []
      : [{ name, since: checkedAt === null ? null : uncheckedSince }],
  );
  const isKnown = watched.some((each) => each.state !== 'new');
  return {
    ...(isKnown
      ? {
          falls: watched.flatMap(({ name, state, since }) => (state === 'down' ? [{ name, at: since }] : [])),
        }
      : {}),
    ...(unchecked.length > 0 ? { unchecked } : {}),
  };
}
