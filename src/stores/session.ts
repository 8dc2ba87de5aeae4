/**
 * Who is visiting, as this page last found out; `null` until it has.
 *
 * What a page shows follows this. A call takes its token from lib/session.ts, which asks anew each time.
 */
import { atom } from 'nanostores';
import { getSession, onSignedOut, recoverSession, type Session } from '#lib/session.ts';

export const $session = atom<Session | null>(null);

onSignedOut(() => $session.set({ status: 'visitor', hasLeft: true }));

/** Looks as a page opens; it may leave for the provider and come back. Never throws. */
export async function findSession(): Promise<Session> {
  return keep(await getSession({ mayLeave: true }));
}

/** Looks once more for a session that is missing, without leaving. Never throws. */
export async function findSessionAgain(): Promise<Session> {
  return keep(await recoverSession());
}

function keep(session: Session): Session {
  $session.set(session);
  return session;
}
