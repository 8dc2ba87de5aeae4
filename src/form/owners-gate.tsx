/**
 * Takes the place of a page that belongs to an environment's owner, for an account that has none, one whose environment
 * is being created, and one that works in another's: why it is not there, and the way that works.
 */
import { useStore } from '@nanostores/react';
import type { AccountAnswer, AccountResponse } from '#domain/api-schemas/account.ts';
import type { ErrorCode } from '#domain/errors.ts';
import { message } from '#domain/messages/shared.ts';
import { PEOPLE_PAGE } from '#domain/people/people-page.ts';
import { shownAddress } from '#domain/subdomain/tenant-url.ts';
import { ApiError } from '#lib/api.ts';
import { tenantUrl } from '#lib/settings.ts';
import { $session } from '#session/session-store.ts';
import { useKnownMember } from '#session/use-known-member.ts';
import { Button } from '#ui/button.tsx';
import { Instead } from '#ui/instead.tsx';

/** Who is in front of the page, when it is not an owner. */
export type NotOwner =
  | { readonly who: 'nobody' | 'waiting' }
  /** `tenant`: the environment in which the account works, where it is known. */
  | { readonly who: 'member'; readonly tenant: string | null };

const CREATION = '/provisionamento';

/** Read from a refusal; `null` for every other failure. */
export function notOwnerIn(error: unknown): NotOwner | null {
  if (!(error instanceof ApiError)) return null;
  const { code, details } = error.body ?? {};
  switch (code as ErrorCode | undefined) {
    case 'owner-only':
      return { who: 'member', tenant: details?.['tenant'] ?? null };
    case 'order-missing':
      return { who: 'nobody' };
    case 'tenant-missing':
      // Without the way to it, an environment that is gone.
      return details?.['redirect'] === CREATION ? { who: 'waiting' } : null;
    default:
      return null;
  }
}

/** True for the account of an owner. */
export const isOwners = (account: AccountAnswer): account is AccountResponse =>
  !('papel' in account || 'ambiente' in account);

/** Read from the account. */
export function notOwnerOf(account: Exclude<AccountAnswer, AccountResponse>): NotOwner {
  if ('papel' in account) return { who: 'member', tenant: account.tenant };
  return { who: account.ambiente === 'em-criacao' ? 'waiting' : 'nobody' };
}

/** What each of them learns about the page. */
export type GateWords = Readonly<Record<NotOwner['who'], string>>;

interface InsteadOfOwnerProps {
  readonly notOwner: NotOwner;
  readonly words: GateWords;
  /** The page is for what only an account without another's environment may have. */
  readonly mayLeave?: boolean;
}

/** For a page that knows already who is in front of it. */
export function InsteadOfOwner({ notOwner, words, mayLeave = false }: InsteadOfOwnerProps) {
  const { who } = notOwner;
  if (who === 'member')
    return <InsteadOfMember tenant={notOwner.tenant} sentence={words.member} mayLeave={mayLeave} />;
  return (
    <Instead
      actions={
        who === 'waiting' ? (
          <Button href={CREATION}>Acompanhar a criação</Button>
        ) : (
          <Button href="/checkout">Escolher um plano</Button>
        )
      }
    >
      {words[who]}
    </Instead>
  );
}

interface InsteadOfMemberProps {
  /** The environment in which the account works, where it is known. */
  readonly tenant: string | null;
  readonly sentence: string;
  readonly mayLeave?: boolean;
}

/** For a member of another's environment alone. */
export function InsteadOfMember({ tenant, sentence, mayLeave = false }: InsteadOfMemberProps) {
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
      <p className="wrap-anywhere">
        {tenant === null
          ? message('member.works-elsewhere')
          : message('member.works-in', { endereco: shownAddress(tenantUrl(tenant)) })}
      </p>
      <p>{sentence}</p>
    </Instead>
  );
}
