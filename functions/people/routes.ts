/**
 * `/api/conta/pessoas`: the people of an environment. Access is decided from our own rows; ids of another environment's
 * people and invitations are answered like unknown ones.
 */
import {
  AcceptanceRequest,
  acceptInvitationEndpoint,
  agreeToDeletionEndpoint,
  InvitationRequest,
  InvitationView,
  inviteEndpoint,
  leaveEndpoint,
  MembersView,
  OwnersPeople,
  People,
  peopleEndpoint,
  readInvitationEndpoint,
} from '#domain/api-schemas/people.ts';
import { account, byNetwork } from '#functions/http/callers.ts';
import { json } from '#functions/http/json.ts';
import { routesWith } from '#functions/http/route.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import { acceptInvitation } from './accept-invitation.ts';
import { agreeToDeletion } from './deletion-notice.ts';
import { leave, removeMember } from './end-membership.ts';
import { invite, resendInvitation, revokeInvitation } from './invite.ts';
import { readInvitation } from './read-invitation.ts';
import { readOwnPeople } from './read-people.ts';

type Needs = NeedsOf<typeof readOwnPeople> &
  NeedsOf<typeof invite> &
  NeedsOf<typeof readInvitation> &
  NeedsOf<typeof acceptInvitation> &
  NeedsOf<typeof removeMember> &
  NeedsOf<typeof agreeToDeletion>;
const route = routesWith<Needs>();

const asTheyAreThen = { 200: { description: 'As pessoas como ficaram.', schema: OwnersPeople } };
const onlyOwner = ['owner-only', 'order-missing'] as const;

export const peopleRoutes = [
  route({
    name: 'people',
    method: 'get',
    path: peopleEndpoint,
    chapter: 'Conta',
    summary: 'As pessoas do ambiente',
    description: 'O dono vê pessoas, convites e lugares; quem participa vê o ambiente em que está.',
    use: [account('account')],
    answers: { 200: { description: 'As pessoas, para quem pergunta.', schema: People } },
    errors: [],
    handle: (c, needs) => readOwnPeople(needs, c.var.identity),
  }),
  route({
    name: 'invite',
    method: 'post',
    path: inviteEndpoint,
    chapter: 'Conta',
    summary: 'Convidar por e-mail',
    description:
      'Só o dono. O convite ocupa um lugar do plano, vale uma vez, por sete dias, e só para a conta deste e-mail. A ' +
      'resposta é a mesma com ou sem conta nesse e-mail.',
    use: [account('account'), json(InvitationRequest)],
    answers: asTheyAreThen,
    errors: [...onlyOwner, 'tenant-missing', 'seats-full', 'already-in'],
    handle: (c, needs) => invite(needs, c.var.identity, c.var.body.email),
  }),
  route({
    name: 'inviteAgain',
    method: 'post',
    path: `${inviteEndpoint}/:convite/reenvio`,
    chapter: 'Conta',
    summary: 'Enviar um convite de novo',
    description: 'Sem corpo. O convite ganha outro link e mais sete dias; o link de antes deixa de valer.',
    use: [account('account')],
    answers: asTheyAreThen,
    errors: [...onlyOwner, 'not-found', 'tenant-missing', 'seats-full'],
    handle: (c, needs) => resendInvitation(needs, c.var.identity, c.req.param('convite')),
  }),
  route({
    name: 'inviteRevoke',
    method: 'post',
    path: `${inviteEndpoint}/:convite/cancelamento`,
    chapter: 'Conta',
    summary: 'Cancelar um convite',
    description: 'Sem corpo. Repetir não muda nada.',
    use: [account('account')],
    answers: asTheyAreThen,
    errors: [...onlyOwner],
    handle: (c, needs) => revokeInvitation(needs, c.var.identity, c.req.param('convite')),
  }),
  route({
    name: 'inviteRead',
    method: 'post',
    path: readInvitationEndpoint,
    chapter: 'Conta',
    summary: 'De quem é um convite, e para onde',
    description:
      'Sem entrar na conta: quem tem o link lê o que está no e-mail. O código vem no corpo, para não ficar em registro nenhum.',
    use: [byNetwork('feedback'), json(AcceptanceRequest)],
    answers: { 200: { description: 'O ambiente e quem convidou.', schema: InvitationView } },
    errors: ['invitation-over'],
    handle: (c, needs) => readInvitation(needs, c.var.body.convite),
  }),
  route({
    name: 'inviteAccept',
    method: 'post',
    path: acceptInvitationEndpoint,
    chapter: 'Conta',
    summary: 'Aceitar um convite',
    description:
      'A conta do e-mail convidado passa a trabalhar no ambiente. Uma conta com ambiente ou cadastro em andamento não pode ' +
      'aceitar. O token de acesso só traz o grupo novo depois de renovado, e a entrada do ambiente, depois de entrar de novo.',
    use: [account('account'), json(AcceptanceRequest)],
    answers: { 200: { description: 'O ambiente em que a conta passou a trabalhar.', schema: MembersView } },
    errors: [
      'invitation-over',
      'invitation-other',
      'email-unproven',
      'member-elsewhere',
      'tenant-exists',
      'deletion-open',
      'seats-full',
    ],
    handle: (c, needs) => acceptInvitation(needs, c.var.identity, c.var.body.convite),
  }),
  route({
    name: 'memberRemove',
    method: 'post',
    path: `${peopleEndpoint}/:pessoa/retirada`,
    chapter: 'Conta',
    summary: 'Retirar uma pessoa',
    description: 'Só o dono. Sem corpo. A pessoa perde o acesso em até um minuto, também em páginas abertas.',
    use: [account('account')],
    answers: asTheyAreThen,
    errors: [...onlyOwner, 'not-found'],
    handle: (c, needs) => removeMember(needs, c.var.identity, c.req.param('pessoa')),
  }),
  route({
    name: 'memberLeave',
    method: 'post',
    path: leaveEndpoint,
    chapter: 'Conta',
    summary: 'Sair do ambiente de outra conta',
    description: 'Sem corpo. O dono não sai assim: ele encerra o ambiente.',
    use: [account('account')],
    answers: { 200: { description: 'O que a conta vê depois.', schema: People } },
    errors: ['not-found'],
    handle: (c, needs) => leave(needs, c.var.identity),
  }),
  route({
    name: 'deletionAgree',
    method: 'post',
    path: agreeToDeletionEndpoint,
    chapter: 'Conta',
    summary: 'Concordar com a exclusão do ambiente',
    description: 'Sem corpo. Se todas as pessoas concordam, o dono não precisa esperar os sete dias.',
    use: [account('account')],
    answers: { 200: { description: 'O que a conta vê depois.', schema: People } },
    errors: ['not-found'],
    handle: (c, needs) => agreeToDeletion(needs, c.var.identity),
  }),
];
