/** What a signed-in customer sees: the form, the way to the processor's page, or why nothing renews. */

import { useCheckoutOptions } from '#checkout/payment/use-checkout-options.ts';
import { useKnownPayer } from '#checkout/payment/use-known-payer.ts';
import type { AccountResponse } from '#domain/api-schemas/account.ts';
import { message } from '#domain/messages/checkout.ts';
import { mayHelpAgain } from '#form/failure.ts';
import { isOwners, keptFrom } from '#form/gate/caller.ts';
import { Gate } from '#form/gate/gate.tsx';
import { Toasts } from '#form/toasts.tsx';
import { getAccount } from '#lib/account-api.ts';
import { useRead } from '#lib/use-read.ts';
import { Button } from '#ui/button.tsx';
import { Instead } from '#ui/instead.tsx';
import { SupportLink } from '#ui/notice.tsx';
import { CardForm } from './card-form.tsx';
import { PageCard } from './page-card.tsx';

const renewing: ReadonlySet<AccountResponse['state']> = new Set(['active', 'overdue', 'suspended']);

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
  const account = read !== undefined && isOwners(read) && renewing.has(read.state) ? read : null;
  const mayType = account !== null && cardEntry === 'form';
  const payer = useKnownPayer(mayType);
  if (error !== null)
    return (
      <Instead
        tone="error"
        actions={
          mayHelpAgain(error) ? (
            <Button onClick={() => void reread()}>{message('provisioning.retry')}</Button>
          ) : (
            <SupportLink />
          )
        }
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
  if (!isOwners(read)) return <Gate kept={keptFrom(read)} />;
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
