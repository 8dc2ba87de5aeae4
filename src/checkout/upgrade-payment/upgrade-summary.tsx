/** Summary of the change: environment, plan, cycle, charges, and paid days. */

import { OrderSection } from '#checkout/payment/order-section.tsx';
import { OfferFacts } from '#checkout/upgrade/offer-facts.tsx';
import type { UpgradeOffer, UpgradeOffers } from '#domain/api-schemas/upgrade.ts';
import { cycleNames } from '#domain/plans/cycle-words.ts';
import { shownAddress } from '#domain/subdomain/tenant-url.ts';
import { catalog } from '#lib/catalog.ts';
import { tenantUrl } from '#lib/settings.ts';
import { upgradePath } from '#lib/upgrade-address.ts';

interface UpgradeSummaryProps {
  readonly tenant: string;
  readonly offer: UpgradeOffer;
  readonly offers: UpgradeOffers;
  /** How often the figures have changed since the page was opened. */
  readonly changes: number;
  /** True when the form is short. */
  readonly isTall: boolean;
}

const fromTo = (before: string, after: string): string => (before === after ? after : `${before} → ${after}`);

export function UpgradeSummary({ tenant, offer, offers, changes, isTall }: UpgradeSummaryProps) {
  const { plano: plan, ciclo: cycle } = offer;
  const rows: [string, string][] = [
    ['Ambiente', shownAddress(tenantUrl(tenant))],
    ['Plano', fromTo(catalog.plan(offers.plano).name, catalog.plan(plan).name)],
    [
      'Cobrança',
      offers.plano === 'free' ? cycleNames[cycle] : fromTo(cycleNames[offers.ciclo], cycleNames[cycle]),
    ],
  ];
  return (
    <OrderSection
      title="Resumo"
      isTall={isTall}
      mark={
        <a
          href={upgradePath(tenant, { plan, cycle })}
          className="font-semibold text-signal underline underline-offset-4"
        >
          Mudar a escolha
        </a>
      }
    >
      <OfferFacts offer={offer} offers={offers} rows={rows} changes={changes} />
    </OrderSection>
  );
}
