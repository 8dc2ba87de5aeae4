/** Monitors that are down, as their environment reported it last. */
import type { AccountResponse } from '#domain/api-schemas/account.ts';
import type { Deps } from '#functions/compose.ts';
import type { Tenant } from '#functions/tenants/tenant.ts';
import { findChannel } from './channel-store.ts';
import { listMonitorStates } from './event-store.ts';

/**
 * The one that fell first comes first. `undefined` where nothing is known: the environment does not run, reports nothing,
 * or has reported no check yet.
 */
export async function readFalls(
  { db }: Pick<Deps, 'db'>,
  { orderId, state }: Pick<Tenant, 'orderId' | 'state'>,
): Promise<AccountResponse['falls']> {
  if (state !== 'active') return undefined;
  const [channel, states] = await Promise.all([findChannel(db, orderId), listMonitorStates(db, orderId)]);
  if (channel?.channel !== 'on' || states.length === 0) return undefined;
  return states
    .filter(({ kind }) => kind === 'down')
    .toSorted((one, other) => one.at - other.at)
    .map(({ name, at }) => ({ name, at }));
}
