/** Takes the place of what only an owner may do, for a member of another's environment. */
import { useStore } from '@nanostores/react';
import { message } from '#domain/messages/shared.ts';
import { PEOPLE_PAGE } from '#domain/people/people-page.ts';
import { shownAddress } from '#domain/subdomain/tenant-url.ts';
import { tenantUrl } from '#lib/settings.ts';
import { $session } from '#session/session-store.ts';
import { useKnownMember } from '#session/use-known-member.ts';
import { Button } from '#ui/button.tsx';
import { Instead } from '#ui/instead.tsx';

interface WorksElsewhereProps {
  /** The environment in which the account works, where it is known. */
  readonly tenant: string | null;
  readonly sentence: string;
  /** The page is for what only an account without another's environment may have. */
  readonly mayLeave?: boolean;
}

export function WorksElsewhere({ tenant, sentence, mayLeave = false }: WorksElsewhereProps) {
  useKnownMember(true);
  const session = useStore($session);
  // While the access is paused, the token names no environment.
  const mayEnter = tenant !== null && session?.status === 'authenticated' && session.tenant === tenant;
  return (
    <Instead
      actions={
        <>
          {mayEnter ? <Button href={`${tenantUrl(tenant)}/dashboard`}>Abrir o ambiente</Button> : null}
          <Button href={PEOPLE_PAGE} variant={mayEnter ? 'secondary' : 'primary'}>
            {mayLeave ? 'Sair deste ambiente' : 'Ver o ambiente em que você está'}
          </Button>
          <Button href="/conta" variant="quiet">
            Ver minha conta
          </Button>
        </>
      }
    >
      {tenant === null ? null : (
        <p className="wrap-anywhere">
          {message('member.works-in', { endereco: shownAddress(tenantUrl(tenant)) })}
        </p>
      )}
      <p>{sentence}</p>
    </Instead>
  );
}
