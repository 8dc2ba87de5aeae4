/** The head of the account's pages: who is signed in, and the way out. */
import { type AuthenticatedSession, logout } from '#session/session.ts';
import { Button } from '#ui/button.tsx';

export function SignedIn({ session: { name, email } }: { readonly session: AuthenticatedSession }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-b border-line pb-5">
      <p className="min-w-0 text-ink-soft wrap-anywhere">
        {name === email ? null : <span className="block font-semibold text-ink">{name}</span>}
        {email}
      </p>
      <Button variant="secondary" size="sm" onClick={() => void logout().catch(() => undefined)}>
        Sair da conta
      </Button>
    </div>
  );
}
