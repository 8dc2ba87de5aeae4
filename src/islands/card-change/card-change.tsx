/**
 * Changes the card of the renewals, here or on the processor's page (product decisions, "As one pays in Brazil").
 *
 * Without JavaScript the page says that it needs it, because a card is never sent by a plain form.
 */
import type { CardEntry } from '#domain/contracts/checkout.ts';
import { message } from '#domain/messages.ts';
import { useCheckoutOptions } from '#features/payment/use-checkout-options.ts';
import { Protected } from '#features/session/protected.tsx';
import { Toasts } from '#features/toasts/toasts.tsx';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { CardForm } from './card-form.tsx';
import { PageCard } from './page-card.tsx';
import { useRenewal } from './use-renewal.ts';

export function CardChange() {
  // Read before the session is known, so that the form does not change while it is being filled in.
  const { cardEntry } = useCheckoutOptions();
  return (
    <>
      <Protected>{() => <Opened cardEntry={cardEntry} />}</Protected>
      <Toasts />
    </>
  );
}

function Opened({ cardEntry }: { cardEntry: CardEntry }) {
  const { account, isRead, hasFailed, reread } = useRenewal();
  if (!isRead)
    return (
      <p role="status" className="text-ink-soft">
        {message('account.loading')}
      </p>
    );
  if (hasFailed)
    return (
      <Aside tone="error" text={message('account.failed-title')}>
        <Button onClick={reread}>{message('provisioning.retry')}</Button>
      </Aside>
    );
  if (account === null)
    return (
      <Aside tone="info" text={message('card.nothing-renews')}>
        <Button href="/conta">Abrir minha conta</Button>
      </Aside>
    );
  return cardEntry === 'hosted' ? <PageCard account={account} /> : <CardForm account={account} />;
}

function Aside({
  tone,
  text,
  children,
}: {
  tone: 'error' | 'info';
  text: string;
  children: React.ReactNode;
}) {
  return (
    <div className="grid max-w-prose justify-items-start gap-5">
      <Alert tone={tone} role={tone === 'error' ? 'alert' : 'status'} className="w-full">
        <p>{text}</p>
      </Alert>
      {children}
    </div>
  );
}
