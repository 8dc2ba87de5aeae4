/**
 * The visitor's session as last read by this page; `null` before that.
 *
 * For display only. API calls take their token from session.ts, which checks it each time.
 */
import { atom } from 'nanostores';
import { getSession, onSignedOut, recoverSession, type Session } from './session.ts';

export const $session = atom<Session | null>(null);

onSignedOut(() => $session.set({ status: 'visitor', hasLeft: true }));

/** Reads the session when a page opens; may redirect to the provider and back. Never throws. */
export async function findSession(): Promise<Session> {
  return keep(await getSession({ mayLeave: true }));
}

/** Tries again to find a session, without a redirect. Never throws. */
export async function findSessionAgain(): Promise<Session> {
  return keep(await recoverSession());
}

function keep(session: Session): Session {
  $session.set(session);
  return session;
}
