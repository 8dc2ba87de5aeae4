/** The members of an environment and its invitations, as stored. */
import type { Membership } from '#functions/tenants/members.ts';

export interface Invitation {
  readonly id: string;
  readonly email: string;
  readonly expiresAt: number;
}

export interface Team {
  /** In the order of joining. */
  readonly members: readonly Membership[];
  /** The newest last; expired ones included. */
  readonly invitations: readonly Invitation[];
}

/** Seats in use besides the owner's: members and open invitations. */
export const takenSeats = ({ members, invitations }: Team, now: number): number =>
  members.length + invitations.filter(({ expiresAt }) => expiresAt > now).length;
