/** What a documentation page and its service worker say to each other. */

/** A page's request to cache for offline reading. */
export interface KeepRequest {
  /** Addresses of this visit: pages, and files that arrived before the worker took control. */
  readonly seen: readonly string[];
  /** Every article, not only those of the visit. */
  readonly isAll: boolean;
}

export type KeepAnswer = 'kept' | 'failed' | 'full';

/** Cached once every article is, with the build they are from. No page is cached with a query. */
export const ALL_KEPT = '/docs/offline?todos';

export function isKeepRequest(data: unknown): data is KeepRequest {
  if (typeof data !== 'object' || data === null) return false;
  const { seen, isAll } = data as Partial<Record<keyof KeepRequest, unknown>>;
  return (
    typeof isAll === 'boolean' &&
    Array.isArray(seen) &&
    seen.every((address) => typeof address === 'string' && URL.canParse(address, 'https://x.invalid'))
  );
}
