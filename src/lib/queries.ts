/** What a page reads and changes through react-query: the same answer to a connection that is gone, on every page. */
import { QueryClient } from '@tanstack/react-query';

/**
 * Offline, a question fails at once and says so, a change is never kept to be sent later unasked; online again, what
 * failed is read anew without a press.
 */
export function createQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { networkMode: 'always', refetchOnReconnect: 'always', retry: false },
      mutations: { networkMode: 'always' },
    },
  });
}
