/** Proves that a challenge was solved, once. */
export interface ChallengeVerifier {
  /**
   * @param token As the page got it.
   * @param address Of the caller, as the edge saw it.
   * @returns False for a token that is invented, used, too old, or of another page or purpose.
   * @throws DomainError `challenge-unavailable` when nobody could say: the caller is not let through.
   */
  verify(token: string, address: string): Promise<boolean>;
  /** @throws When the service does not answer or does not know our secret. */
  check(): Promise<void>;
}
