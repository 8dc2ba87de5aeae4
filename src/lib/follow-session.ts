/**
 * Follows a button whose target depends on who presses it.
 *
 * The session library is loaded on the press, never with the page.
 */
import { useEffect, useState } from 'react';
import { goTo } from '#lib/navigate.ts';
import {
  authRedirectUrl,
  type Destinations,
  type PlanChoice,
  resolveDestination,
  type SessionAction,
} from '#session/session-destination.ts';

/** After this the visitor is treated as signed out and goes to the provider's page. */
const PATIENCE_MS = 3_000;

const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** `isPending` lasts from the press until the page unloads; "Voltar" resets it. */
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
    const getSession = async () => (await import('#session/session.ts')).getSession();
    const asVisitor = after(PATIENCE_MS).then(() => authRedirectUrl(to.apiUrl, action, choice));
    goTo(await Promise.race([resolveDestination(getSession, action, to, choice), asVisitor]));
  }

  return { isPending, follow };
}

/** False for a click that the browser should handle, such as opening a new tab. */
export function isPlainPress(event: {
  button: number;
  metaKey: boolean;
  ctrlKey: boolean;
  shiftKey: boolean;
  altKey: boolean;
}) {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}
