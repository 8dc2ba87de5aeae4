/** What is about to change: environment, plan, cycle, what is charged today and after, and what becomes of paid days. */
import { useId } from 'react';
import type { UpgradeOffer, UpgradeOffers } from '#domain/contracts/upgrade.ts';
import { cycleNames } from '#domain/plans/cycle-words.ts';
import { shownAddress } from '#domain/subdomain/tenant-url.ts';
import { OfferFacts } from '#features/upgrade/offer-facts.tsx';
import { upgradePath } from '#features/upgrade/upgrade-address.ts';
import { catalog } from '#lib/catalog.ts';
import { tenantUrl } from '#lib/config.ts';

interface UpgradeSummaryProps {
  readonly tenant: string;
  readonly offer: UpgradeOffer;
  readonly offers: UpgradeOffers;
  /** How often other figures came than those that were on the page. */
  readonly changes: number;
  /** The form beside it is short. */
  readonly isTall: boolean;
}

const fromTo = (before: string, after: string): string => (before === after ? after : `${before} → ${after}`);

export function UpgradeSummary({ tenant, offer, offers, changes, isTall }: UpgradeSummaryProps) {
  const titleId = useId();
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
    <section
      aria-labelledby={titleId}
      className={`grid min-w-0 content-start gap-4 self-start rounded-xl border border-line-strong bg-surface p-5 sm:p-6 lg:col-start-2 ${isTall ? 'lg:row-span-2' : ''}`}
    >
      <div className="flex items-baseline justify-between gap-4">
        <h2 id={titleId} className="text-xl">
          Resumo
        </h2>
        <a
          href={upgradePath(tenant, { plan, cycle })}
          className="font-semibold text-signal underline underline-offset-4"
        >
          Mudar a escolha
        </a>
      </div>
      <OfferFacts offer={offer} offers={offers} rows={rows} changes={changes} />
    </section>
  );
}
