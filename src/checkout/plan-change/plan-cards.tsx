/** The four plans: the current one, lower ones, and those to choose from (requirements 000 §4). */
import type { ReactNode } from 'react';
import { PlanFacts, PlanFactsNote, PlanWords } from '#checkout/payment/plan-facts.tsx';
import type { UpgradeOffer } from '#domain/api-schemas/plan-change.ts';
import { message } from '#domain/messages/plan-change.ts';
import type { PlanDifference } from '#domain/plan-change/upgrade.ts';
import type { Plan } from '#domain/plans/catalog.ts';
import { cycleNames } from '#domain/plans/cycle-words.ts';
import type { BillingCycle } from '#domain/plans/ids.ts';
import { catalog } from '#lib/catalog.ts';
import { upgradeCheckoutPath } from '#lib/upgrade-address.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { nextCharge, offerLine, offerOfCurrent } from './offer-words.ts';
import type { UpgradeChoice } from './use-upgrade-choice.ts';

export function PlanCards({ choice }: { choice: UpgradeChoice }) {
  return (
    <div className="grid gap-3">
      <PlanWords />
      <ul className="grid gap-3 sm:grid-cols-2">
        {catalog.plans.map((plan) => (
          <PlanCard
            key={plan.id}
            plan={plan}
            cycle={choice.cycle}
            difference={choice.difference(plan.id)}
            offer={choice.offer(plan.id)}
            ofCurrent={<CurrentPlanLinks choice={choice} />}
            isSelected={choice.selected === plan.id && choice.difference(plan.id) === 'upgrade'}
            isAwake={choice.isAwake}
            onSelect={() => choice.select(plan.id)}
          />
        ))}
      </ul>
      <PlanFactsNote />
    </div>
  );
}

interface PlanCardProps {
  readonly plan: Plan;
  readonly cycle: BillingCycle;
  readonly difference: PlanDifference;
  readonly offer: UpgradeOffer | null;
  /** Shown below the current plan's button. */
  readonly ofCurrent: ReactNode;
  readonly isSelected: boolean;
  readonly isAwake: boolean;
  readonly onSelect: () => void;
}

function PlanCard({ plan, cycle, difference, offer, ...action }: PlanCardProps) {
  const frame = action.isSelected
    ? 'border-signal bg-surface shadow-[inset_0_0_0_1px_var(--color-signal)]'
    : `border-line-strong ${difference === 'upgrade' ? 'bg-surface' : 'bg-paper'}`;
  return (
    <li
      className={`flex min-w-0 flex-col rounded-lg border p-4 transition-colors duration-(--duration-quick) sm:p-5 ${frame}`}
    >
      <div className="flex items-center justify-between gap-2">
        <h3 className="font-display text-lg leading-tight font-semibold">{plan.name}</h3>
        {plan.popular && difference === 'upgrade' ? <Badge tone="pill">Mais Popular</Badge> : null}
      </div>
      <PlanFacts plan={plan.id} cycle={cycle} />
      {difference === 'upgrade' && offer !== null ? (
        <p className="mt-3 rounded-md bg-sunken px-3 py-2 text-[0.9375rem] leading-6">{offerLine(offer)}</p>
      ) : null}
      <ul className="mt-3 mb-5 list-disc ps-5 text-[0.9375rem] leading-6 text-ink-soft">
        {catalog.sold(plan.id).map(({ text, means }) => (
          <li key={text}>
            <span className="text-ink">{text}</span>
            {means === null ? null : <span className="block">{means}</span>}
          </li>
        ))}
      </ul>
      <div className="mt-auto">
        <PlanAction name={plan.name} difference={difference} {...action} />
      </div>
    </li>
  );
}

interface PlanActionProps
  extends Pick<PlanCardProps, 'difference' | 'ofCurrent' | 'isSelected' | 'isAwake' | 'onSelect'> {
  readonly name: string;
}

function PlanAction({ name, difference, ofCurrent, isSelected, isAwake, onSelect }: PlanActionProps) {
  if (difference === 'lower') {
    return <CardLink href="/suporte">{message('upgrade.downgrade')}</CardLink>;
  }
  if (difference === 'current') {
    return (
      <div className="grid gap-3">
        {/* Not `disabled`, because a click explains why nothing changes. */}
        <Button variant="secondary" isWide aria-disabled onClick={onSelect}>
          {message('upgrade.current')}
        </Button>
        {ofCurrent}
      </div>
    );
  }
  return (
    <Button
      variant={isSelected ? 'primary' : 'secondary'}
      isWide
      disabled={!isAwake}
      aria-pressed={isSelected}
      onClick={onSelect}
    >
      {isSelected ? <Tick /> : null}
      Escolher {name}
    </Button>
  );
}

/** Offers for the current plan: resuming its renewal, or another cycle. */
function CurrentPlanLinks({ choice: { tenant, read, isEnding } }: { choice: UpgradeChoice }) {
  const resumed = read.offers === null ? null : offerOfCurrent(read.offers, 'resume');
  const cycled = read.offers === null ? null : offerOfCurrent(read.offers, 'cycle');
  return (
    <>
      {resumed === null ? null : (
        <OfferLink tenant={tenant} offer={resumed}>
          Retomar a renovação: {nextCharge(resumed)}
        </OfferLink>
      )}
      {isEnding && resumed === null ? <CardLink href="/conta">{message('upgrade.ending')}</CardLink> : null}
      {cycled === null ? null : (
        <OfferLink tenant={tenant} offer={cycled}>
          Mudar para {cycleNames[cycled.cycle].toLowerCase()}: {nextCharge(cycled)}
        </OfferLink>
      )}
    </>
  );
}

interface OfferLinkProps {
  readonly tenant: string | null;
  readonly offer: UpgradeOffer;
  readonly children: ReactNode;
}

function OfferLink({ tenant, offer: { plan, cycle }, children }: OfferLinkProps) {
  return <CardLink href={upgradeCheckoutPath(tenant ?? '', { plan, cycle })}>{children}</CardLink>;
}

function CardLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <p className="text-[0.9375rem] leading-6">
      <a href={href} className="text-signal underline underline-offset-4">
        {children}
      </a>
    </p>
  );
}

function Tick() {
  return (
    <svg viewBox="0 0 16 16" className="size-4 fill-none stroke-current stroke-2" aria-hidden="true">
      <path d="m3 8.5 3.5 3.5L13 4.5" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
