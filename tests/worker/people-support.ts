/** Invitations and memberships as the API makes them, and where they are stored. */
import { peopleEndpoint } from '#domain/api-schemas/invitations.ts';
import {
  acceptInvitationEndpoint,
  inviteEndpoint,
  leaveEndpoint,
  type OwnersPeople,
  readInvitationEndpoint,
  removeMemberPath,
} from '#domain/api-schemas/people.ts';
import { tenantGroupName } from '#domain/tenants/derive-tenant.ts';
import { groupWork } from '#functions/people/apply-group.ts';
import { admittedWork } from '#functions/people/send-admitted.ts';
import { type SignedInPerson, signUp } from '#tests/support/worker-accounts.ts';
import { type Customer, newTenant } from './plan-change-support.ts';
import { addresses, call, depsAt, runDue, sql, stateOf } from './support.ts';

export const tenantsUrl = `http://localhost:${addresses.tenantsPort}`;

export const inviteAs = ({ token }: { token: string }, email: unknown) =>
  call(inviteEndpoint, { token, body: { email } });
export const acceptAs = (person: { token: string }, token: string) =>
  call(acceptInvitationEndpoint, { token: person.token, body: { token } });
export const readAs = (token: string) => call(readInvitationEndpoint, { body: { token } });
export const removeAs = ({ token }: { token: string }, id: string) =>
  call(removeMemberPath(id), { token, method: 'POST' });
export const leaveAs = ({ token }: { token: string }) => call(leaveEndpoint, { token, method: 'POST' });
export const peopleOf = async ({ token }: { token: string }): Promise<Record<string, unknown>> =>
  (await call(peopleEndpoint, { token })).json();
export const teamOf = async (owner: { token: string }): Promise<OwnersPeople> =>
  (await peopleOf(owner)) as OwnersPeople;

/** The token of the newest invitation to an e-mail, while its mail is queued. */
export async function tokenTo(email: string): Promise<string> {
  const [row] = await sql<{ token: string }>(
    `SELECT json_extract(payload, '$.token') AS token FROM outbox
     WHERE template = 'invitation' AND json_extract(payload, '$.to') = ? ORDER BY created_at DESC, rowid DESC LIMIT 1`,
    email,
  );
  return row?.token ?? 'none';
}

export interface Pair {
  readonly owner: Customer;
  readonly member: SignedInPerson;
}

/** An environment with a colleague who accepted. */
export async function newPair(plan: 'essential' | 'pro' | 'enterprise' = 'pro'): Promise<Pair> {
  const owner = await newTenant(plan);
  return { owner, member: await join(owner) };
}

/** Adds another colleague. */
export async function join(owner: Customer): Promise<SignedInPerson> {
  const member = await signUp();
  const invited = await inviteAs(owner, member.email);
  if (invited.status !== 200) throw new Error(`The invitation answered ${invited.status}.`);
  const accepted = await acceptAs(member, await tokenTo(member.email));
  if (accepted.status !== 200) throw new Error(`The acceptance answered ${accepted.status}.`);
  return member;
}

/** Whether an account is in the environment's group and on its companion's list. */
export async function accessOf({ subdominio }: Customer, { subject }: { subject: string }) {
  const [identity, tenants] = await Promise.all([
    stateOf<{ users: readonly { id: string; groups: readonly string[] }[] }>(addresses.identityUrl),
    stateOf<{ tenants: readonly { tenant: string; admitted: { accounts: readonly string[] } }[] }>(
      tenantsUrl,
    ),
  ]);
  const groups = identity.users.find(({ id }) => id === subject)?.groups ?? [];
  const environment = tenants.tenants.find(({ tenant }) => tenant === subdominio);
  return {
    inGroup: groups.includes(tenantGroupName(subdominio)),
    onList: environment?.admitted.accounts.includes(subject) ?? false,
  };
}

/** Does what is due for groups and companions' lists. */
export async function applyAccess(aheadMs = 0): Promise<void> {
  await runDue(groupWork, depsAt(aheadMs));
  await runDue(admittedWork, depsAt(aheadMs));
}

export const both = { inGroup: true, onList: true };
export const none = { inGroup: false, onList: false };

/** All rows about people, to compare before and after a refusal. */
export const stateOfPeople = async (): Promise<string> =>
  JSON.stringify(
    await Promise.all([
      sql('SELECT id, order_id, subject, paused_at, ended_at FROM memberships ORDER BY id'),
      sql('SELECT id, order_id, email, token_hash, expires_at FROM invitations ORDER BY id'),
      sql(
        'SELECT order_id, subject, revision FROM tenants LEFT JOIN admitted USING (order_id) ORDER BY order_id',
      ),
    ]),
  );
