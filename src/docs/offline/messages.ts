/** What a documentation page and its service worker say to each other. */

/** All articles, and their pictures too. */
export type Asked = 'articles' | 'pictures';

/** A page's request to cache for offline reading. */
export interface KeepRequest {
  /** Addresses of this visit: pages, and files that arrived before the worker took control. */
  readonly seen: readonly string[];
  /** `visit`: only the articles of the visit. */
  readonly keep: 'visit' | Asked;
}

export type KeepAnswer = 'kept' | 'failed' | 'full';

/** Each is cached once all of it is, with the build it is from. No page is cached with a query. */
export const KEPT_MARKS: Readonly<Record<Asked, string>> = {
  articles: '/docs/offline?todos',
  pictures: '/docs/offline?imagens',
};

export function isKeepRequest(data: unknown): data is KeepRequest {
  if (typeof data !== 'object' || data === null) return false;
  const { seen, keep } = data as Partial<Record<keyof KeepRequest, unknown>>;
  return (
    (keep === 'visit' || keep === 'articles' || keep === 'pictures') &&
    Array.isArray(seen) &&
    seen.every((address) => typeof address === 'string' && URL.canParse(address, 'https://x.invalid'))
  );
}
