/**
 * Finds what exists without a row, and rows whose environment does not exist: what a database that was restored to an
 * earlier moment no longer knows (docs/worst-day.md).
 *
 * Only reads. A service that does not answer is named and hides nothing of the others.
 */
import type { Orphans } from '#domain/api-schemas/operation-environments.ts';
import { codeOf } from '#domain/errors.ts';
import { tenantGroupName } from '#domain/tenants/derive-tenant.ts';
import { isOwnEnvironment, OWN_PLAN } from '#domain/tenants/own-environments.ts';
import type { Deps } from '#functions/compose.ts';
import { findOpenPlanChange } from '#functions/plan-change/store.ts';
import { forEachConcurrently } from '#functions/platform/concurrently.ts';
import type { FoundApplication } from '#functions/vendors/cluster.ts';
import type { ClusterClients } from '#functions/vendors/cluster-router.ts';
import { ordersOfNames, pageTenants, unknownSubscriptions } from './orphans-store.ts';

/** An application, and the cluster that has it. */
export interface LocatedApplication extends FoundApplication {
  readonly cluster: ClusterClients;
}

const TENANTS_PER_PAGE = 500;
/** Our references are UUIDs; the processor's account may have other uses. */
const IS_OURS = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

/** Every application of every cluster that answers, and the names of the others. */
export async function listApplications({
  clusterClients,
}: Pick<Deps, 'clusterClients'>): Promise<{ found: LocatedApplication[]; unread: string[] }> {
  const unread: string[] = [];
  const lists = await Promise.all(
    clusterClients.map(async (cluster) => {
      try {
        const found = await cluster.cluster.listApplications();
        return found.map((each) => ({ ...each, cluster }));
      } catch (error) {
        unread.push(`aplicações ${cluster.name} (${codeOf(error)})`.replace('  ', ' '));
        return [];
      }
    }),
  );
  return { found: lists.flat(), unread };
}

/** Applications without a live order of their own. */
export async function withoutOrder(
  { db }: Pick<Deps, 'db'>,
  found: readonly LocatedApplication[],
): Promise<readonly LocatedApplication[]> {
  const orders = await ordersOfNames(db, [...new Set(found.map(({ subdomain }) => subdomain))]);
  return found.filter(
    ({ name, subdomain, cluster }) =>
      !orders.some((order) => order.subdomain === subdomain && cluster.cluster.nameOf(order.id) === name),
  );
}

/** Compares cluster, identity provider and processor with the rows. */
export async function findOrphans(needs: Deps): Promise<Orphans> {
  const { found, unread } = await listApplications(needs);
  const applications = await withoutOrder(needs, found);
  const owners = await accountsOf(needs, applications);
  const [groups, subscriptions, rows] = await Promise.all([
    orUnread('grupos', [], () => groupsWithoutOrder(needs, applications)),
    orUnread('assinaturas', [], () => subscriptionsWithoutOrder(needs)),
    orUnread('contas das linhas', [], () => rowsThatDiffer(needs, found, unread.length > 0)),
  ]);

  async function orUnread<T>(what: string, none: T, read: () => Promise<T>): Promise<T> {
    try {
      return await read();
    } catch (error) {
      unread.push(`${what} (${codeOf(error)})`);
      return none;
    }
  }

  return {
    applications: applications.map((each) => ({
      name: each.name,
      subdomain: each.subdomain,
      plan: each.planId,
      isSuspended: each.isSuspended,
      cluster: each.cluster.name,
      orderId: each.orderId,
      subject: each.accounts[0] ?? null,
      email: owners.get(each.accounts[0] ?? '') ?? null,
      createdAt: each.createdAt,
      subscriptionId: subscriptions.find(({ reference }) => reference === each.orderId)?.id ?? null,
    })),
    groups,
    subscriptions,
    rows,
    unread,
  };
}

/** E-mails of the owners; an account without one, or that is gone, is left out. */
async function accountsOf(
  { identity }: Pick<Deps, 'identity'>,
  applications: readonly LocatedApplication[],
): Promise<ReadonlyMap<string, string>> {
  const emails = new Map<string, string>();
  await forEachConcurrently(applications, async ({ accounts: [owner] }) => {
    if (owner === undefined) return;
    const account = await identity.readUser(owner).catch(() => null);
    if (account?.email !== undefined) emails.set(owner, account.email);
  });
  return emails;
}

/** Groups of names that neither a live order nor a listed application has, with their members. */
async function groupsWithoutOrder(
  { identity, db }: Pick<Deps, 'identity' | 'db'>,
  applications: readonly LocatedApplication[],
): Promise<Orphans['groups']> {
  const prefix = tenantGroupName('');
  const names = (await identity.listGroups(prefix))
    .filter((name) => name.startsWith(prefix))
    .map((name) => name.slice(prefix.length));
  const known = new Set([
    ...(await ordersOfNames(db, names)).map(({ subdomain }) => subdomain),
    ...applications.map(({ subdomain }) => subdomain),
  ]);
  const left = names.filter((name) => !known.has(name));
  const groups: { subdomain: string; subjects: string[] }[] = [];
  await forEachConcurrently(left, async (subdomain) => {
    groups.push({ subdomain, subjects: [...(await identity.listMembers(tenantGroupName(subdomain)))] });
  });
  return groups.toSorted((one, other) => one.subdomain.localeCompare(other.subdomain));
}

async function subscriptionsWithoutOrder({
  processor,
  db,
}: Pick<Deps, 'processor' | 'db'>): Promise<Orphans['subscriptions']> {
  const left: Orphans['subscriptions'] = [];
  for await (const page of processor.listSubscriptions()) {
    const ours = page.filter(({ reference }) => reference !== null && IS_OURS.test(reference));
    const unknown = new Set(
      await unknownSubscriptions(
        db,
        ours.map(({ subscriptionId }) => subscriptionId),
      ),
    );
    for (const each of ours)
      if (unknown.has(each.subscriptionId))
        left.push({
          id: each.subscriptionId,
          reference: each.reference ?? '',
          customerId: each.customerId,
          amountCentavos: each.amountCentavos,
          cycle: each.cycle,
          createdOn: each.createdOn,
        });
  }
  return left;
}

/**
 * Rows whose application is missing or has another plan. Without the account too, the customer was erased in the time
 * that the database lost.
 * @param isPartial True when not every cluster answered: a missing application then means nothing.
 */
async function rowsThatDiffer(
  { identity, db, clusterClients }: Deps,
  found: readonly LocatedApplication[],
  isPartial: boolean,
): Promise<Orphans['rows']> {
  const plans = new Map(found.map(({ name, planId }) => [name, planId]));
  const [{ cluster } = { cluster: null }] = clusterClients;
  const differing: Orphans['rows'] = [];
  for (let after = ''; ; ) {
    const page = await pageTenants(db, after, TENANTS_PER_PAGE);
    await forEachConcurrently(page, async ({ subdomain, orderId, subject, plan }) => {
      const applied = plans.get(cluster?.nameOf(orderId) ?? '');
      const line = { subdomain: subdomain, orderId: orderId, subject: subject, plan: plan };
      if (applied === undefined && !isPartial) {
        // Ours have no account.
        const isErased = !isOwnEnvironment(subdomain) && (await identity.readUser(subject)) === null;
        differing.push({
          ...line,
          reason: isErased ? 'account-deleted' : 'no-application',
          applied: null,
        });
      } else if (
        applied !== undefined &&
        applied !== (isOwnEnvironment(subdomain) ? OWN_PLAN : plan) &&
        (await findOpenPlanChange(db, orderId)) === null
      )
        differing.push({ ...line, reason: 'other-plan', applied });
    });
    after = page.at(-1)?.subdomain ?? '';
    if (page.length < TENANTS_PER_PAGE) return differing;
  }
}
