/** Notes in this browser whether the account works in another's environment; the account pages then hide the owner's ways. */
import { useEffect } from 'react';
import { rememberMember } from './known-account.ts';

/** @param isMember `undefined` while it is not known. */
export function useKnownMember(isMember: boolean | undefined): void {
  useEffect(() => {
    if (isMember !== undefined) rememberMember(isMember);
  }, [isMember]);
}
