/**
 * Takes the place of a page for whoever it is not there for: why, and the way that works. One for all pages of the account,
 * so that each says the same.
 */
import { useStore } from '@nanostores/react';
import { lazy, Suspense } from 'react';
import { message } from '#domain/messages/shared.ts';
import { PEOPLE_PAGE } from '#domain/people/people-page.ts';
import { shownAddress } from '#domain/subdomain/tenant-url.ts';
import { tenantUrl } from '#lib/settings.ts';
import { $session } from '#session/session-store.ts';
import { useKnownMember } from '#session/use-known-member.ts';
import { Button } from '#ui/button.tsx';
import { Instead } from '#ui/instead.tsx';
import type { Kept } from './caller.ts';

/** Few see it, and it reads. */
const Newcomer = lazy(async () => ({ default: (await import('./newcomer.tsx')).Newcomer }));

const sentences = {
  waiting: message('gate.waiting'),
  ended: message('gate.ended'),
  member: message('gate.member'),
  paused: message('gate.paused'),
} as const;

interface GateProps {
  readonly kept: Kept;
  /** The page sells: it is only for an account that works in no environment of another. */
  readonly sells?: boolean;
}

export function Gate({ kept, sells = false }: GateProps) {
  if (kept.who === 'member' || kept.who === 'paused') return <Member {...kept} sells={sells} />;
  if (kept.who === 'nobody')
    return (
      <Suspense>
        <Newcomer known={kept.invitations} />
      </Suspense>
    );
  return (
    <Instead
      actions={
        kept.who === 'waiting' ? (
          <Button href="/provisionamento">Acompanhar a criação</Button>
        ) : (
          <Button href="/conta">Ver minha conta</Button>
        )
      }
    >
      {sentences[kept.who]}
    </Instead>
  );
}

interface MemberProps {
  readonly who: 'member' | 'paused';
  readonly tenant: string | null;
  readonly sells: boolean;
}

function Member({ who, tenant, sells }: MemberProps) {
  useKnownMember(true);
  const session = useStore($session);
  // While the access is paused, the token names no environment.
  const mayEnter =
    who === 'member' && tenant !== null && session?.status === 'authenticated' && session.tenant === tenant;
  return (
    <Instead
      actions={
        <>
          {mayEnter ? <Button href={`${tenantUrl(tenant)}/dashboard`}>Abrir o painel</Button> : null}
          <Button href={sells ? PEOPLE_PAGE : '/conta'} variant={mayEnter ? 'secondary' : 'primary'}>
            {sells ? 'Sair deste painel' : 'Ver minha conta'}
          </Button>
        </>
      }
    >
      {tenant === null ? null : (
        <p className="wrap-anywhere">
          {message('gate.works-in', { endereco: shownAddress(tenantUrl(tenant)) })}
        </p>
      )}
      <p>{sells ? message('gate.member-buys') : sentences[who]}</p>
    </Instead>
  );
}
