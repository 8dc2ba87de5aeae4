/** Asks who opened a page of the account, before the page asks for what a stranger would be refused. */
import { useStore } from '@nanostores/react';
import { useQuery } from '@tanstack/react-query';
import { $session } from '#session/session-store.ts';
import { askCaller, type Kept, keptOf } from './caller.ts';

export interface PageCaller {
  /** The page may ask for its own data. */
  readonly mayRead: boolean;
  /** Why it is not there for this account. */
  readonly kept: Kept | null;
}

/**
 * A page for owner and members is told by the token that the account works somewhere, and asks at once.
 *
 * @param isOwners Only the owner has the page, which no token says.
 */
export function useCaller({ isOwners = false } = {}): PageCaller {
  const session = useStore($session);
  const isAsked = isOwners || session?.status !== 'authenticated' || session.tenant === null;
  const { data, isError } = useQuery({
    queryKey: ['caller'],
    enabled: isAsked,
    queryFn: ({ signal }) => askCaller(signal),
    // It decides what the page is, not what is in it.
    refetchOnWindowFocus: false,
  });
  const kept = data === undefined ? null : keptOf(data, isOwners);
  // Without an answer, the page's own question says what is wrong.
  return { mayRead: !isAsked || isError || (data !== undefined && kept === null), kept };
}
