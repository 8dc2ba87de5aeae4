/** What a signed-in customer sees: the form, the way to the processor's page, or why nothing renews. */

import { useCheckoutOptions } from '#checkout/payment/use-checkout-options.ts';
import { useKnownPayer } from '#checkout/payment/use-known-payer.ts';
import { WorksElsewhere } from '#checkout/works-elsewhere.tsx';
import type { AccountResponse } from '#domain/api-schemas/account.ts';
import { message } from '#domain/messages/checkout.ts';
import { Toasts } from '#form/toasts.tsx';
import { getAccount } from '#lib/account-api.ts';
import { useRead } from '#lib/use-read.ts';
import { Button } from '#ui/button.tsx';
import { Instead } from '#ui/instead.tsx';
import { CardForm } from './card-form.tsx';
import { PageCard } from './page-card.tsx';

const renewing: ReadonlySet<AccountResponse['situacao']> = new Set(['ativa', 'atrasada', 'suspensa']);

export function RenewalGate() {
  return (
    <>
      <FormOrReason />
      <Toasts />
    </>
  );
}

function FormOrReason() {
  // Asked together with the renewal, so that the form does not change while it is being filled in.
  const { cardEntry } = useCheckoutOptions();
  const { data: read, error, reread } = useRead('account', getAccount);
  const account =
    read !== undefined && 'situacao' in read && !('papel' in read) && renewing.has(read.situacao)
      ? read
      : null;
  const mayType = account !== null && cardEntry === 'form';
  const payer = useKnownPayer(mayType);
  if (error !== null)
    return (
      <Instead
        tone="error"
        actions={<Button onClick={() => void reread()}>{message('provisioning.retry')}</Button>}
      >
        {message('account.failed-title')}
      </Instead>
    );
  if (read === undefined || (mayType && !payer.isRead))
    return (
      <p role="status" className="text-ink-soft">
        {message('account.loading')}
      </p>
    );
  if ('papel' in read) return <WorksElsewhere tenant={read.tenant} wants="card" />;
  if (account === null)
    return (
      <Instead actions={<Button href="/conta">Abrir minha conta</Button>}>
        {message('card.nothing-renews')}
      </Instead>
    );
  return cardEntry === 'hosted' ? (
    <PageCard account={account} />
  ) : (
    <CardForm account={account} known={payer.payment} />
  );
}
