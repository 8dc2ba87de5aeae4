/** Why the plan in the address cannot be bought now, and what to do. */

import { isAwaited, isBlocked, PurchaseNotices } from '#checkout/plan-change/purchase-notices.tsx';
import type { UpgradeOffers } from '#domain/api-schemas/plan-change.ts';
import { message } from '#domain/messages/plan-change.ts';
import { comparePlans } from '#domain/plan-change/upgrade.ts';
import { cycleNames } from '#domain/plans/cycle-words.ts';
import { catalog } from '#lib/catalog.ts';
import { type UpgradeTarget, upgradeCheckoutPath, upgradePath } from '#lib/upgrade-address.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';

interface NotForSaleProps {
  readonly tenant: string;
  readonly target: UpgradeTarget;
  readonly offers: UpgradeOffers;
}

export function NotForSale({ tenant, target, offers }: NotForSaleProps) {
  const plans = (
    <Button href={upgradePath(tenant)} variant="secondary">
      Ver os planos
    </Button>
  );
  if (isAwaited(offers, target) || isBlocked(offers)) {
    return (
      <>
        <PurchaseNotices offers={offers} />
        <div>{plans}</div>
      </>
    );
  }
  const name = catalog.plan(target.plan).name;
  switch (comparePlans(catalog, offers.plan, target.plan)) {
    case 'lower':
      return (
        <Notice
          tone="warning"
          role="status"
          title={`O plano ${name} é menor que o seu, ${catalog.plan(offers.plan).name}`}
          action={
            <>
              <Button href="/suporte">Falar com o suporte</Button>
              {plans}
            </>
          }
        >
          {message('upgrade.downgrade')}
        </Notice>
      );
    case 'current':
      return (
        <Notice
          tone="warning"
          role="status"
          title={message('upgrade.same-plan')}
          action={
            <>
              {plans}
              <Button href="/conta" variant="secondary">
                Ver a sua conta
              </Button>
            </>
          }
        >
          O plano {name}, {cycleNames[target.cycle].toLowerCase()}, já está contratado: não há nada para pagar
          por ele aqui.
        </Notice>
      );
    case 'upgrade':
      return (
        <Notice
          tone="warning"
          role="status"
          title={message('upgrade.not-higher')}
          action={<OtherCycle {...{ tenant, target, offers }} />}
        >
          O plano {name} não pode ser contratado agora com cobrança {cycleNames[target.cycle].toLowerCase()}.
        </Notice>
      );
  }
}

/** Link to the same plan in another cycle, else to all plans. */
function OtherCycle({ tenant, target: { plan }, offers }: NotForSaleProps) {
  const offer = offers.offers.find(({ plan: plano }) => plano === plan);
  if (offer === undefined) return <Button href={upgradePath(tenant)}>Ver os planos</Button>;
  return (
    <Button href={upgradeCheckoutPath(tenant, { plan, cycle: offer.cycle })}>
      Continuar com cobrança {cycleNames[offer.cycle].toLowerCase()}
    </Button>
  );
}
