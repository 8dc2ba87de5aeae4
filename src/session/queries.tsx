/** What a page reads and changes through react-query. */
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useState } from 'react';
import { signInIfExpired } from './expired.ts';

/**
 * Offline, a request fails at once, and a change is never sent later unasked; online again, failed reads are repeated.
 * An expired session leads to the sign-in page.
 */
const createQueries = (): QueryClient =>
  new QueryClient({
    queryCache: new QueryCache({ onError: (error) => void signInIfExpired(error) }),
    mutationCache: new MutationCache({ onError: (error) => void signInIfExpired(error) }),
    defaultOptions: {
      queries: { networkMode: 'always', refetchOnReconnect: 'always', retry: false },
      mutations: { networkMode: 'always' },
    },
  });

export function Queries({ children }: { children: ReactNode }) {
  const [queries] = useState(createQueries);
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>;
}

/** The component, with a client of its own for what it reads and changes. */
export const withQueries =
  <Props extends object>(Content: ComponentType<Props>) =>
  (props: Props) => (
    <Queries>
      <Content {...props} />
    </Queries>
  );
