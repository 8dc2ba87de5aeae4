/**
 * What the frequent calls ask of the database: round trips, then statements. Each costs, so a number may fall; one that
 * rises needs a reason.
 */
import { beforeEach, expect, test } from 'vitest';
import { accountEndpoint } from '#domain/api-schemas/account.ts';
import { activityEndpoint } from '#domain/api-schemas/activity.ts';
import { checkoutEndpoint } from '#domain/api-schemas/checkout.ts';
import { acceptInvitationEndpoint, inviteEndpoint } from '#domain/api-schemas/people.ts';
import { upgradePath } from '#domain/api-schemas/plan-change.ts';
import { provisioningStatusEndpoint } from '#domain/api-schemas/provisioning.ts';
import { quotaCheckPath } from '#domain/api-schemas/quota.ts';
import { receiveReport } from '#functions/alerts/receive-report.ts';
import { standingWork } from '#functions/ledger/apply-standing.ts';
import { newFreeOrder, newPaidOrder } from '#tests/support/orders.ts';
import { signUp } from '#tests/support/worker-accounts.ts';
import { CREATED, downOf, levelOf, reportOf } from './alert-reports.ts';
import { inviteAs, tokenTo } from './people-support.ts';
import { newTenant } from './plan-change-support.ts';
import { calmServices, clearWork, depsWith, newKey, runDue, setDue, workerWith } from './support.ts';
import { countedDb } from './watched-db.ts';

beforeEach(calmServices);

type Call = NonNullable<Parameters<ReturnType<typeof workerWith>>[1]> & { readonly token: string };

/**
 * @returns Round trips and statements of a call that succeeds, with the work that it leaves behind, in a Worker that knows
 *   the caller: a proven address costs more, once in the life of a Worker (functions/account/follow-account.ts).
 */
async function costOf(path: string, options: Call): Promise<readonly number[]> {
  const { counted, db } = countedDb();
  const send = workerWith({ DB: db });
  await send(activityEndpoint, { token: options.token });
  Object.assign(counted, { trips: 0, statements: 0 });
  const { status } = await send(path, options);
  expect(status).toBe(200);
  return [counted.trips, counted.statements];
}

/** The same, of what the scheduled job or a route calls. */
async function costIn(work: (deps: ReturnType<typeof depsWith>) => Promise<unknown>) {
  const { counted, db } = countedDb();
  await work(depsWith({ db }));
  return [counted.trips, counted.statements];
}

test.each([
  ['free', newFreeOrder, [14, 23]],
  ['paid', newPaidOrder, [17, 24]],
])('a %s order and its page', async (_, newOrder, cost) => {
  const { token } = await signUp();
  expect(await costOf(checkoutEndpoint, { token, key: newKey(), body: newOrder() })).toEqual(cost);
  expect(await costOf(provisioningStatusEndpoint, { token })).toEqual([1, 1]);
});

test.each([
  ['free', [17, 19]],
  ['pro', [19, 21]],
] as const)('the account of the plan %s, and a count of its monitors', async (plan, account) => {
  const { token, subdominio } = await newTenant(plan);
  expect(await costOf(accountEndpoint, { token })).toEqual(account);
  expect(await costOf(quotaCheckPath(subdominio), { token, method: 'POST' })).toEqual([5, 5]);
});

test('a change of plan', async () => {
  const { token, subdominio } = await newTenant('essential');
  const body = { targetPlan: 'pro' };
  expect(await costOf(upgradePath(subdominio), { token })).toEqual([9, 15]);
  expect(await costOf(upgradePath(subdominio), { token, key: newKey(), body })).toEqual([38, 62]);
});

test('an invitation and its acceptance', async () => {
  const owner = await newTenant('pro');
  const [guest, other] = [await signUp(), await signUp()];
  expect(await costOf(inviteEndpoint, { token: owner.token, body: { email: other.email } })).toEqual([8, 13]);
  await inviteAs(owner, guest.email);
  const body = { token: await tokenTo(guest.email) };
  expect(await costOf(acceptInvitationEndpoint, { token: guest.token, body })).toEqual([34, 50]);
});

test('a report of a companion, and a run of the standing', async () => {
  const { orderId } = await newTenant('pro');
  const report = reportOf({ base: 0 });
  const cost = (more: Partial<typeof report>) =>
    costIn((deps) => receiveReport(deps, orderId, { ...report, ...more }));
  // That it is there; a fall, with what is folded; its return; what lies between.
  expect(await cost({})).toEqual([2, 2]);
  expect(await cost({ levels: [downOf(1, 1)] })).toEqual([2, 5]);
  expect(await cost({ base: 1, levels: [levelOf(1)] })).toEqual([2, 5]);
  expect(await cost({ base: 2, checked: [{ id: 1, createdAt: CREATED, at: 5 }] })).toEqual([2, 3]);
  await clearWork(standingWork);
  await setDue(standingWork, orderId);
  expect(await costIn((deps) => runDue(standingWork, deps))).toEqual([7, 11]);
});
