/**
 * What every page may need of `GET /api/conta/pessoas`: who the account is, and what it is invited to. Apart from the rest
 * of it (people.ts), for the pages that sell.
 */
import * as z from 'zod/mini';

export const peopleEndpoint = '/api/conta/pessoas';

/** What an invitation is about. */
export const InvitationView = z.object({
  tenant: z.string(),
  /** E-mail and name of the owner. */
  owner: z.optional(z.string()),
  name: z.optional(z.string()),
  /** The invited e-mail. */
  email: z.string(),
  /** ISO 8601, UTC. */
  expiresAt: z.string(),
});
export type InvitationView = z.output<typeof InvitationView>;

/** One to the caller's proven e-mail. */
const OpenInvitation = z.extend(InvitationView, { id: z.string() });
export type OpenInvitation = z.output<typeof OpenInvitation>;

/** An account without an environment and without a membership. */
export const NoPeople = z.object({
  role: z.literal('none'),
  /** Its own environment is being created. */
  isCreating: z.optional(z.boolean()),
  /** The newest first; absent when there are none, or the e-mail is not proven. */
  invitations: z.optional(z.array(OpenInvitation)),
});

/** As whom an account reads it; enough for a page to know who opened it, before it asks for its own data. */
export const Caller = z.union([
  z.object({ role: z.literal('owner') }),
  z.object({ role: z.literal('member'), tenant: z.string(), isPaused: z.optional(z.boolean()) }),
  NoPeople,
]);
export type Caller = z.output<typeof Caller>;
