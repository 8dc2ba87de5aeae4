/** For the address of an environment whose plan this account cannot change. */
import { message } from '#domain/messages/plan-change.ts';
import { Gate } from '#form/gate/gate.tsx';
import { upgradePath } from '#lib/upgrade-address.ts';
import { isKnownMember } from '#session/known-account.ts';
import { Button } from '#ui/button.tsx';
import { Instead } from '#ui/instead.tsx';
import { SupportLink } from '#ui/notice.tsx';

/** `foreign`: with the account's own environment, if any. `member`: another's, in which the account works. */
export type OtherEnvironmentProps =
  | { readonly why: 'foreign'; readonly tenant: string | null }
  | { readonly why: 'member'; readonly tenant: string }
  | { readonly why: 'ended' };

export function OtherEnvironment(props: OtherEnvironmentProps) {
  if (props.why === 'foreign') return <Foreign ownTenant={props.tenant} />;
  if (props.why === 'member') return <Gate kept={{ who: 'member', tenant: props.tenant }} sells />;
  return <Ended />;
}

function Foreign({ ownTenant }: { readonly ownTenant: string | null }) {
  return (
    <Instead
      tone="error"
      actions={
        <>
          {ownTenant === null ? (
            <Button href="/checkout">Criar um painel</Button>
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

function Ended() {
  return (
    <Instead tone="warning" actions={<Button href="/conta">Ver minha conta</Button>}>
      {message('upgrade.ended')}
    </Instead>
  );
}
