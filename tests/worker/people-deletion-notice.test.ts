/** An owner deletes the account: members are notified and have seven days, unless all agree. */

import { beforeEach, describe, expect, test } from 'vitest';
import { agreeToDeletionEndpoint, type MembersView } from '#domain/api-schemas/people.ts';
import { DeletionPreview, deletionEndpoint, OwnDataResponse } from '#domain/api-schemas/privacy.ts';
import { DAY_MS } from '#domain/billing/days.ts';
import { DELETION_NOTICE_DAYS } from '#domain/people/seats.ts';
import { hastenDeletion, noticeUntil } from '#functions/people/deletion-notice.ts';
import { beginDeletion, findOpenDeletion, holdDeletion } from '#functions/platform/deletions.ts';
import { deletionWork } from '#functions/privacy/work-deletion.ts';
import { findTenantByName } from '#functions/tenants/store.ts';
import { operated } from './operations-support.ts';
import { inviteAs, join, leaveAs, newPair, peopleOf, removeAs, teamOf, tokenTo } from './people-support.ts';
import { type Customer, newTenant } from './plan-change-support.ts';
import { call, calmServices, chargesOf, depsAt, mailsSent, runDue, sendMails, sql } from './support.ts';

beforeEach(async () => {
  await calmServices();
  // A run takes a batch, and deletions of other tests wait for days.
  await sql('DELETE FROM deletions');
});

const NOTICE_MS = DELETION_NOTICE_DAYS * DAY_MS;
const MINUTE = 60_000;

type Caller = { readonly token: string };
const previewOf = async ({ token }: Caller) =>
  DeletionPreview.parse(await (await call(deletionEndpoint, { token })).json());
const ask = async ({ token, subdominio: confirm }: Customer) =>
  OwnDataResponse.parse(await (await call(deletionEndpoint, { token, body: { confirm } })).json());
const agree = ({ token }: Caller) => call(agreeToDeletionEndpoint, { token, method: 'POST' });
const rowOf = async ({ subject }: Customer) =>
  (await sql<{ deletable_at: number }>('SELECT * FROM deletions WHERE subject = ?', subject))[0];
const stateOf = async ({ subdominio }: Customer) => (await findTenantByName(depsAt(0).db, subdominio))?.state;
const work = (aheadMs = 0) => runDue(deletionWork, depsAt(aheadMs));
const noticesOf = (email: string) =>
  sql(`SELECT id FROM outbox WHERE template = 'deletion-told' AND json_extract(payload, '$.to') = ?`, email);

describe('with members', () => {
  test('the preview shows the later date and notifies nobody', async () => {
    const { owner, member } = await newPair();
    const { environment } = await previewOf(owner);
    expect(Date.parse(environment?.removalAt ?? '')).toBeGreaterThan(Date.now() + NOTICE_MS - MINUTE);
    expect(await noticesOf(member.email)).toEqual([]);
    expect((await inviteAs(owner, 'mais@teste.example')).status).toBe(200);
  });

  test('they are notified once with the owner’s date, and the renewal ends', async () => {
    const { owner, member } = await newPair();
    const { deletion } = await ask(owner);
    await ask(owner);
    await work();
    await work(2 * 60 * MINUTE);
    await sendMails();
    const mails = await mailsSent(`O painel ${owner.subdominio} vai ser apagado`);
    expect(mails).toHaveLength(1);
    expect(((await peopleOf(member)) as MembersView).deletionAfter).toBe(deletion?.removalAt);
    expect(Date.parse(deletion?.removalAt ?? '') - Date.parse(deletion?.requestedAt ?? '')).toBe(NOTICE_MS);
    const { subscriptions } = await chargesOf(owner.orderId);
    expect(subscriptions.find(({ id }) => id === owner.subscriptionId)?.deleted).toBe(true);
    expect(await stateOf(owner)).toBe('active');
  });

  test('it happens after seven days, not before', async () => {
    const { owner } = await newPair();
    await ask(owner);
    await work();
    await work(NOTICE_MS - 2 * MINUTE);
    expect(await stateOf(owner)).toBe('active');
    expect(await depsAt(0).identity.readUser(owner.subject)).not.toBeNull();
    await work(NOTICE_MS + MINUTE);
    expect(await stateOf(owner)).toBeUndefined();
    expect(await depsAt(0).identity.readUser(owner.subject)).toBeNull();
  });

  test('it happens at once when the last member agrees', async () => {
    const { owner, member } = await newPair();
    const other = await join(owner);
    await ask(owner);
    await work();
    const before = await rowOf(owner);
    expect((await agree(member)).status).toBe(200);
    expect(await rowOf(owner)).toEqual(before);
    await work(MINUTE);
    expect(await stateOf(owner)).toBe('active');
    expect((await agree(other)).status).toBe(200);
    expect((await rowOf(owner))?.deletable_at).toBeLessThanOrEqual(Date.now());
    await work(MINUTE);
    expect(await stateOf(owner)).toBeUndefined();
  });

  test.each([
    ['leaves', async (_owner: Customer, member: Caller) => leaveAs(member)],
    ['is removed', async (owner: Customer) => removeAs(owner, (await teamOf(owner)).members[0]?.id ?? '')],
  ])('it happens at once when the last of them %s', async (_case, end) => {
    const { owner, member } = await newPair();
    await ask(owner);
    await work();
    expect((await end(owner, member)).status).toBe(200);
    expect((await rowOf(owner))?.deletable_at).toBeLessThanOrEqual(Date.now());
    await work(MINUTE);
    expect(await stateOf(owner)).toBeUndefined();
  });

  test('an operator’s command does not wait for the notice', async () => {
    const { owner } = await newPair();
    await ask(owner);
    await work();
    await operated('apagar', { who: owner.subject, confirm: owner.subdominio });
    expect(await stateOf(owner)).toBeUndefined();
  });
});

describe('interrupted', () => {
  test('before the notices, the job sends them with the full seven days', async () => {
    const { owner, member } = await newPair();
    const requestedAt = Date.now() - NOTICE_MS - MINUTE;
    const { subject, email } = owner;
    const deletion = { subject, email, requestedAt, deletableAt: requestedAt + NOTICE_MS };
    await beginDeletion(depsAt(0).db, deletion, owner.orderId);
    await work();
    expect(await noticesOf(member.email)).toHaveLength(1);
    expect(await stateOf(owner)).toBe('active');
    const until = await noticeUntil(depsAt(0), owner.orderId);
    expect(until).toBeGreaterThan(Date.now() + NOTICE_MS - MINUTE);
    expect((await rowOf(owner))?.deletable_at).toBe(until);
  });

  test('after the last agreement, the job continues within the hour', async () => {
    const { owner, member } = await newPair();
    await ask(owner);
    await work();
    await sql('UPDATE memberships SET agreed_at = 1 WHERE subject = ?', member.subject);
    await work(61 * MINUTE);
    expect(await stateOf(owner)).toBeUndefined();
  });

  test('a run from before the last agreement does not postpone it', async () => {
    const { owner, member } = await newPair();
    await ask(owner);
    const { db } = depsAt(0);
    const seen = await findOpenDeletion(db, owner.subject);
    await agree(member);
    const hastened = await rowOf(owner);
    if (seen !== null) await holdDeletion(db, seen, seen.deletableAt);
    expect(await rowOf(owner)).toEqual(hastened);
  });
});

test('nothing is hastened during a notice, nor without a deletion', async () => {
  const { owner, member } = await newPair();
  const environment = { orderId: owner.orderId, subject: owner.subject };
  await ask(owner);
  const before = await rowOf(owner);
  await hastenDeletion(depsAt(0), environment);
  expect(await rowOf(owner)).toEqual(before);
  const others = await newPair();
  await leaveAs(others.member);
  expect(await rowOf(others.owner)).toBeUndefined();
  expect(await stateOf(others.owner)).toBe('active');
  expect((await peopleOf(member))['role']).toBe('member');
});

test('without members it happens at once, and open invitations become void', async () => {
  const owner = await newTenant('pro');
  await inviteAs(owner, 'tarde@teste.example');
  const { deletion } = await ask(owner);
  expect(deletion?.removalAt).toBe(deletion?.requestedAt);
  expect(await tokenTo('tarde@teste.example')).not.toBe('none');
  expect((await inviteAs(owner, 'outra@teste.example')).status).toBe(404);
  await work();
  expect(await stateOf(owner)).toBeUndefined();
});
