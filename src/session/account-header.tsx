/** In the header of the account's pages: the way to the panel, who is signed in, and the way out. */
import { useStore } from '@nanostores/react';
import { useSyncExternalStore } from 'react';
import { tenantUrl } from '#lib/settings.ts';
import { Button } from '#ui/button.tsx';
import { knownEnvironment } from './known-account.ts';
import { type AuthenticatedSession, logout } from './session.ts';
import { $session } from './session-store.ts';

const MENU = 'menu-pessoa';

export function AccountHeader() {
  const session = useStore($session, { ssr: 'initial' });
  const known = useSyncExternalStore(never, knownEnvironment, () => null);
  if (session?.status === 'visitor') return null;
  // Known from the last visit until the session is read, so that nothing comes late.
  const panel = session === null ? known : session.tenant === null ? null : tenantUrl(session.tenant);
  return (
    <>
      {panel === null ? null : (
        <Button variant="secondary" size="sm" href={`${panel}/dashboard`} aria-label="Abrir o painel">
          <span className="max-[24rem]:hidden">Abrir o painel</span>
          <span className="min-[24rem]:hidden">Painel</span>
        </Button>
      )}
      {session === null ? <span className="size-11 shrink-0" /> : <Person session={session} />}
    </>
  );
}

const never = () => () => undefined;

function Person({ session: { name, email } }: { readonly session: AuthenticatedSession }) {
  const who = name === '' ? email : name;
  return (
    <>
      <button
        type="button"
        popoverTarget={MENU}
        aria-label={`Sua conta: ${who}`}
        className="grid size-11 shrink-0 place-items-center rounded-full border border-control font-semibold text-ink hover:border-ink"
      >
        <span aria-hidden="true">{who.charAt(0).toUpperCase()}</span>
      </button>
      <div
        id={MENU}
        popover="auto"
        className="absolute inset-auto end-[max(var(--gutter),calc((100vw-var(--container-page))/2))] top-(--header-height) m-0 w-72 max-w-[calc(100vw-2*var(--gutter))] rounded-lg border border-line-strong bg-surface p-5 text-ink shadow-float open:grid open:gap-4"
      >
        <p className="min-w-0 text-ink-soft wrap-anywhere">
          {name === email || name === '' ? null : (
            <span className="block font-semibold text-ink">{name}</span>
          )}
          {email}
        </p>
        <Button variant="secondary" size="sm" isWide onClick={() => void logout().catch(() => undefined)}>
          Sair da conta
        </Button>
      </div>
    </>
  );
}
