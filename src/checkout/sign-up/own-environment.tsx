/** Replaces the form for an account that already has an environment. */
import { message } from '#domain/messages/checkout.ts';
import { shownAddress } from '#domain/subdomain/tenant-url.ts';
import { tenantUrl } from '#lib/settings.ts';
import { upgradePath } from '#lib/upgrade-address.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { FormInstead } from './form-instead.tsx';
import type { OwnOrder } from './use-own-order.ts';

interface OwnEnvironmentProps {
  readonly tenant: string;
  readonly rest: OwnOrder['rest'];
}

/** An environment that is not running has only a link to the account. */
export function OwnEnvironment({ tenant, rest }: OwnEnvironmentProps) {
  const url = tenantUrl(tenant);
  return (
    <FormInstead>
      <Alert role="status" className="w-full">
        <p>{message(rest === undefined ? 'error.tenant-exists' : `provisioning.${rest}`)}</p>
        <p className="wrap-anywhere">{shownAddress(url)}</p>
      </Alert>
      <div className="flex flex-wrap gap-3">
        {rest === undefined && (
          <>
            <Button href={`${url}/dashboard`}>Abrir meu ambiente</Button>
            <Button href={upgradePath(tenant)} variant="secondary">
              Mudar de plano
            </Button>
          </>
        )}
        <Button href="/conta" variant={rest === undefined ? 'secondary' : 'primary'}>
          Ver minha conta
        </Button>
      </div>
    </FormInstead>
  );
}
