/** The members of an environment and its invitations, as stored. */

export interface Membership {
  readonly id: string;
  readonly orderId: string;
  /** OIDC subject. */
  readonly subject: string;
  readonly email: string;
  readonly name: string | null;
  /** SHA-256 of the accepted invitation's token. */
  readonly tokenHash: string;
  readonly joinedAt: number;
  /** Set while the member has no access because the plan has too few seats. */
  readonly pausedAt: number | null;
  readonly agreedAt: number | null;
}

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
