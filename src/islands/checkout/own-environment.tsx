/** In place of the form for somebody whose account has its environment: one account, one environment. */
import { message } from '#domain/messages.ts';
import { shownAddress } from '#domain/subdomain/tenant-url.ts';
import { upgradePath } from '#features/upgrade/upgrade-address.ts';
import { tenantUrl } from '#lib/config.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import type { OwnOrder } from './use-own-order.ts';

interface OwnEnvironmentProps {
  readonly tenant: string;
  readonly rest: OwnOrder['rest'];
}

/** One that does not run is neither opened nor changed from here: the account leads on. */
export function OwnEnvironment({ tenant, rest }: OwnEnvironmentProps) {
  const url = tenantUrl(tenant);
  return (
    <div className="grid max-w-prose justify-items-start gap-5">
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
    </div>
  );
}
