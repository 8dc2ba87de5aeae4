/** Who is calling, as proved by an access token. */
export interface Identity {
  /** OIDC subject: the account's stable id. */
  readonly subject: string;
  readonly email: string | null;
  /** Whether the provider saw that its mails arrive. */
  readonly emailVerified: boolean;
  readonly name: string | null;
  /** Tenant read from the groups; `null` while the account has none. */
  readonly tenant: string | null;
  /** Realm roles. Operators are marked here, never by a group. */
  readonly roles: readonly string[];
}

/** Proves the bearer token of a protected call. */
export interface TokenVerifier {
  /**
   * @param authorizationHeader The header as received.
   * @throws DomainError `unauthenticated` for a missing, foreign, expired or altered token; `identity-unavailable`
   *   when the provider's keys cannot be read, so the token could be neither proved nor refused.
   */
  verify(authorizationHeader: string | null | undefined): Promise<Identity>;
}
