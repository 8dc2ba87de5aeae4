/**
 * The idempotent steps that turn a paid order into an environment.
 *
 * Owns: their order and what each one checks. Does not own: retries and durability, which the workflow provides. Every
 * step may be repeated: it finds what an earlier run made.
 */

import { DomainError } from '#domain/errors.ts';
import { tenantGroupName } from '#domain/tenants/derive-tenant.ts';
import { takesPart } from '#domain/tenants/own-environments.ts';
import { findFirstMonitor } from '#functions/alerts/channel-store.ts';
import type { Deps } from '#functions/compose.ts';
import { addresseeOf } from '#functions/orders/addressee.ts';
import type { Order, ProvisioningFactUpdate } from '#functions/orders/order.ts';
import { recordFacts } from '#functions/orders/run-rows.ts';
import { mailOf } from '#functions/platform/outbox.ts';
import { applicationOf } from '#functions/tenants/environment.ts';
import { requireFreeName } from '#functions/tenants/require-free-name.ts';
import { completeOrder } from './complete.ts';
import type { WelcomePayload } from './mail.ts';

/** Thrown when a step needs more time; not counted or shown as a failure. */
export class NotYet extends Error {
  override readonly name = 'NotYet';
}

export interface ProvisioningStepDefinition {
  /** Name under which the workflow stores the step's result. */
  readonly name: string;
  run(needs: Deps, order: Order): Promise<ProvisioningFactUpdate>;
}

async function requireApplication(needs: Deps, order: Order) {
  const state = await needs.cluster.readApplication(order.id);
  // Deleted in the cluster: create it again, because waiting would not help.
  if (state === null) await applyApplication(needs, order);
  return state;
}

async function applyApplication(needs: Deps, order: Order): Promise<void> {
  await needs.cluster.ensureApplication(
    applicationOf(needs, { ...order, orderId: order.id, state: 'active' }),
  );
}

/** All steps except the last, which finishes the order. */
export const provisioningSteps: readonly ProvisioningStepDefinition[] = [
  {
    name: 'nome',
    run: async (needs, order) => {
      await requireFreeName(needs, order);
      return {};
    },
  },
  {
    name: 'grupo',
    // No other account is in an existing group, so it is left from an earlier run of this order.
    run: async ({ identity }, { subdomain }) =>
      takesPart(subdomain, 'people')
        ? { groupId: await identity.ensureGroup(tenantGroupName(subdomain)) }
        : {},
  },
  {
    name: 'aplicacao',
    run: async (needs, order) => {
      await applyApplication(needs, order);
      return { applied: true };
    },
  },
  {
    name: 'implantacao',
    run: async (needs, order) => {
      const state = await requireApplication(needs, order);
      if (state?.syncFailed) throw new DomainError('internal', { message: 'the sync ended in failure' });
      const facts = { synced: state?.synced ?? false, healthy: state?.healthy ?? false };
      await recordFacts(needs.db, order.id, facts, needs.clock.now());
      if (!(facts.synced && facts.healthy)) throw new NotYet('the deployment is not healthy yet');
      return facts;
    },
  },
  {
    name: 'ping',
    run: async ({ instances, db, clock }, order) => {
      const pingOk = await instances.isReady(order.subdomain);
      await recordFacts(db, order.id, { pingOk }, clock.now());
      if (!pingOk) throw new NotYet('the instance is not ready yet');
      return { pingOk };
    },
  },
  {
    name: 'acesso',
    run: async ({ identity }, order) => {
      if (!takesPart(order.subdomain, 'people')) return {};
      const groupId = order.groupId ?? (await identity.ensureGroup(tenantGroupName(order.subdomain)));
      await identity.addMember(groupId, order.subject);
      return { member: true };
    },
  },
];

/** What the customer asked to watch while the environment was created; nothing that the instance refused. */
async function watchedFirst({ db }: Deps, orderId: string): Promise<string | null> {
  const first = await findFirstMonitor(db, orderId);
  return first?.state === 'waiting' || first?.state === 'made' ? first.address : null;
}

/** Finishes the order: state, tenant row and welcome mail, in one transaction. */
export async function completeProvisioning(needs: Deps, order: Order): Promise<void> {
  const { id: orderId, subdomain, plan } = order;
  const payload: WelcomePayload = {
    ...(await addresseeOf(needs, { orderId, subdomain })),
    plano: plan,
    watched: await watchedFirst(needs, orderId),
  };
  await completeOrder(needs.db, order, mailOf(`welcome-${orderId}`, 'welcome', payload), needs.clock.now());
}
