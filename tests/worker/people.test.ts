/** Members of an environment: invited, accepted, removed; and every refused caller, after which nothing has changed. */
import { describe, expect } from 'vitest';
import { accountEndpoint } from '#domain/api-schemas/account.ts';
import { alertChannelEndpoint } from '#domain/api-schemas/alerts.ts';
import {
  acceptInvitationEndpoint,
  inviteEndpoint,
  MembersView,
  OwnersPeople,
  resendInvitationPath,
  revokeInvitationPath,
} from '#domain/api-schemas/people.ts';
import { upgradePath } from '#domain/api-schemas/plan-change.ts';
import { deletionEndpoint } from '#domain/api-schemas/privacy.ts';
import { provisioningStatusEndpoint } from '#domain/api-schemas/provisioning.ts';
import { quotaCheckPath } from '#domain/api-schemas/quota.ts';
import { DAY_MS } from '#domain/billing/days.ts';
import { message } from '#domain/messages.ts';
import { INVITATIONS_PER_DAY } from '#domain/people/seats.ts';
import type { Deps } from '#functions/compose.ts';
import { acceptInvitation } from '#functions/people/accept-invitation.ts';
import { readOwnPeople } from '#functions/people/read-people.ts';
import { purge } from '#functions/privacy/retention-store.ts';
import { eraseRows, recordsOf } from '#functions/privacy/store.ts';
import { newFreeOrder, newPaidOrder } from '#tests/support/orders.ts';
import { identityOf, signUp, tokenFor } from '#tests/support/worker-accounts.ts';
import { test } from './fixtures.ts';
import {
  acceptAs,
  accessOf,
  applyAccess,
  both,
  inviteAs,
  join,
  leaveAs,
  newPair,
  none,
  peopleOf,
  readAs,
  removeAs,
  stateOfPeople,
  teamOf,
  tenantsUrl,
  tokenTo,
} from './people-support.ts';
import { newTenant } from './plan-change-support.ts';
import {
  addresses,
  call,
  codeOf,
  depsAt,
  depsWith,
  mailsSent,
  noFaults,
  sendMails,
  sendOrder,
  setFaults,
  sql,
} from './support.ts';
import { killed, watchedDb } from './watched-db.ts';

const post = (path: string, token: string) => call(path, { token, method: 'POST' });

/** The refusal, after checking that nothing has changed. */
async function refused(ask: () => Promise<Response>): Promise<[number, unknown]> {
  const before = await stateOfPeople();
  const answer = await codeOf(await ask());
  expect(await stateOfPeople()).toBe(before);
  return answer;
}

describe('an invited colleague', () => {
  test('accepts, is in group and list, and the owner is mailed', async ({ paidTenant: owner }) => {
    const colleague = await signUp();
    const invited = OwnersPeople.parse(
      await (await inviteAs(owner, ` ${colleague.email.toUpperCase()} `)).json(),
    );
    expect(invited.seats).toEqual({ total: 5, taken: 2 });
    expect(invited.invitations).toMatchObject([{ email: colleague.email }]);
    const token = await tokenTo(colleague.email);
    const accepted = MembersView.parse(await (await acceptAs(colleague, token)).json());
    expect(accepted).toMatchObject({ role: 'member', tenant: owner.subdominio, owner: owner.email });
    expect(await accessOf(owner, colleague)).toEqual(both);
    expect(await accessOf(owner, owner)).toEqual(both);
    const team = await teamOf(owner);
    expect([team.members.map(({ email }) => email), team.invitations]).toEqual([[colleague.email], []]);
    await sendMails();
    const [mail] = await mailsSent(`${colleague.email} entrou no painel ${owner.subdominio}`);
    expect(mail?.to).toEqual([owner.email]);
  });

  test('sees status and quota, and nothing about money', async () => {
    const { owner, member } = await newPair();
    const token = await tokenFor(member.email);
    const own = await (await call(accountEndpoint, { token })).json();
    expect(own).toMatchObject({ role: 'member', tenant: owner.subdominio, plan: 'pro', state: 'active' });
    expect(JSON.stringify(own)).not.toContain('fatura');
    expect((await post(quotaCheckPath(owner.subdominio), token)).status).toBe(200);
    for (const [path, method] of [
      [`${accountEndpoint}/cancelamento`, 'POST'],
      [`${accountEndpoint}/arrependimento`, 'POST'],
    ] as const)
      expect(await refused(() => call(path, { token, method }))).toEqual([403, 'owner-only']);
    expect(await refused(() => call(upgradePath(owner.subdominio), { token }))).toEqual([403, 'owner-only']);
    const refusal = await (await call(alertChannelEndpoint, { token, body: {} })).json();
    expect(refusal).toMatchObject({ code: 'owner-only', details: { tenant: owner.subdominio } });
    const status = await (await call(provisioningStatusEndpoint, { token })).json();
    expect(status).toMatchObject({ provisionamentoStatus: 'AGUARDANDO', membroDe: owner.subdominio });
  });

  test('that is none yet learns that the own environment is being created', async () => {
    const newcomer = await signUp();
    expect(await peopleOf(newcomer)).toEqual({ role: 'none' });
    expect((await sendOrder(newcomer.token, newPaidOrder())).status).toBe(200);
    expect(await peopleOf(newcomer)).toEqual({ role: 'none', isCreating: true });
  });

  test('cannot order an environment, and can after leaving', async () => {
    const { owner, member } = await newPair();
    for (const order of [newFreeOrder(), newPaidOrder()])
      expect(await refused(() => sendOrder(member.token, order))).toEqual([409, 'member-elsewhere']);
    expect((await leaveAs(member)).status).toBe(200);
    expect(await accessOf(owner, member)).toEqual(none);
    expect(await peopleOf(member)).toEqual({ role: 'none' });
    expect((await sendOrder(member.token, newFreeOrder())).status).toBe(200);
    await sendMails();
    expect(await mailsSent(`${member.email} saiu do painel`)).toHaveLength(1);
  });

  test('is removed from group and list, mailed, and can be invited again', async () => {
    const { owner, member } = await newPair();
    const [person] = (await teamOf(owner)).members;
    const left = OwnersPeople.parse(await (await removeAs(owner, person?.id ?? '')).json());
    expect(left.members).toEqual([]);
    expect(await accessOf(owner, member)).toEqual(none);
    await sendMails();
    const [mail] = await mailsSent(`Seu acesso ao painel ${owner.subdominio} terminou`);
    expect(mail?.to).toEqual([member.email]);
    await inviteAs(owner, member.email);
    expect((await acceptAs(member, await tokenTo(member.email))).status).toBe(200);
    expect(await accessOf(owner, member)).toEqual(both);
  });

  test('loses access after an outage of companion and identity provider', async () => {
    const { owner, member } = await newPair();
    const [person] = (await teamOf(owner)).members;
    const down = { ...noFaults, down: true };
    await Promise.all([setFaults(tenantsUrl, down), setFaults(addresses.identityUrl, down)]);
    expect((await removeAs(owner, person?.id ?? '')).status).toBe(200);
    expect((await accessOf(owner, member)).inGroup).toBe(true);
    await Promise.all([setFaults(tenantsUrl, noFaults), setFaults(addresses.identityUrl, noFaults)]);
    await applyAccess(60_000);
    expect(await accessOf(owner, member)).toEqual(none);
  });

  test('removed while the call that adds it is on its way is not left in the group', async ({
    paidTenant: owner,
  }) => {
    const colleague = await signUp();
    await inviteAs(owner, colleague.email);
    const { identity } = depsWith({});
    const addMember: typeof identity.addMember = async (group, subject) => {
      const [person] = (await teamOf(owner)).members;
      await removeAs(owner, person?.id ?? '');
      return identity.addMember(group, subject);
    };
    const token = await tokenTo(colleague.email);
    await expect(
      acceptInvitation(depsWith({ identity: { addMember } }), identityOf(colleague), { token }),
    ).rejects.toMatchObject({
      code: 'invitation-over',
    });
    await applyAccess(60_000);
    expect(await accessOf(owner, colleague)).toEqual(none);
  });

  test('whose acceptance was interrupted has access after the next run', async ({ paidTenant: owner }) => {
    const colleague = await signUp();
    await inviteAs(owner, colleague.email);
    const token = await tokenTo(colleague.email);
    const db = watchedDb({ on: /^SELECT id FROM memberships WHERE subject/, before: killed });
    await expect(acceptInvitation(depsWith({ db }), identityOf(colleague), { token })).rejects.toThrow(
      'killed',
    );
    // After a lost response, the retry gets the same answer and still takes one seat.
    expect((await acceptAs(colleague, token)).status).toBe(200);
    expect((await teamOf(owner)).members).toHaveLength(1);
    await applyAccess(60_000);
    expect(await accessOf(owner, colleague)).toEqual(both);
  });
});

describe('an invitation', () => {
  test('is mailed with a token that no table keeps', async ({ paidTenant: owner }) => {
    const email = `${crypto.randomUUID()}@teste.example`;
    await inviteAs(owner, email);
    const token = await tokenTo(email);
    await sendMails();
    const [mail] = await mailsSent(token);
    expect(mail?.to).toEqual([email]);
    expect(mail?.text).toContain(`/conta/pessoas#convite=${token}`);
    const dumps = await Promise.all(
      ['invitations', 'outbox', 'events', 'idempotency'].map((table) => sql(`SELECT * FROM ${table}`)),
    );
    expect(JSON.stringify(dumps)).not.toContain(token);
  });

  test('says in mail and page who invites, to what, until when, and no longer when it is over', async ({
    paidTenant: owner,
  }) => {
    await sql("UPDATE buyers SET name = 'Dona Souza', email_proven = 1 WHERE order_id = ?", owner.orderId);
    const invited = await signUp();
    await inviteAs(owner, invited.email);
    const token = await tokenTo(invited.email);
    const said = await (await readAs(token)).json<Record<string, string>>();
    expect(said).toMatchObject({ tenant: owner.subdominio, owner: owner.email, email: invited.email });
    expect(said['name']).toBe('Dona Souza');
    expect(Date.parse(said['expiresAt'] ?? '')).toBeGreaterThan(Date.now());
    await sendMails();
    const [mail] = await mailsSent(token);
    expect(mail?.text).toContain(`Dona Souza (${owner.email}) convidou você`);
    expect((await acceptAs(invited, token)).status).toBe(200);
    expect(await refused(() => readAs(token))).toEqual([409, 'invitation-over']);
    expect(await refused(() => readAs('f'.repeat(64)))).toEqual([409, 'invitation-over']);
  });

  test('shows no name that is more than a name', async ({ paidTenant: owner }) => {
    await sql(
      "UPDATE buyers SET name = 'Banco https://banco.example', email_proven = 1 WHERE order_id = ?",
      owner.orderId,
    );
    const email = `${crypto.randomUUID()}@teste.example`;
    await inviteAs(owner, email);
    const token = await tokenTo(email);
    const said = await (await readAs(token)).json<Record<string, string>>();
    expect(said).toMatchObject({ tenant: owner.subdominio, owner: owner.email });
    expect(said['name']).toBeUndefined();
    await sendMails();
    expect((await mailsSent(token))[0]?.text).not.toContain('banco.example');
  });

  test('gets the same response with and without an existing account', async ({
    paidTenant: owner,
    tenant: { email },
  }) => {
    const shape = async (to: string) => {
      const { status, body } = await inviteAs(owner, to).then(async (answer) => ({
        status: answer.status,
        body: await answer.json<OwnersPeople>(),
      }));
      return [status, Object.keys(body.invitations.at(-1) ?? {})];
    };
    expect(await shape(email)).toEqual(await shape(`${crypto.randomUUID()}@teste.example`));
  });

  test('works once, and for no other account', async ({ paidTenant: owner }) => {
    const [invited, other] = [await signUp(), await signUp()];
    await inviteAs(owner, invited.email);
    const token = await tokenTo(invited.email);
    expect(await refused(() => acceptAs(other, token))).toEqual([409, 'invitation-other']);
    const changed = await tokenFor(invited.email, { email: 'outro@teste.example' });
    expect(await refused(() => acceptAs({ token: changed }, token))).toEqual([409, 'invitation-other']);
    expect((await acceptAs(invited, token)).status).toBe(200);
    expect(await refused(() => acceptAs(other, token))).toEqual([409, 'invitation-over']);
    expect(await refused(() => acceptAs(other, 'f'.repeat(64)))).toEqual([409, 'invitation-over']);
  });

  test('finds the invitation without its link, by the e-mail, and accepts it once', async ({
    paidTenant: owner,
  }) => {
    const [invited, other] = [await signUp(), await signUp()];
    await inviteAs(owner, invited.email);
    const seen = await peopleOf(invited);
    const [{ id = '' } = {}] = (seen['invitations'] ?? []) as { id?: string }[];
    expect(seen).toEqual({
      role: 'none',
      invitations: [
        expect.objectContaining({ tenant: owner.subdominio, owner: owner.email, email: invited.email }),
      ],
    });
    expect(await peopleOf(other)).toEqual({ role: 'none' });
    const accept = ({ token }: { token: string }) =>
      call(acceptInvitationEndpoint, { token, body: { invitation: id } });
    expect(await refused(() => accept(other))).toEqual([409, 'invitation-over']);
    expect((await accept(invited)).status).toBe(200);
    // The answer was lost and the button pressed again.
    expect((await accept(invited)).status).toBe(200);
    expect((await teamOf(owner)).members).toHaveLength(1);
  });

  test('is shown none that is over, of a stopped environment, or to an unproven e-mail', async ({
    paidTenant: owner,
  }) => {
    const invited = await signUp();
    await inviteAs(owner, invited.email);
    const identity = identityOf(invited);
    const shown = async (needs: Deps, emailVerified = true) => {
      const people = await readOwnPeople(needs, { ...identity, emailVerified });
      return people.role === 'none' ? (people.invitations ?? []).length : null;
    };
    expect([await shown(depsAt(0), false), await shown(depsAt(0))]).toEqual([0, 1]);
    expect(await shown(depsAt(8 * DAY_MS))).toBe(0);
    await sql("UPDATE tenants SET state = 'suspended' WHERE order_id = ?", owner.orderId);
    expect(await shown(depsAt(0))).toBe(0);
  });

  test('needs a verified e-mail', async ({ paidTenant: owner }) => {
    const invited = await signUp();
    await inviteAs(owner, invited.email);
    const deps = depsAt(0);
    const identity = identityOf(invited, { emailVerified: false });
    const token = await tokenTo(invited.email);
    await expect(acceptInvitation(deps, identity, { token })).rejects.toMatchObject({
      code: 'email-unproven',
    });
    await acceptInvitation(deps, { ...identity, emailVerified: true }, { token });
    expect((await teamOf(owner)).members).toHaveLength(1);
  });

  test('expires after seven days, frees its seat, and can be sent again', async ({
    essentialTenant: owner,
  }) => {
    const invited = await signUp();
    await inviteAs(owner, invited.email);
    const token = await tokenTo(invited.email);
    await sql('UPDATE invitations SET expires_at = ? WHERE email = ?', Date.now() - 1, invited.email);
    expect(await refused(() => acceptAs(invited, token))).toEqual([409, 'invitation-over']);
    const { seats, invitations } = await teamOf(owner);
    expect([seats, invitations]).toMatchObject([{ total: 2, taken: 1 }, [{ isExpired: true }]]);
    expect((await post(resendInvitationPath(invitations[0]?.id ?? ''), owner.token)).status).toBe(200);
    expect(await refused(() => acceptAs(invited, token))).toEqual([409, 'invitation-over']);
    expect((await acceptAs(invited, await tokenTo(invited.email))).status).toBe(200);
  });

  test('does not work after it was revoked', async ({ paidTenant: owner }) => {
    const invited = await signUp();
    const { invitations } = await (await inviteAs(owner, invited.email)).json<OwnersPeople>();
    const token = await tokenTo(invited.email);
    const path = revokeInvitationPath(invitations[0]?.id ?? '');
    expect((await post(path, owner.token)).status).toBe(200);
    expect((await post(path, owner.token)).status).toBe(200);
    expect(await refused(() => acceptAs(invited, token))).toEqual([409, 'invitation-over']);
  });

  test('cannot be accepted by an account with an environment or an order', async ({ paidTenant: owner }) => {
    const [another, ordering] = [await newTenant('free'), await signUp()];
    await sendOrder(ordering.token, newPaidOrder());
    for (const account of [another, ordering]) {
      await inviteAs(owner, account.email);
      const token = await tokenTo(account.email);
      const answer = await acceptAs(account, token);
      expect(await answer.json()).toMatchObject({
        code: 'tenant-exists',
        error: message('person.own-environment'),
      });
    }
    expect((await teamOf(owner)).members).toEqual([]);
  });

  test('cannot be accepted while the account is being deleted', async () => {
    const [owner, invited] = [await newTenant('pro'), await signUp()];
    await inviteAs(owner, invited.email);
    const token = await tokenTo(invited.email);
    const { token: own, email } = invited;
    expect((await call(deletionEndpoint, { token: own, body: { confirm: email } })).status).toBe(200);
    const answer = await acceptAs(invited, token);
    expect(await answer.json()).toMatchObject({
      code: 'deletion-open',
      error: message('error.deletion-open'),
    });
    expect((await teamOf(owner)).members).toEqual([]);
  });

  test('cannot be accepted by a member of another environment', async () => {
    const { member } = await newPair();
    const other = await newTenant('pro');
    await inviteAs(other, member.email);
    const token = await tokenTo(member.email);
    expect(await refused(() => acceptAs(member, token))).toEqual([409, 'member-elsewhere']);
  });
});

describe('seats', () => {
  test('a single-seat or full plan accepts no invitation', async ({ tenant: alone }) => {
    expect(await refused(() => inviteAs(alone, 'a@teste.example'))).toEqual([409, 'seats-full']);
    const owner = await newTenant('essential');
    await inviteAs(owner, 'a@teste.example');
    expect(await refused(() => inviteAs(owner, 'b@teste.example'))).toEqual([409, 'seats-full']);
    expect(await refused(() => inviteAs(owner, 'a@teste.example'))).toEqual([409, 'already-in']);
  });

  test('two invitations for the last one: one is refused', async ({ essentialTenant: owner }) => {
    const answers = await Promise.all(
      ['a', 'b', 'c'].map((name) => inviteAs(owner, `${name}@teste.example`)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect((await teamOf(owner)).seats).toEqual({ total: 2, taken: 2 });
  });

  test('two acceptances at once make one member, and both succeed', async ({ essentialTenant: owner }) => {
    const invited = await signUp();
    await inviteAs(owner, invited.email);
    const token = await tokenTo(invited.email);
    const answers = await Promise.all([1, 2, 3].map(() => acceptAs(invited, token)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await teamOf(owner)).members).toHaveLength(1);
  });

  test('lost to a smaller plan refuse the acceptance', async ({ paidTenant: owner }) => {
    await join(owner);
    const late = await signUp();
    await inviteAs(owner, late.email);
    await sql(`UPDATE tenants SET plan = 'essential' WHERE order_id = ?`, owner.orderId);
    const token = await tokenTo(late.email);
    expect(await refused(() => acceptAs(late, token))).toEqual([409, 'seats-full']);
  });

  test('of a concurrent acceptance and sign-up, one counts', async ({ paidTenant: owner }) => {
    const invited = await signUp();
    await inviteAs(owner, invited.email);
    const token = await tokenTo(invited.email);
    const [accepted, ordered] = await Promise.all([
      acceptAs(invited, token),
      sendOrder(invited.token, newFreeOrder()),
    ]);
    expect([accepted.status, ordered.status].toSorted()).toEqual([200, 409]);
  });

  test('invitations are limited per day', async ({ paidTenant: owner }) => {
    await sql(
      `INSERT INTO invitation_days (order_id, day, invited) VALUES (?, date('now', '-3 hours'), ?)`,
      owner.orderId,
      INVITATIONS_PER_DAY,
    );
    const answer = await inviteAs(owner, 'a@teste.example');
    expect([answer.status, await answer.json()]).toMatchObject([429, { error: message('person.day-full') }]);
    await sql("UPDATE invitation_days SET day = '2020-01-01' WHERE order_id = ?", owner.orderId);
    expect((await inviteAs(owner, 'a@teste.example')).status).toBe(200);
  });
});

describe('refused without any change', () => {
  test('every caller except the owner', async () => {
    const { owner, member } = await newPair();
    const invited = await signUp();
    await inviteAs(owner, invited.email);
    const { members, invitations } = await teamOf(owner);
    const [person, invitation] = [members[0]?.id ?? '', invitations[0]?.id ?? ''];
    const [stranger, another] = [await signUp(), await newTenant('pro')];
    const memberToken = await tokenFor(member.email);
    const asks = (token: string): (() => Promise<Response>)[] => [
      () => inviteAs({ token }, 'x@teste.example'),
      () => removeAs({ token }, person),
      () => post(resendInvitationPath(invitation), token),
      () => post(revokeInvitationPath(invitation), token),
    ];
    const codes = async (token: string, from = 0) => {
      const answers: unknown[] = [];
      for (const ask of asks(token).slice(from)) answers.push((await refused(ask))[1]);
      return answers;
    };
    expect(await codes('x.y.z')).toEqual(Array(4).fill('unauthenticated'));
    expect(await codes(stranger.token)).toEqual(Array(4).fill('order-missing'));
    expect(await codes(memberToken)).toEqual(Array(4).fill('owner-only'));
    // In their own environment these ids are unknown.
    const before = await stateOfPeople();
    expect((await removeAs(another, person)).status).toBe(404);
    expect((await post(resendInvitationPath(invitation), another.token)).status).toBe(404);
    expect((await post(revokeInvitationPath(invitation), another.token)).status).toBe(200);
    expect(await stateOfPeople()).toBe(before);
  });

  test('an owner or stranger who leaves, and a repeated removal', async () => {
    const { owner, member } = await newPair();
    expect(await refused(() => leaveAs(owner))).toEqual([404, 'not-found']);
    expect(await refused(async () => leaveAs(await signUp()))).toEqual([404, 'not-found']);
    const [person] = (await teamOf(owner)).members;
    await removeAs(owner, person?.id ?? '');
    expect(await refused(() => removeAs(owner, person?.id ?? ''))).toEqual([404, 'not-found']);
    expect(await refused(() => leaveAs(member))).toEqual([404, 'not-found']);
  });

  test('one’s own e-mail, no e-mail, and an invalid token', async ({ paidTenant: owner }) => {
    for (const [email, sentence] of [
      [owner.email, message('person.own-email')],
      ['', message('field.required')],
      ['a@b', message('person.email')],
      [7, message('person.email')],
    ] as const) {
      const answer = await call(inviteEndpoint, { token: owner.token, body: { email } });
      expect([answer.status, await answer.json()]).toMatchObject([422, { fields: { email: sentence } }]);
    }
    const answer = await call(acceptInvitationEndpoint, { token: owner.token, body: { token: '"><' } });
    expect(await answer.json()).toMatchObject({ fields: { token: message('person.invitation-over') } });
    expect((await teamOf(owner)).invitations).toEqual([]);
  });
});

test('a member’s row follows the account’s name and verified e-mail', async () => {
  const { owner, member } = await newPair();
  const read = async (claims: Record<string, unknown>) => {
    await peopleOf({ token: await tokenFor(member.email, claims) });
    return (await teamOf(owner)).members[0];
  };
  const unproven = { email: 'nova@teste.example', email_verified: false, name: 'Nova' };
  expect(await read(unproven)).toMatchObject({
    email: member.email,
    name: 'Nova',
  });
  expect(await read({ ...unproven, email_verified: true })).toMatchObject({ email: 'nova@teste.example' });
});

test('exporting and deleting a member covers the own row and access', async () => {
  const { owner, member } = await newPair();
  const deps = depsAt(0);
  const customer = {
    subjects: [member.subject],
    emails: [member.email],
    orders: [],
    subscriptionIds: [],
    customerIds: [],
    paymentIds: [],
  };
  const { memberships } = await recordsOf(deps.db, customer, []);
  expect(memberships).toMatchObject([{ subject: member.subject, order_id: owner.orderId }]);
  await eraseRows(deps.db, customer, Date.now());
  expect((await teamOf(owner)).members).toEqual([]);
  await applyAccess(60_000);
  expect((await accessOf(owner, member)).onList).toBe(false);
});

test('rows about people are deleted 30 days after the access ended', async () => {
  const { owner, member } = await newPair();
  const waiting = await inviteAs(owner, 'a@teste.example');
  expect(waiting.status).toBe(200);
  await leaveAs(member);
  const count = async (table: string) =>
    (await sql(`SELECT 1 FROM ${table} WHERE order_id = ?`, owner.orderId)).length;
  const run = (days: number) => purge(depsAt(0).db, 'people', Date.now() + (days - 30) * DAY_MS, 100);
  await run(29);
  expect([await count('memberships'), await count('invitations')]).toEqual([1, 1]);
  await run(31);
  expect([await count('memberships'), await count('invitations')]).toEqual([0, 1]);
  await run(38);
  expect(await count('invitations')).toBe(0);
});
