/** Replaces the form for an account with an open order, with a link to it. */
import { message } from '#domain/messages/checkout.ts';
import { shownAddress } from '#domain/subdomain/tenant-url.ts';
import { tenantUrl } from '#lib/settings.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { FormInstead } from './form-instead.tsx';

export function OwnOrder({ tenant }: { tenant: string }) {
  return (
    <FormInstead>
      <Alert role="status" className="w-full">
        <p>{message('checkout.own-order')}</p>
        <p className="wrap-anywhere">{shownAddress(tenantUrl(tenant))}</p>
      </Alert>
      <div className="flex flex-wrap gap-3">
        <Button href={`/provisionamento?${new URLSearchParams({ tenant })}`}>Acompanhar a criação</Button>
        <Button href="/conta" variant="secondary">
          Ver minha conta
        </Button>
      </div>
    </FormInstead>
  );
}
