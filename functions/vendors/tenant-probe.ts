/** Asks a tenant's instance whether its owner can work. */
export interface TenantProbe {
  /**
   * True when `GET /api/entry-page` answers with type `entryPage` and a non-null page, or with a matched
   * status-page domain. False for a fresh instance, an error or no answer: never throws.
   */
  isReady(subdomain: string): Promise<boolean>;
}
