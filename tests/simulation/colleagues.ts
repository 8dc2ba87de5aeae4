/** Colleagues of a sequence's owner: invitations, acceptances, and who may enter. */

import { peopleEndpoint } from '#domain/api-schemas/invitations.ts';
import {
  acceptInvitationEndpoint,
  inviteEndpoint,
  type OwnersPeople,
  removeMemberPath,
} from '#domain/api-schemas/people.ts';
import { deletionEndpoint } from '#domain/api-schemas/privacy.ts';
import { addDays, businessDay } from '#domain/billing/days.ts';
import { tenantGroupName } from '#domain/tenants/derive-tenant.ts';
import type { Customer } from './customer.ts';
import { invitationTo } from './mails.ts';
import { subdomainOf } from './record.ts';
import type { Team } from './sold-facts.ts';
import type { Account, Reply, World } from './world.ts';

export function createColleagues(world: World, customer: Customer) {
  const invited: {
    readonly account: number;
    readonly person: Account;
    hasAccepted: boolean;
    isLeaving: boolean;
  }[] = [];
  const own = () => invited.filter(({ account }) => account === customer.account());

  const tokenTo = (email: string) => invitationTo(email, world.services().mail.state.messages);

  async function readPeople(): Promise<OwnersPeople | null> {
    const { status, body } = await customer.ask(peopleEndpoint, undefined, 'GET');
    return status === 200 && body['role'] === 'owner' ? (body as OwnersPeople) : null;
  }

  /** E-mails of all people so far, by subject. */
  const emailOf = (subject: string): string =>
    [...invited.map(({ person }) => person), customer.person()].find((each) => each?.subject === subject)
      ?.email ?? subject;

  return {
    async invite() {
      const person = await world.newAccount();
      invited.push({ account: customer.account(), person, hasAccepted: false, isLeaving: false });
      return customer.ask(inviteEndpoint, { email: person.email });
    },
    /** `null` without an open invitation. */
    async accept(): Promise<Reply | null> {
      const waiting = own().findLast(
        ({ hasAccepted, isLeaving, person }) =>
          !hasAccepted && !isLeaving && tokenTo(person.email) !== undefined,
      );
      if (waiting === undefined) return null;
      const invited = tokenTo(waiting.person.email);
      const reply = await world.call({
        ...{
          path: acceptInvitationEndpoint,
          token: await waiting.person.token([]),
          body: { token: invited },
        },
      });
      waiting.hasAccepted = reply.status === 200;
      return reply;
    },
    /**
     * Requests the deletion of a colleague's own account; `null` when there is no such colleague.
     * @returns The response, and whose account it is.
     */
    async leaveForGood(who: 'invited' | 'member'): Promise<{ reply: Reply; person: Account } | null> {
      const leaving = own().find(
        ({ hasAccepted, isLeaving, person }) =>
          hasAccepted === (who === 'member') && !isLeaving && person.exists(),
      );
      if (leaving === undefined) return null;
      const { person } = leaving;
      const token = await person.freshToken([]);
      const reply = await world.call({ path: deletionEndpoint, token, body: { confirm: person.email } });
      leaving.isLeaving = reply.status === 200;
      return { reply, person };
    },
    async remove(which: 'newest' | 'oldest'): Promise<Reply | null> {
      const people = (await readPeople())?.members ?? [];
      const member = which === 'newest' ? people.at(-1) : people[0];
      return member === undefined ? null : customer.ask(removeMemberPath(member.id));
    },
    /** Members of the newest account's environment; `null` before the first invitation. */
    async read(): Promise<Team | null> {
      if (own().length === 0 || customer.person() === null) return null;
      const people = await readPeople();
      if (people === null) return null;
      const { seats, members: working, overUntil } = people;
      const subdomain = subdomainOf(customer.account());
      const { tenants } = world.services();
      const state = (await (await tenants.app.request('/__stand-in/state')).json()) as {
        tenants: { tenant: string; phase: string; admitted: { revision: number; accounts: string[] } }[];
      };
      const environment = state.tenants.find(({ tenant }) => tenant === subdomain);
      const isUp = environment?.phase === 'ready';
      const group = tenantGroupName(subdomain);
      const members = world.identity().users.filter(({ groups }) => groups.includes(group));
      return {
        ...{ account: customer.account(), seats: seats.total, owner: customer.person()?.email ?? '' },
        active: working.filter(({ isPaused }) => isPaused !== true).map(({ email }) => email),
        overUntil: overUntil === undefined ? null : addDays(businessDay(Date.parse(overUntil)), 1),
        onList: isUp ? (environment?.admitted.accounts.map(emailOf) ?? []) : null,
        inGroup: members.map(({ id }) => emailOf(id)),
      };
    },
  };
}
