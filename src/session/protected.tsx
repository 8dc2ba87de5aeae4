/**
 * Shows a page only to a signed-in customer; everyone else signs in first and returns to the same page.
 *
 * Without JavaScript it keeps saying that it is checking; the page has a <noscript> next to it.
 */
import { useStore } from '@nanostores/react';
import { type ReactNode, startTransition, useCallback, useEffect, useRef, useState } from 'react';
import type { AuthAction } from '#domain/api-schemas/sign-in.ts';
import { message } from '#domain/messages/shared.ts';
import { cameByHistory, currentPath, goTo, reloadPage, renameAddress } from '#lib/navigate.ts';
import { tenantUrl } from '#lib/settings.ts';
import { useOnReturn } from '#lib/use-on-return.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { useIsSlow } from '#ui/waiting.tsx';
import { takeHandOver } from './hand-over.ts';
import { type AuthenticatedSession, login, register } from './session.ts';
import { planChosenPath } from './session-destination.ts';
import { decideEntry } from './session-entry.ts';
import { $session, findSession, findSessionAgain } from './session-store.ts';

/** The two ways to an account, equal for whoever has none yet. */
export interface SignInWays {
  readonly onSignIn: () => Promise<void>;
  readonly onRegister: () => Promise<void>;
}

interface ProtectedProps {
  readonly children: (session: AuthenticatedSession) => ReactNode;
  /** Shown to a visitor instead of the sign-in at once, when the page first has to say why one is here. */
  readonly introduce?: ((ways: SignInWays) => ReactNode) | undefined;
}

export function Protected({ children, introduce }: ProtectedProps) {
  // While rendering, because a page reads its tab before any effect of this one.
  useState(takeHandOver);
  const session = useStore($session, { ssr: 'initial' });
  const [gate, setGate] = useState<'checking' | 'blocked' | 'returned' | 'introduced' | 'open'>('checking');
  const isIntroduced = useRef(false);
  isIntroduced.current = introduce !== undefined;
  // A part that is still loading (after-sign-in.tsx) then replaces the wait without a second one in between.
  const open = useCallback(() => startTransition(() => setGate('open')), []);
  const leave = useCallback(async (action: AuthAction, redirectTo: string, isPromptForced: boolean) => {
    setGate('checking');
    try {
      await (action === 'register' ? register : login)({ redirectTo, isPromptForced });
    } catch {
      // The browser could not open the sign-in page (offline, no Web Crypto): let the visitor try again.
      setGate('blocked');
    }
  }, []);

  /** Checks first, because a provider that does not answer would end on the browser's error page. */
  async function signInAgain(): Promise<void> {
    setGate('checking');
    const found = await findSessionAgain();
    if (found.status === 'authenticated') open();
    else if (found.isUnsure) setGate('blocked');
    else await leave('login', currentPath(), false);
  }

  useEffect(() => {
    let isGone = false;
    // Read first, because keycloak-js removes the answer from the address.
    const arrival = { path: currentPath(), fragment: window.location.hash, isByHistory: cameByHistory() };
    void findSession().then((found) => {
      if (isGone) return;
      if (found.status === 'visitor' && found.isUnsure) return setGate('blocked');
      const entry = decideEntry(arrival, found.status === 'authenticated' ? found.tenant : undefined);
      if (entry.kind === 'blocked' || entry.kind === 'returned') return setGate(entry.kind);
      if (entry.kind === 'plan-chosen') return goTo(planChosenPath);
      if (entry.kind === 'dashboard') return goTo(`${tenantUrl(entry.tenant)}/dashboard`);
      if (entry.kind === 'sign-in' && isIntroduced.current) return setGate('introduced');
      if (entry.kind === 'sign-in') return leave(entry.action, entry.redirectTo, entry.isPromptForced);
      if (entry.path !== arrival.path) renameAddress(entry.path);
      if (found.status === 'authenticated') open();
    });
    return () => {
      isGone = true;
    };
  }, [leave, open]);
  // From the sign-in page; redirecting again would trap the visitor.
  useOnReturn(() => setGate((now) => (now === 'checking' ? 'returned' : now)));

  const hasLeft = session?.status === 'visitor' && session.hasLeft === true;
  if (gate === 'open' && session?.status === 'authenticated') return children(session);
  const onRegister = () => leave('register', currentPath(), true);
  if (gate === 'introduced' && introduce !== undefined)
    return introduce({ onSignIn: () => leave('login', currentPath(), false), onRegister });
  if (gate === 'blocked' || gate === 'returned' || (gate === 'open' && hasLeft))
    return (
      <SignInAgain
        why={hasLeft ? 'left' : gate === 'returned' ? 'returned' : 'pending'}
        onSignIn={signInAgain}
        onRegister={onRegister}
      />
    );
  return <Checking />;
}

/** Shown while the session and its rights are being checked. */
export function Checking() {
  const isSlow = useIsSlow(true);
  return (
    <div className="grid justify-items-start gap-5 py-16 noscript:hidden">
      <p role="status" className="flex items-center gap-3 text-lg text-ink-soft">
        <Spinner />
        {message(isSlow ? 'session.slow' : 'session.checking')}
      </p>
      {isSlow && (
        <Button variant="secondary" onClick={reloadPage}>
          Tentar de novo
        </Button>
      )}
    </div>
  );
}

interface SignInAgainProps extends SignInWays {
  readonly why: 'left' | 'returned' | 'pending';
}

function SignInAgain({ why, onSignIn, onRegister }: SignInAgainProps) {
  return (
    <div className="grid max-w-prose gap-5 py-8">
      {why === 'pending' ? (
        <Alert tone="warning" role="alert" title={message('session.pending-title')}>
          {message('session.pending')}
        </Alert>
      ) : (
        <Alert role="status">{message(why === 'left' ? 'session.left' : 'session.returned')}</Alert>
      )}
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
