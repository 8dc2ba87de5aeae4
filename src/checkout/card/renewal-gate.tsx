/** What a signed-in customer sees: the form, the way to the processor's page, or why nothing renews. */

import { useCheckoutOptions } from '#checkout/payment/use-checkout-options.ts';
import { useKnownPayer } from '#checkout/payment/use-known-payer.ts';
import { WorksElsewhere } from '#checkout/works-elsewhere.tsx';
import { message } from '#domain/messages/checkout.ts';
import { Toasts } from '#form/toasts.tsx';
import { Button } from '#ui/button.tsx';
import { Instead } from '#ui/instead.tsx';
import { CardForm } from './card-form.tsx';
import { PageCard } from './page-card.tsx';
import { useRenewal } from './use-renewal.ts';

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
  const { account, worksIn, isRead, hasFailed, reread } = useRenewal();
  const mayType = account !== null && cardEntry === 'form';
  const payer = useKnownPayer(mayType);
  if (!isRead || (mayType && !payer.isRead))
    return (
      <p role="status" className="text-ink-soft">
        {message('account.loading')}
      </p>
    );
  if (hasFailed)
    return (
      <Instead tone="error" actions={<Button onClick={reread}>{message('provisioning.retry')}</Button>}>
        <p>{message('account.failed-title')}</p>
      </Instead>
    );
  if (worksIn !== null) return <WorksElsewhere tenant={worksIn} wants="card" />;
  if (account === null)
    return (
      <Instead actions={<Button href="/conta">Abrir minha conta</Button>}>
        <p>{message('card.nothing-renews')}</p>
      </Instead>
    );
  return cardEntry === 'hosted' ? (
    <PageCard account={account} />
  ) : (
    <CardForm account={account} known={payer.payment} />
  );
}
