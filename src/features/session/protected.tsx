/**
 * Shows a page only to somebody signed in; everybody else signs in first and comes back to the same page.
 *
 * Without JavaScript the sentence stays; the page says beside it that it needs JavaScript.
 */
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import type { AuthAction } from '#domain/contracts/routes.ts';
import { message } from '#domain/messages.ts';
import { decideEntry } from '#features/session/session-entry.ts';
import { tenantUrl } from '#lib/config.ts';
import { cameByHistory, currentPath, goTo, renameAddress } from '#lib/navigate.ts';
import { type AuthenticatedSession, getSession, login, register } from '#lib/session.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Spinner } from '#ui/spinner.tsx';

type GateState =
  | { readonly status: 'checking' }
  | { readonly status: 'blocked' }
  | { readonly status: 'open'; readonly session: AuthenticatedSession };

interface ProtectedProps {
  readonly children: (session: AuthenticatedSession) => ReactNode;
}

export function Protected({ children }: ProtectedProps) {
  const [gate, setGate] = useState<GateState>({ status: 'checking' });
  const signIn = useCallback(async (action: AuthAction, redirectTo: string, isPromptForced: boolean) => {
    setGate({ status: 'checking' });
    try {
      await (action === 'register' ? register : login)({ redirectTo, isPromptForced });
    } catch {
      // The browser could not leave for the sign-in page (offline, no Web Crypto): let the visitor press again.
      setGate({ status: 'blocked' });
    }
  }, []);

  useEffect(() => {
    let isGone = false;
    // Read first: keycloak-js takes the answer out of the address.
    const arrival = { path: currentPath(), fragment: window.location.hash, isByHistory: cameByHistory() };
    void getSession().then((session) => {
      if (isGone) return;
      const entry = decideEntry(arrival, session.status === 'authenticated' ? session.tenant : undefined);
      if (entry.kind === 'blocked') return setGate({ status: 'blocked' });
      if (entry.kind === 'dashboard') return goTo(`${tenantUrl(entry.tenant)}/dashboard`);
      if (entry.kind === 'sign-in') return signIn(entry.action, entry.redirectTo, entry.isPromptForced);
      if (entry.path !== arrival.path) renameAddress(entry.path);
      if (session.status === 'authenticated') setGate({ status: 'open', session });
    });
    // "Voltar" from the sign-in page brings this page back as it was left; sending it on again would be a trap.
    const onReturn = (event: PageTransitionEvent) => {
      if (event.persisted) setGate((now) => (now.status === 'checking' ? { status: 'blocked' } : now));
    };
    window.addEventListener('pageshow', onReturn);
    return () => {
      isGone = true;
      window.removeEventListener('pageshow', onReturn);
    };
  }, [signIn]);

  if (gate.status === 'open') return children(gate.session);
  if (gate.status === 'blocked') return <SignInAgain onSignIn={signIn} />;
  return (
    <p role="status" className="flex items-center gap-3 py-16 text-lg text-ink-soft">
      <Spinner />
      {message('session.checking')}
    </p>
  );
}

interface SignInAgainProps {
  readonly onSignIn: (action: AuthAction, redirectTo: string, isPromptForced: boolean) => Promise<void>;
}

function SignInAgain({ onSignIn }: SignInAgainProps) {
  return (
    <div className="grid max-w-prose gap-5 py-8">
      <Alert tone="warning" role="alert" title={message('session.pending-title')}>
        <p>{message('session.pending')}</p>
      </Alert>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => onSignIn('login', currentPath(), false)}>Entrar</Button>
        <Button variant="secondary" onClick={() => onSignIn('register', currentPath(), true)}>
          Criar conta
        </Button>
        <Button variant="quiet" href="/">
          Voltar ao início
        </Button>
      </div>
    </div>
  );
}
