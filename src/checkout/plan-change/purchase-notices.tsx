/** Notices before a purchase: an unpaid change, an obstacle named by the server, missing figures. */
import type { ReactNode } from 'react';
import type { UpgradeObstacle, UpgradeOffers } from '#domain/api-schemas/plan-change.ts';
import { message } from '#domain/messages/plan-change.ts';
import { formatPrice } from '#domain/plans/catalog.ts';
import { cycleNames } from '#domain/plans/cycle-words.ts';
import { describeFailure, mayHelpAgain } from '#form/failure.ts';
import { catalog } from '#lib/catalog.ts';
import type { UpgradeTarget } from '#lib/upgrade-address.ts';
import { Button } from '#ui/button.tsx';
import { Notice, PayLink, SupportLink } from '#ui/notice.tsx';
import { Spinner } from '#ui/spinner.tsx';
import type { OffersRead } from './use-offers.ts';

/** True when nothing can be bought before the notices are settled. */
export function isBlocked({ waiting, obstacle, offers }: UpgradeOffers): boolean {
  return offers.length === 0 && (waiting !== undefined || obstacle !== undefined);
}

/** True when exactly this change is already waiting for its payment. */
export function isAwaited({ waiting }: UpgradeOffers, { plan, cycle }: UpgradeTarget): boolean {
  return waiting?.plan === plan && waiting.cycle === cycle;
}

/** Renders nothing when there is no obstacle. */
export function PurchaseNotices({ offers }: { offers: UpgradeOffers }) {
  const { waiting } = offers;
  // The waiting change is the obstacle itself; one notice is enough.
  const obstacle =
    waiting !== undefined && offers.obstacle?.code === 'upgrade-open' ? undefined : offers.obstacle;
  return (
    <>
      {waiting === undefined ? null : <WaitingChange change={waiting} isReplaceable={!isBlocked(offers)} />}
      {obstacle === undefined ? null : <Obstacle obstacle={obstacle} />}
    </>
  );
}

interface WaitingChangeProps {
  readonly change: NonNullable<UpgradeOffers['waiting']>;
  /** Another choice may replace it. */
  readonly isReplaceable: boolean;
}

function WaitingChange({ change, isReplaceable }: WaitingChangeProps) {
  const target = `${catalog.plan(change.plan).name}, ${cycleNames[change.cycle].toLowerCase()}`;
  const { paymentUrl, todayCentavos } = change;
  if (paymentUrl === undefined) {
    return (
      <Notice
        tone="warning"
        role="status"
        title={`A mudança para o plano ${target}, está em andamento`}
        action={<AccountLink />}
      >
        Um e-mail avisa quando os novos limites valerem. Até lá, tudo continua como está.
      </Notice>
    );
  }
  return (
    <Notice
      tone="warning"
      role="status"
      title={`Falta pagar a mudança para o plano ${target}`}
      action={
        <PayLink
          href={paymentUrl}
          label={todayCentavos === 0 ? 'Informar o cartão' : `Pagar ${formatPrice(todayCentavos)}`}
        />
      }
    >
      Os novos limites valem assim que o pagamento for confirmado. Até lá, tudo continua como está.
      {isReplaceable ? ' Confirmar outra escolha toma o lugar dessa mudança, sem cobrança dela.' : ''}
    </Notice>
  );
}

function Obstacle({ obstacle: { code, sentence, paymentUrl } }: { obstacle: UpgradeObstacle }) {
  return (
    <Notice tone="warning" role="status" action={wayOut(code, paymentUrl)}>
      {sentence}
    </Notice>
  );
}

function wayOut(code: UpgradeObstacle['code'], paymentUrl: string | undefined): ReactNode {
  if (paymentUrl !== undefined) return <PayLink href={paymentUrl} label="Pagar agora" />;
  return code === 'payment-disputed' || code === 'purchase-held' ? <SupportLink /> : <AccountLink />;
}

/** Replaces the figures when they could not be read. */
export function OffersMissing({ read }: { read: OffersRead }) {
  const { toast } = describeFailure(read.error, {
    title: message('upgrade.figures-failed'),
  });
  return (
    <Notice
      tone="error"
      role="alert"
      title={message('upgrade.figures-failed')}
      action={
        mayHelpAgain(read.error) ? (
          <Button variant="secondary" isPending={read.isReading} onClick={() => void read.reread()}>
            {message('provisioning.retry')}
          </Button>
        ) : (
          <AccountLink />
        )
      }
    >
      {toast.lines?.join(' ')}
    </Notice>
  );
}

/** Replaces the figures while they are read. */
export function FiguresReading() {
  return (
    <p role="status" className="flex items-center gap-3 text-ink-soft">
      <Spinner />
      {message('upgrade.figures-reading')}
    </p>
  );
}

function AccountLink() {
  return (
    <Button href="/conta" variant="secondary">
      Ver a sua conta
    </Button>
  );
}
