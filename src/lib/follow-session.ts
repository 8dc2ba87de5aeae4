/**
 * The press of a button that leads to different places for different people.
 *
 * Shared by the islands that carry such buttons. The session library is loaded by the press, never by the page.
 */
import { useEffect, useState } from 'react';
import { goTo } from '#lib/navigate.ts';
import {
  authRedirectUrl,
  type Destinations,
  type PlanChoice,
  resolveDestination,
  type SessionAction,
} from '#lib/session-destination.ts';

/** A provider that does not answer says no more about who presses; its own page shows that it is slow. */
const PATIENCE_MS = 3_000;

const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

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
    const asVisitor = after(PATIENCE_MS).then(() => authRedirectUrl(to.apiUrl, action, choice));
    goTo(await Promise.race([resolveDestination(getSession, action, to, choice), asVisitor]));
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
