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
import { type AuthenticatedSession, getSession, login, recoverSession, register } from '#lib/session.ts';
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
  const leave = useCallback(async (action: AuthAction, redirectTo: string, isPromptForced: boolean) => {
    setGate({ status: 'checking' });
    try {
      await (action === 'register' ? register : login)({ redirectTo, isPromptForced });
    } catch {
      // The browser could not leave for the sign-in page (offline, no Web Crypto): let the visitor press again.
      setGate({ status: 'blocked' });
    }
  }, []);

  /** Leaving for a provider that does not answer would end on the browser's error page. */
  async function signInAgain(): Promise<void> {
    setGate({ status: 'checking' });
    const session = await recoverSession();
    if (session.status === 'authenticated') setGate({ status: 'open', session });
    else if (session.isUnsure) setGate({ status: 'blocked' });
    else await leave('login', currentPath(), false);
  }

  useEffect(() => {
    let isGone = false;
    // Read first: keycloak-js takes the answer out of the address.
    const arrival = { path: currentPath(), fragment: window.location.hash, isByHistory: cameByHistory() };
    void getSession({ mayLeave: true }).then((session) => {
      if (isGone) return;
      if (session.status === 'visitor' && session.isUnsure) return setGate({ status: 'blocked' });
      const entry = decideEntry(arrival, session.status === 'authenticated' ? session.tenant : undefined);
      if (entry.kind === 'blocked') return setGate({ status: 'blocked' });
      if (entry.kind === 'dashboard') return goTo(`${tenantUrl(entry.tenant)}/dashboard`);
      if (entry.kind === 'sign-in') return leave(entry.action, entry.redirectTo, entry.isPromptForced);
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
  }, [leave]);

  if (gate.status === 'open') return children(gate.session);
  if (gate.status === 'blocked')
    return <SignInAgain onSignIn={signInAgain} onRegister={() => leave('register', currentPath(), true)} />;
  return (
    <p role="status" className="flex items-center gap-3 py-16 text-lg text-ink-soft">
      <Spinner />
      {message('session.checking')}
    </p>
  );
}

interface SignInAgainProps {
  readonly onSignIn: () => Promise<void>;
  readonly onRegister: () => Promise<void>;
}

function SignInAgain({ onSignIn, onRegister }: SignInAgainProps) {
  return (
    <div className="grid max-w-prose gap-5 py-8">
      <Alert tone="warning" role="alert" title={message('session.pending-title')}>
        <p>{message('session.pending')}</p>
      </Alert>
      <div className="flex flex-wrap gap-3">
        <Button onClick={onSignIn}>Entrar</Button>
        <Button variant="secondary" onClick={onRegister}>
          Criar conta
        </Button>
        <Button variant="quiet" href="/">
          Voltar ao início
        </Button>
      </div>
    </div>
  );
}
