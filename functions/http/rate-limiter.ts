/** Buckets with their own limits; see `ratelimits` in wrangler.jsonc. */
export type RateLimitBucket =
  | 'availability'
  | 'checkout'
  | 'status'
  | 'missing-page'
  | 'feedback'
  | 'support'
  | 'upgrade'
  | 'quota'
  | 'account'
  | 'operations';

export interface RateLimiter {
  /** True while `key` is within the bucket's limit. */
  allow(bucket: RateLimitBucket, key: string): Promise<boolean>;
}
