/** Verifies that a challenge was solved; each token works once. */
export interface ChallengeVerifier {
  /**
   * @param token The token that the page received.
   * @param address The caller's IP address, as Cloudflare reports it.
   * @returns False for a token that is invented, used, too old, or from another page or purpose.
   * @throws DomainError `challenge-unavailable` when the service cannot be asked: the caller must be refused.
   */
  verify(token: string, address: string): Promise<boolean>;
  /** @throws When the service does not answer or rejects our secret. */
  check(): Promise<void>;
}
