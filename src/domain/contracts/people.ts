/**
 * `/api/conta/pessoas`: who works in an environment (product decisions, "Users").
 *
 * Only the owner invites and removes; an invited account accepts; a member leaves. Every change answers with the people as
 * they then are for the caller.
 */
import * as z from 'zod/mini';
import { normalEmail } from '../email/email.ts';
import { message } from '../messages.ts';
import { billingCycles, planIds } from '../plans/ids.ts';

export const peopleEndpoint = '/api/conta/pessoas';
export const inviteEndpoint = '/api/conta/pessoas/convites';
export const acceptInvitationEndpoint = '/api/conta/pessoas/aceite';
export const leaveEndpoint = '/api/conta/pessoas/saida';
export const acceptHandoverEndpoint = '/api/conta/pessoas/passagem/aceite';
export const closeHandoverEndpoint = '/api/conta/pessoas/passagem/cancelamento';
export const agreeToDeletionEndpoint = '/api/conta/pessoas/concordancia';

const idInPath = (id: string): string => encodeURIComponent(id);
export const resendInvitationPath = (id: string): string => `${inviteEndpoint}/${idInPath(id)}/reenvio`;
export const revokeInvitationPath = (id: string): string => `${inviteEndpoint}/${idInPath(id)}/cancelamento`;
export const offerHandoverPath = (id: string): string => `${peopleEndpoint}/${idInPath(id)}/passagem`;
export const removeMemberPath = (id: string): string => `${peopleEndpoint}/${idInPath(id)}/retirada`;

/** Page of the people; an invitation's mail leads to it with the token behind `#convite=`, which no server sees. */
export const PEOPLE_PAGE = '/conta/pessoas';
export const INVITATION_FRAGMENT = 'convite';

const EMAIL_MAX = 254;

/** Body of an invitation. */
export const InvitationRequest = z.strictObject({
  email: z
    .string(message('person.email'))
    .check(
      z.trim(),
      z.minLength(1, message('field.required')),
      z.maxLength(EMAIL_MAX, message('person.email')),
      z.regex(
        /^[^\s@<>"(),;:\\[\]]+@[^\s@<>"(),;:\\[\]]+\.[^\s@<>"(),;:\\[\]]{2,}$/,
        message('person.email'),
      ),
      z.overwrite(normalEmail),
    ),
});
export type InvitationRequest = z.output<typeof InvitationRequest>;

/** Body of an acceptance: the token from the mail. */
export const AcceptanceRequest = z.strictObject({
  convite: z
    .string(message('person.invitation-over'))
    .check(z.regex(/^[\w-]{20,100}$/, message('person.invitation-over'))),
});
export type AcceptanceRequest = z.output<typeof AcceptanceRequest>;

const Member = z.object({
  id: z.string(),
  email: z.string(),
  nome: z.optional(z.string()),
  /** ISO 8601, UTC. */
  desde: z.string(),
  /** True while the plan has no seat for this person. */
  pausada: z.optional(z.boolean()),
});
const Invitation = z.object({
  id: z.string(),
  email: z.string(),
  /** ISO 8601, UTC. */
  venceEm: z.string(),
  vencido: z.optional(z.boolean()),
});

/** An offer of the environment to one of its members. */
const Handover = z.object({
  /** E-mail of the member. */
  para: z.string(),
  /** Until when it can be accepted, ISO 8601, UTC. */
  ate: z.string(),
  /** `pagina`: the member types a card on the processor's page. `andamento`: it is being carried out. */
  situacao: z.enum(['oferecida', 'pagina', 'andamento']),
});

/** What the owner sees. */
export const OwnersPeople = z.object({
  papel: z.literal('dono'),
  tenant: z.string(),
  url: z.string(),
  plano: z.enum(planIds),
  /** Owner included; `ocupados` counts invitations that wait, too. */
  lugares: z.object({ total: z.int(), ocupados: z.int() }),
  pessoas: z.array(Member),
  convites: z.array(Invitation),
  /** More people than the plan has room for: when the newest lose access, ISO 8601, UTC. */
  excedenteAte: z.optional(z.string()),
  passagem: z.optional(Handover),
});
export type OwnersPeople = z.output<typeof OwnersPeople>;

/** What somebody sees who works in the environment of another account. */
export const MembersView = z.object({
  papel: z.literal('membro'),
  tenant: z.string(),
  url: z.string(),
  plano: z.enum(planIds),
  situacao: z.enum(['ativa', 'suspensa', 'encerrada']),
  /** ISO 8601, UTC. */
  desde: z.string(),
  dono: z.optional(z.string()),
  pausada: z.optional(z.boolean()),
  /** ISO 8601, UTC: the owner announced a deletion that comes then at the earliest. */
  exclusaoApos: z.optional(z.string()),
  /** The owner offers the environment to this account. */
  passagem: z.optional(
    z.extend(Handover, {
      /** What the account is charged from then on; missing where nothing renews. */
      renovacao: z.optional(
        z.object({ valorCentavos: z.int(), ciclo: z.enum(billingCycles), em: z.string() }),
      ),
      /** The processor's page where the card is typed. */
      paymentUrl: z.optional(z.string()),
    }),
  ),
});
export type MembersView = z.output<typeof MembersView>;

/** An account without an environment and without a membership. */
const NoPeople = z.object({ papel: z.literal('nenhum') });

export const People = z.union([OwnersPeople, MembersView, NoPeople]);
export type People = z.output<typeof People>;
