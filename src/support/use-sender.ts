/** Who writes to support: an account's message has the deadline of its plan (src/domain/support/deadline.ts). */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { AuthenticatedSession } from '#session/session.ts';

/** `lost`: was signed in when the page asked, and is no more. */
export type SenderState = 'visitor' | 'signed-in' | 'lost';

export interface Sender {
  readonly state: SenderState;
  /** The visitor goes to sign in beside this page, and what is typed stays here. */
  leave(): void;
  /** Asks again at the moment of sending. */
  check(): Promise<SenderState>;
}

/** Known from an earlier visit (layouts/theme-script.ts); others need no session library. */
const isKnown = (): boolean => document.documentElement.dataset['account'] !== undefined;

async function findAccount(isAgain: boolean): Promise<AuthenticatedSession | null> {
  const { getSession, recoverSession } = await import('#session/session.ts');
  const session = await getSession();
  if (session.status === 'authenticated') return session;
  const found = isAgain ? await recoverSession() : session;
  return found.status === 'authenticated' ? found : null;
}

/** A first look may still be under way, and must not hold up a message when the provider is down. */
const PATIENCE_MS = 5_000;
const patience = () => new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));

const isUsable = (session: AuthenticatedSession): Promise<boolean> =>
  session.token().then(
    () => true,
    () => false,
  );

export function useSender(): Sender {
  const [state, setState] = useState<SenderState>('visitor');
  const now = useRef<SenderState>('visitor');
  const hasLeft = useRef(false);
  const looking = useRef<Promise<unknown>>(Promise.resolve());
  const settle = useCallback((next: SenderState): SenderState => {
    now.current = next;
    setState(next);
    return next;
  }, []);

  useEffect(() => {
    const look = (isAgain: boolean): void => {
      looking.current = findAccount(isAgain).then(
        (found) => found && settle('signed-in'),
        () => null,
      );
    };
    if (isKnown()) look(false);
    const returned = (): void => {
      if (hasLeft.current && now.current !== 'signed-in') look(true);
    };
    window.addEventListener('focus', returned);
    return () => window.removeEventListener('focus', returned);
  }, [settle]);

  return {
    state,
    leave: () => {
      hasLeft.current = true;
    },
    async check() {
      await Promise.race([looking.current, patience()]);
      if (now.current !== 'signed-in') return settle('visitor');
      const session = await findAccount(true).catch(() => null);
      return session !== null && (await isUsable(session)) ? 'signed-in' : settle('lost');
    },
  };
}
