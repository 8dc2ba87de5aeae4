/** What is watched first: asked for with or after the sign-up, made by the companion, shown with its first checks. */

import { checkFirstAddress, suggestedAddress } from '#domain/alerts/first-address.ts';
import type { FirstMonitor } from '#domain/api-schemas/alerts.ts';
import { DomainError } from '#domain/errors.ts';
import { message } from '#domain/messages.ts';
import type { Deps } from '#functions/compose.ts';
import { findLiveOrder } from '#functions/orders/store.ts';
import { findQuota } from '#functions/quota/store.ts';
import { findTenantOfOwner } from '#functions/tenants/store.ts';
import type { Tenant } from '#functions/tenants/tenant.ts';
import type { Identity } from '#functions/vendors/identity.ts';
import { findFirstMonitor, writeFirstMonitor } from './channel-store.ts';
import { setUpAlerts } from './set-up.ts';

/** The environment of an account, or the order that becomes one. */
async function findEnvironment(
  { db }: Deps,
  { subject }: Identity,
): Promise<{ orderId: string; tenant: Tenant | null } | null> {
  const tenant = await findTenantOfOwner(db, subject);
  if (tenant !== null) return tenant.state === 'ended' ? null : { orderId: tenant.orderId, tenant };
  const order = await findLiveOrder(db, subject);
  return order === null ? null : { orderId: order.id, tenant: null };
}

/** What is shown; for an account without environment and order there is nothing to ask for. */
export async function readFirstMonitor(needs: Deps, identity: Identity): Promise<FirstMonitor> {
  const environment = await findEnvironment(needs, identity);
  const suggested = suggestedAddress(identity.email);
  if (environment === null) return { suggested, asked: null, isOpen: false };
  const { orderId, tenant } = environment;
  const asked = await findFirstMonitor(needs.db, orderId);
  if (asked === null) return { suggested, asked, isOpen: await isEmpty(needs, tenant) };
  const made = tenant?.state === 'active' ? await readMade(needs, tenant) : nothingMade;
  const { address, state, detail } = asked;
  return { suggested, asked: { address, state, detail, ...made }, isOpen: state === 'refused' };
}

/**
 * Keeps what is watched first. An environment that runs makes it at once.
 * @throws DomainError `order-missing`, `validation-failed` for an address that may not be watched, `first-monitor-late`
 *   once the environment has monitors.
 */
export async function askFirstMonitor(needs: Deps, identity: Identity, typed: string): Promise<FirstMonitor> {
  const environment = await findEnvironment(needs, identity);
  if (environment === null) throw new DomainError('order-missing', { details: { redirect: '/checkout' } });
  const checked = checkFirstAddress(typed);
  if (!checked.ok)
    throw new DomainError('validation-failed', { fields: { address: message(checked.problem) } });
  const { orderId, tenant } = environment;
  const known = await findFirstMonitor(needs.db, orderId);
  if (known === null && !(await isEmpty(needs, tenant))) throw new DomainError('first-monitor-late');
  await writeFirstMonitor(needs.db, orderId, checked.value, needs.clock.now());
  // The page goes on without it: the due work makes it later.
  if (tenant?.state === 'active')
    await setUpAlerts(needs, tenant).catch((error) =>
      needs.logger.warn('first-monitor-postponed', { orderId, error }),
    );
  return readFirstMonitor(needs, identity);
}

/** True while nothing is known to be watched. */
async function isEmpty({ db }: Deps, tenant: Tenant | null): Promise<boolean> {
  if (tenant === null) return true;
  const counted = await findQuota(db, tenant.subdomain);
  return counted === null || counted.monitors === 0;
}

type Made = Pick<NonNullable<FirstMonitor['asked']>, 'monitor' | 'beats'>;
const nothingMade: Made = { monitor: null, beats: [] };

/** Without an answer of the environment there is nothing to show yet. */
async function readMade(needs: Deps, { subdomain, orderId }: Tenant): Promise<Made> {
  try {
    const { first } = await needs.instances.readAlerts(subdomain);
    return first === null ? nothingMade : { monitor: first.monitor, beats: [...first.beats] };
  } catch (error) {
    needs.logger.warn('first-monitor-unread', { orderId, error });
    return nothingMade;
  }
}
