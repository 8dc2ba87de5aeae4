/** In place of the form for somebody whose account has its environment: one account, one environment. */
import { message } from '#domain/messages.ts';
import { shownAddress } from '#domain/subdomain/tenant-url.ts';
import { upgradePath } from '#features/upgrade/upgrade-address.ts';
import { tenantUrl } from '#lib/config.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';

export function OwnEnvironment({ tenant }: { tenant: string }) {
  const url = tenantUrl(tenant);
  return (
    <div className="grid max-w-prose justify-items-start gap-5">
      <Alert role="status" className="w-full">
        <p>{message('error.tenant-exists')}</p>
        <p className="wrap-anywhere">{shownAddress(url)}</p>
      </Alert>
      <div className="flex flex-wrap gap-3">
        <Button href={`${url}/dashboard`}>Abrir meu ambiente</Button>
        <Button href={upgradePath(tenant)} variant="secondary">
          Mudar de plano
        </Button>
        <Button href="/conta" variant="secondary">
          Ver minha conta
        </Button>
      </div>
    </div>
  );
}
