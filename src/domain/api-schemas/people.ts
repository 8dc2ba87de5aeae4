/**
 * `/api/conta/pessoas`: the people who work in an environment (docs/people.md).
 *
 * Only the owner invites and removes; an invited account accepts; a member leaves. Every change answers with the
 * caller's new view.
 */
import * as z from 'zod/mini';
import { normalEmail } from '../email/email.ts';
import { message } from '../messages/people.ts';
import { planIds } from '../plans/ids.ts';
import { tenantStates } from '../tenants/states.ts';
import { NoPeople, peopleEndpoint } from './invitations.ts';

export const inviteEndpoint = '/api/conta/pessoas/convites';
/** Public: a visitor with the link of an invitation. */
export const readInvitationEndpoint = '/api/convite';
export const acceptInvitationEndpoint = '/api/conta/pessoas/aceite';
export const leaveEndpoint = '/api/conta/pessoas/saida';
export const agreeToDeletionEndpoint = '/api/conta/pessoas/concordancia';

const idInPath = (id: string): string => encodeURIComponent(id);
export const resendInvitationPath = (id: string): string => `${inviteEndpoint}/${idInPath(id)}/reenvio`;
export const revokeInvitationPath = (id: string): string => `${inviteEndpoint}/${idInPath(id)}/cancelamento`;
export const removeMemberPath = (id: string): string => `${peopleEndpoint}/${idInPath(id)}/retirada`;

export const INVITATION_FRAGMENT = 'convite';

const EMAIL_MAX = 254;

/** An e-mail address as a person types it. */
export const EmailField = z
  .string(message('person.email'))
  .check(
    z.trim(),
    z.minLength(1, message('field.required')),
    z.maxLength(EMAIL_MAX, message('person.email')),
    z.regex(/^[^\s@<>"(),;:\\[\]]+@[^\s@<>"(),;:\\[\]]+\.[^\s@<>"(),;:\\[\]]{2,}$/, message('person.email')),
    z.overwrite(normalEmail),
  );

/** Body of an invitation. */
export const InvitationRequest = z.strictObject({ email: EmailField });
export type InvitationRequest = z.output<typeof InvitationRequest>;

const invitationToken = /^[\w-]{20,100}$/;

/** False for a link that was cut on its way. */
export const isInvitationToken = (token: string): boolean => invitationToken.test(token);

/** Body of a look at an invitation: the token from the mail. */
export const InvitationToken = z.strictObject({
  token: z
    .string(message('person.invitation-over'))
    .check(z.regex(invitationToken, message('person.invitation-over'))),
});

/** Body of an acceptance: the token from the mail, or one of the open invitations that the account was shown. */
export const AcceptanceRequest = z.union([
  InvitationToken,
  z.strictObject({
    invitation: z
      .string(message('person.invitation-over'))
      .check(
        z.minLength(1, message('person.invitation-over')),
        z.maxLength(100, message('person.invitation-over')),
      ),
  }),
]);
export type AcceptanceRequest = z.output<typeof AcceptanceRequest>;

const Member = z.object({
  id: z.string(),
  email: z.string(),
  name: z.optional(z.string()),
  /** ISO 8601, UTC. */
  joinedAt: z.string(),
  /** True while the plan has no seat for this person. */
  isPaused: z.optional(z.boolean()),
});
const Invitation = z.object({
  id: z.string(),
  email: z.string(),
  /** ISO 8601, UTC. */
  expiresAt: z.string(),
  isExpired: z.optional(z.boolean()),
});

/** The owner's view. */
export const OwnersPeople = z.object({
  role: z.literal('owner'),
  tenant: z.string(),
  url: z.string(),
  plan: z.enum(planIds),
  /** Counts the owner; `taken` also counts open invitations. */
  seats: z.object({ total: z.int(), taken: z.int() }),
  members: z.array(Member),
  invitations: z.array(Invitation),
  /** When the newest members lose access because the plan has too few seats, ISO 8601, UTC. */
  overUntil: z.optional(z.string()),
});
export type OwnersPeople = z.output<typeof OwnersPeople>;

/** The view of a person who works in another account's environment. */
export const MembersView = z.object({
  role: z.literal('member'),
  tenant: z.string(),
  url: z.string(),
  plan: z.enum(planIds),
  state: z.enum(tenantStates),
  /** ISO 8601, UTC. */
  joinedAt: z.string(),
  owner: z.optional(z.string()),
  isPaused: z.optional(z.boolean()),
  /** ISO 8601, UTC: the earliest moment of a deletion that the owner announced. */
  deletionAfter: z.optional(z.string()),
});
export type MembersView = z.output<typeof MembersView>;

export const People = z.union([OwnersPeople, MembersView, NoPeople]);
export type People = z.output<typeof People>;

/** The company's own sign-in, as `npm run ops -- sso` gets it. */
export const CompanySignIn = z.object({
  tenant: z.string(),
  /** `null` while none was asked for. */
  domain: z.nullable(z.string()),
  /** The TXT record with which the domain's owner proves it. */
  proof: z.nullable(z.object({ name: z.string(), value: z.string() })),
  /** Milliseconds, UTC; `null` while it is off. */
  onAt: z.nullable(z.int()),
});
export type CompanySignIn = z.output<typeof CompanySignIn>;
