/**
 * Keeps the group at the identity provider in line with the memberships: accounts with access are in it, others are
 * not. Every change of a membership asks for it in its own transaction.
 */
import { tenantGroupName } from '#domain/tenants/derive-tenant.ts';
import type { Deps } from '#functions/compose.ts';
import { defineWork } from '#functions/platform/work/define-work.ts';
import { GROUP_WORK } from '#functions/platform/work/names.ts';
import { findGroup } from '#functions/tenants/members.ts';

/** The key is a membership. */
export const groupWork = defineWork<Pick<Deps, 'db' | 'identity'>>({
  kind: GROUP_WORK,
  title: 'Grupo de uma pessoa',
  perRun: 20,
  async run({ db, identity }, { key }) {
    const owed = await findGroup(db, key);
    if (owed === null) return;
    const group = tenantGroupName(owed.subdomain);
    if (owed.shouldBeMember) await identity.addMember(await identity.ensureGroup(group), owed.subject);
    else await identity.removeMember(group, owed.subject);
  },
});
