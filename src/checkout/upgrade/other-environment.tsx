/** For the address of an environment whose plan this account cannot change: another's, or one that has ended. */
import { message } from '#domain/messages/upgrade.ts';
import { upgradePath } from '#lib/upgrade-address.ts';
import { isKnownMember } from '#session/known-account.ts';
import { Button } from '#ui/button.tsx';
import { Instead } from '#ui/instead.tsx';
import { SupportLink } from '#ui/notice.tsx';

/** @param ownTenant Environment of the account; `null` for an account without one. */
export function Foreign({ ownTenant }: { readonly ownTenant: string | null }) {
  return (
    <Instead
      tone="error"
      actions={
        <>
          {ownTenant === null ? (
            <Button href="/checkout">Criar um ambiente</Button>
          ) : isKnownMember() ? (
            <Button href="/conta">Ver minha conta</Button>
          ) : (
            <Button href={upgradePath(ownTenant)}>Mudar o plano de {ownTenant}</Button>
          )}
          <SupportLink />
        </>
      }
    >
      <p>{message('error.forbidden')}</p>
    </Instead>
  );
}

export function Ended() {
  return (
    <Instead tone="warning" actions={<Button href="/conta">Ver minha conta</Button>}>
      {message('upgrade.ended')}
    </Instead>
  );
}
