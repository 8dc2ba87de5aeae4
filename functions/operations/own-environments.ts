/**
 * Makes the environments of our own and fills them: the command `demonstracao`.
 *
 * Owns: what is next for each of them. Every call takes the next step of each and says where it is, so it may be repeated
 * at any point, and after anything. The environment itself is made as a customer's (functions/provisioning).
 */
import type { OwnEnvironmentLine } from '#domain/api-schemas/operation-environments.ts';
import { codeOf } from '#domain/errors.ts';
import { tenantUrl } from '#domain/subdomain/tenant-url.ts';
import { type OwnEnvironment, ownEnvironments, ownSubject } from '#domain/tenants/own-environments.ts';
import type { Deps } from '#functions/compose.ts';
import { rewriteApplication } from '#functions/ledger/apply-standing.ts';
import { beginProvisioning } from '#functions/orders/begin-provisioning.ts';
import type { Order } from '#functions/orders/order.ts';
import { insertOwnOrder } from '#functions/orders/own-order.ts';
import { findLiveOrderByName, findOrder } from '#functions/orders/store.ts';
import { restartOrder } from '#functions/provisioning/restart-provisioning.ts';
import { listApplications } from './find-orphans.ts';
import { openPathOf, showcaseOf } from './showcases.ts';

type Step = Pick<OwnEnvironmentLine, 'step'> & Partial<OwnEnvironmentLine>;

/**
 * @param isSure False: nothing is written, and the answer says where each is.
 * @throws DomainError only when the database fails: what stops one environment is in its line.
 */
export const prepareOwnEnvironments = (needs: Deps, isSure: boolean): Promise<OwnEnvironmentLine[]> =>
  Promise.all(
    ownEnvironments.map(async (subdomain) => ({
      ...{ subdomain, url: tenantUrl(needs.tenantUrlTemplate, subdomain), reason: null },
      ...{ made: 0, changed: 0, removed: 0, refused: [] },
      ...(await nextStep(needs, subdomain, isSure)),
    })),
  );

async function nextStep(needs: Deps, subdomain: OwnEnvironment, isSure: boolean): Promise<Step> {
  const order = await findLiveOrderByName(needs.db, subdomain);
  if (order === null) return isSure ? begin(needs, subdomain) : { step: 'missing' };
  // Only an order from before the name was reserved.
  if (order.subject !== ownSubject(subdomain)) return { step: 'failed', reason: 'name-occupied' };
  if (order.status === 'CONCLUIDO') return fill(needs, { orderId: order.id, subdomain }, isSure);
  return isSure ? goOn(needs, order) : whereOf(order);
}

const whereOf = ({ status }: Order): Step =>
  status === 'ERRO' ? { step: 'failed', reason: 'internal' } : { step: 'creating' };

/** Takes the next step of one that is being made, whatever stopped it. */
async function goOn(needs: Deps, order: Order): Promise<Step> {
  if (order.status === 'AGUARDANDO') await beginProvisioning(needs, order, 'free');
  else await restartOrder(needs, order);
  return { step: 'creating' };
}

/** Writes its order; under the id of its application where one runs already. */
async function begin(needs: Deps, subdomain: OwnEnvironment): Promise<Step> {
  const { found, unread } = await listApplications(needs);
  // A second one would fight with it for the name.
  if (unread.length > 0) return { step: 'failed', reason: 'cluster-unavailable' };
  const running = found.find((each) => each.subdomain === subdomain);
  const id = running?.orderId ?? needs.newId();
  const known = running?.orderId ? { cluster: running.cluster.isDefault ? '' : running.cluster.name } : null;
  const isMade = await insertOwnOrder(needs, { id, subdomain, known }, needs.clock.now());
  const order = await findOrder(needs.db, id);
  // Another call was faster, or no cluster has room.
  if (order === null) return isMade ? { step: 'creating' } : { step: 'failed', reason: 'no-room' };
  return goOn(needs, order);
}

/** Tells one that runs what to show; one whose application is gone gets it again, with the volume that it had. */
async function fill(
  needs: Deps,
  { orderId, subdomain }: { orderId: string; subdomain: OwnEnvironment },
  isSure: boolean,
): Promise<Step> {
  try {
    const application = await needs.cluster.readApplication(orderId);
    if (application === null && isSure) await rewriteApplication(needs, orderId);
    if (!application?.synced || !application.healthy) return { step: isSure ? 'creating' : 'silent' };
    const report = isSure ? await needs.instances.show(subdomain, showcaseOf(needs, subdomain)) : null;
    if (report !== null && !report.isDone) return { ...countsOf(report), step: 'filling' };
    const isOpen = await needs.instances.isOpen(subdomain, openPathOf(subdomain));
    return { ...(report === null ? {} : countsOf(report)), step: isOpen ? 'ready' : 'silent' };
  } catch (error) {
    needs.logger.warn('own-environment-silent', { subdomain, error });
    return { step: 'silent', reason: codeOf(error) };
  }
}

const countsOf = ({ made, changed, removed, refused }: Awaited<ReturnType<Deps['instances']['show']>>) => ({
  ...{ made, changed, removed },
  refused: [...refused],
});
