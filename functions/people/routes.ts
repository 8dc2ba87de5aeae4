/**
 * `/api/conta/pessoas`: the people of an environment. Access is decided from our own rows; ids of another environment's
 * people and invitations are answered like unknown ones.
 */
import { InvitationView, peopleEndpoint } from '#domain/api-schemas/invitations.ts';
import {
  AcceptanceRequest,
  acceptInvitationEndpoint,
  agreeToDeletionEndpoint,
  InvitationRequest,
  InvitationToken,
  inviteEndpoint,
  leaveEndpoint,
  MembersView,
  OwnersPeople,
  People,
  readInvitationEndpoint,
} from '#domain/api-schemas/people.ts';
import type { Deps } from '#functions/compose.ts';
import { account, byNetwork } from '#functions/http/callers.ts';
import { json } from '#functions/http/json.ts';
import { routesWith } from '#functions/http/route.ts';
import { acceptInvitation } from './accept-invitation.ts';
import { agreeToDeletion } from './deletion-notice.ts';
import { leave, removeMember } from './end-membership.ts';
import { invite, resendInvitation, revokeInvitation } from './invite.ts';
import { readInvitation } from './read-invitation.ts';
import { readOwnPeople } from './read-people.ts';

const route = routesWith<Deps>();

const asTheyAreThen = { 200: { schema: OwnersPeople } };
const onlyOwner = ['owner-only', 'order-missing'] as const;

export const peopleRoutes = [
  route({
    name: 'people',
    method: 'get',
    path: peopleEndpoint,
    use: [account('account')],
    answers: { 200: { schema: People } },
    handle: (c, needs) => readOwnPeople(needs, c.var.identity),
  }),
  route({
    name: 'invite',
    method: 'post',
    path: inviteEndpoint,
    use: [account('account'), json(InvitationRequest)],
    answers: asTheyAreThen,
    errors: [...onlyOwner, 'tenant-missing', 'seats-full', 'already-in'],
    handle: (c, needs) => invite(needs, c.var.identity, c.var.body.email),
  }),
  route({
    name: 'inviteAgain',
    method: 'post',
    path: `${inviteEndpoint}/:convite/reenvio`,
    use: [account('account')],
    answers: asTheyAreThen,
    errors: [...onlyOwner, 'not-found', 'tenant-missing', 'seats-full'],
    handle: (c, needs) => resendInvitation(needs, c.var.identity, c.req.param('convite')),
  }),
  route({
    name: 'inviteRevoke',
    method: 'post',
    path: `${inviteEndpoint}/:convite/cancelamento`,
    use: [account('account')],
    answers: asTheyAreThen,
    errors: [...onlyOwner],
    handle: (c, needs) => revokeInvitation(needs, c.var.identity, c.req.param('convite')),
  }),
  route({
    name: 'inviteRead',
    method: 'post',
    path: readInvitationEndpoint,
    use: [byNetwork('feedback'), json(InvitationToken)],
    answers: { 200: { schema: InvitationView } },
    errors: ['invitation-over'],
    handle: (c, needs) => readInvitation(needs, c.var.body.token),
  }),
  route({
    name: 'inviteAccept',
    method: 'post',
    path: acceptInvitationEndpoint,
    use: [account('account'), json(AcceptanceRequest)],
    answers: { 200: { schema: MembersView } },
    errors: [
      'invitation-over',
      'invitation-other',
      'email-unproven',
      'member-elsewhere',
      'tenant-exists',
      'deletion-open',
      'seats-full',
    ],
    handle: (c, needs) => acceptInvitation(needs, c.var.identity, c.var.body),
  }),
  route({
    name: 'memberRemove',
    method: 'post',
    path: `${peopleEndpoint}/:pessoa/retirada`,
    use: [account('account')],
    answers: asTheyAreThen,
    errors: [...onlyOwner, 'not-found'],
    handle: (c, needs) => removeMember(needs, c.var.identity, c.req.param('pessoa')),
  }),
  route({
    name: 'memberLeave',
    method: 'post',
    path: leaveEndpoint,
    use: [account('account')],
    answers: { 200: { schema: People } },
    errors: ['not-found'],
    handle: (c, needs) => leave(needs, c.var.identity),
  }),
  route({
    name: 'deletionAgree',
    method: 'post',
    path: agreeToDeletionEndpoint,
    use: [account('account')],
    answers: { 200: { schema: People } },
    errors: ['not-found'],
    handle: (c, needs) => agreeToDeletion(needs, c.var.identity),
  }),
];
