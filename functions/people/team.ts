/** Who works in an environment beside its owner, and who is invited, as D1 holds them. */

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
  /** Without access while the plan has fewer seats. */
  readonly pausedAt: number | null;
  readonly agreedAt: number | null;
}

export interface Invitation {
  readonly id: string;
  readonly email: string;
  readonly expiresAt: number;
}

export interface Team {
  /** In the order in which they joined. */
  readonly members: readonly Membership[];
  /** The newest last; those that nobody accepted in time included. */
  readonly invitations: readonly Invitation[];
}

/** Seats taken beside the owner's: people, and invitations that wait. */
export const takenSeats = ({ members, invitations }: Team, now: number): number =>
  members.length + invitations.filter(({ expiresAt }) => expiresAt > now).length;
