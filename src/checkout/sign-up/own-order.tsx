/** Replaces the form for an account that has an environment or an open order, with the way to it. */
import { useEffect } from 'react';
import { message } from '#domain/messages/checkout.ts';
import { shownAddress } from '#domain/subdomain/tenant-url.ts';
import { tenantUrl } from '#lib/settings.ts';
import { upgradePath } from '#lib/upgrade-address.ts';
import { Button } from '#ui/button.tsx';
import { Instead } from '#ui/instead.tsx';
import type { OwnOrder as Order } from './use-own-order.ts';

/** An environment that is not running has only a link to the account. */
export function OwnOrder({ tenant, isReady, rest }: Order) {
  const url = tenantUrl(tenant);
  const isRunning = isReady && rest === undefined;
  // "Voltar" restores the form's scroll position, which would show the footer of this shorter page.
  useEffect(() => {
    document.documentElement.scrollTop = 0;
  }, []);
  return (
    <Instead
      actions={
        <>
          {isReady ? null : (
            <Button href={`/provisionamento?${new URLSearchParams({ tenant })}`}>Acompanhar a criação</Button>
          )}
          {isRunning ? (
            <>
              <Button href={`${url}/dashboard`}>Abrir o painel</Button>
              <Button href={upgradePath(tenant)} variant="secondary">
                Mudar de plano
              </Button>
            </>
          ) : null}
          <Button href="/conta" variant={isReady && !isRunning ? 'primary' : 'secondary'}>
            Ver minha conta
          </Button>
        </>
      }
    >
      <p>
        {isReady
          ? message(rest === undefined ? 'error.tenant-exists' : `provisioning.${rest}`)
          : message('checkout.own-order')}
      </p>
      <p className="wrap-anywhere">{shownAddress(url)}</p>
    </Instead>
  );
}
