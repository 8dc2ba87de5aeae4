/**
 * The press of a button that leads to different places for different people.
 *
 * Shared by the islands that carry such buttons. The session library is loaded by the press, never by the page.
 */
import { useEffect, useState } from 'react';
import { goTo } from '#lib/navigate.ts';
import {
  type Destinations,
  type PlanChoice,
  resolveDestination,
  type SessionAction,
} from '#lib/session-destination.ts';

/** `isPending` from the press until the browser leaves; a page brought back by "Voltar" starts fresh. */
export function useFollowSession(to: Destinations) {
  const [isPending, setPending] = useState(false);

  useEffect(() => {
    const reset = (event: PageTransitionEvent) => event.persisted && setPending(false);
    addEventListener('pageshow', reset);
    return () => removeEventListener('pageshow', reset);
  }, []);

  async function follow(action: SessionAction, choice?: PlanChoice): Promise<void> {
    if (isPending) return;
    setPending(true);
    const getSession = async () => (await import('#lib/session.ts')).getSession();
    goTo(await resolveDestination(getSession, action, to, choice));
  }

  return { isPending, follow };
}

/** A press that means another tab or window belongs to the browser. */
export function isPlainPress(event: {
  button: number;
  metaKey: boolean;
  ctrlKey: boolean;
  shiftKey: boolean;
  altKey: boolean;
}) {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}
