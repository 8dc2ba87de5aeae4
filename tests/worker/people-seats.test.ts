/** A plan with fewer seats than people, and the notice before an environment is deleted. */
import { beforeEach, expect, test } from 'vitest';
import { agreeToDeletionEndpoint, type MembersView } from '#domain/api-schemas/people.ts';
import { DAY_MS } from '#domain/billing/days.ts';
import { DELETION_NOTICE_DAYS, SEATS_GRACE_DAYS } from '#domain/people/seats.ts';
import type { PlanId } from '#domain/plans/ids.ts';
import { projectStanding, readLedger } from '#functions/ledger/store.ts';
import { noticeUntil, notifyMembers } from '#functions/people/deletion-notice.ts';
import { seatsWork } from '#functions/people/enforce-seats.ts';
import {
  accessOf,
  both,
  inviteAs,
  join,
  newPair,
  none,
  peopleOf,
  removeAs,
  teamOf,
} from './people-support.ts';
import { type Customer, newTenant } from './plan-change-support.ts';
import {
  call,
  calmServices,
  clearWork,
  codeOf,
  depsAt,
  dueAtOf,
  mailsSent,
  runDue,
  sendMails,
  setDue,
  sql,
} from './support.ts';

beforeEach(calmServices);

/** Sets the plan as a contract change leaves it in the row (ledger/store.ts). */
async function movePlan({ orderId }: Customer, plan: PlanId): Promise<void> {
  await sql('UPDATE tenants SET plan = ? WHERE order_id = ?', plan, orderId);
  await setDue(seatsWork, orderId);
}
/** Queued mails of one template about an environment. */
const mailsOf = async (template: string, { subdominio }: Customer) =>
  (
    await sql<{ payload: string }>(
      "SELECT payload FROM outbox WHERE template = ? AND json_extract(payload, '$.subdominio') = ?",
      template,
      subdominio,
    )
  ).map(({ payload }) => payload);
const follow = (days = 0) => runDue(seatsWork, depsAt(days * DAY_MS));

test('a smaller plan pauses the newest members after a notice', async () => {
  const { owner, member: first } = await newPair('pro');
  const second = await join(owner);
  await movePlan(owner, 'essential');
  await follow();
  expect([await accessOf(owner, first), await accessOf(owner, second)]).toEqual([both, both]);
  expect((await teamOf(owner)).overUntil).toBeDefined();
  expect((await inviteAs(owner, 'x@teste.example')).status).toBe(409);
  const [mail, ...more] = await mailsOf('seats-over', owner);
  expect([more, mail]).toEqual([[], expect.stringContaining(second.email)]);

  await follow(SEATS_GRACE_DAYS - 1);
  expect(await accessOf(owner, second)).toEqual(both);
  await follow(SEATS_GRACE_DAYS);
  expect([await accessOf(owner, first), await accessOf(owner, second)]).toEqual([both, none]);
  expect(await peopleOf(second)).toMatchObject({ role: 'member', isPaused: true });
  expect((await teamOf(owner)).members.map(({ isPaused }) => isPaused ?? false)).toEqual([false, true]);

  await movePlan(owner, 'pro');
  await follow(SEATS_GRACE_DAYS);
  expect(await accessOf(owner, second)).toEqual(both);
  expect(await mailsOf('person-resumed', owner)).toHaveLength(1);
});

test('an owner who chooses in time decides who stays', async () => {
  const { owner, member: first } = await newPair('pro');
  const second = await join(owner);
  await movePlan(owner, 'essential');
  await follow();
  const { members } = await teamOf(owner);
  await removeAs(owner, members[0]?.id ?? '');
  await follow(SEATS_GRACE_DAYS + 1);
  expect([await accessOf(owner, first), await accessOf(owner, second)]).toEqual([none, both]);
  expect((await teamOf(owner)).overUntil).toBeUndefined();
});

test('the ledger makes a plan change due', async () => {
  const owner = await newTenant('pro');
  const { db } = depsAt(0);
  const read = await readLedger(db, owner.orderId);
  await sql("UPDATE tenants SET plan = 'enterprise' WHERE order_id = ?", owner.orderId);
  const { currentStanding } = await import('#domain/contract/standing.ts');
  await clearWork();
  await projectStanding(db, read, currentStanding(read.facts, Date.now()), Date.now());
  const [row] = await sql('SELECT plan FROM tenants WHERE order_id = ?', owner.orderId);
  expect(row).toEqual({ plan: 'pro' });
  expect(await dueAtOf(seatsWork, owner.orderId)).toBeLessThanOrEqual(Date.now());
});

const notify = ({ subject }: { subject: string }, aheadMs = 0) =>
  notifyMembers(depsAt(aheadMs), subject, Date.now() + aheadMs);

test('members get seven days of notice once, unless all agree', async () => {
  const { owner, member } = await newPair('pro');
  const other = await join(owner);
  const until = await notify(owner);
  expect(until).toBeGreaterThan(Date.now() + (DELETION_NOTICE_DAYS - 1) * DAY_MS);
  expect(await notify(owner, DAY_MS)).toBe(until);
  await sendMails();
  expect(await mailsSent(`O painel ${owner.subdominio} vai ser apagado`)).toHaveLength(2);
  expect(((await peopleOf(member)) as MembersView).deletionAfter).toBe(new Date(until ?? 0).toISOString());
  // New invitations are refused.
  expect((await inviteAs(owner, 'x@teste.example')).status).toBe(404);

  const agree = ({ token }: { token: string }) => call(agreeToDeletionEndpoint, { token, method: 'POST' });
  expect(await codeOf(await agree(owner))).toEqual([404, 'not-found']);
  expect((await agree(member)).status).toBe(200);
  expect(await noticeUntil(depsAt(0), owner.orderId)).toBe(until);
  expect((await agree(other)).status).toBe(200);
  expect(await noticeUntil(depsAt(0), owner.orderId)).toBeNull();
});

test('the notice ends after its period; without members there is none', async () => {
  const { owner } = await newPair('pro');
  await notify(owner);
  expect(await noticeUntil(depsAt((DELETION_NOTICE_DAYS - 1) * DAY_MS), owner.orderId)).not.toBeNull();
  expect(await noticeUntil(depsAt(DELETION_NOTICE_DAYS * DAY_MS), owner.orderId)).toBeNull();
  const alone = await newTenant('pro');
  expect(await notify(alone)).toBeNull();
});
