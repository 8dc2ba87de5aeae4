/** The page: plans, environment and usage, choice, confirmation. */
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { CycleControl } from '#checkout/payment/cycle-control.tsx';
import { keptBy } from '#form/gate/caller.ts';
import type { UpgradeAddress } from '#lib/upgrade-address.ts';
import { Button } from '#ui/button.tsx';
import { Section } from '#ui/section.tsx';
import { ChosenPlan } from './chosen-plan.tsx';
import { box, EnvironmentBox } from './environment-box.tsx';
import { type Departure, Leaving } from './leaving.tsx';
import { OfferFacts } from './offer-facts.tsx';
import type { OtherEnvironmentProps } from './other-environment.tsx';
import { PlanCards } from './plan-cards.tsx';
import { OffersMissing, PurchaseNotices } from './purchase-notices.tsx';
import { type UpgradeChoice, useUpgradeChoice } from './use-upgrade-choice.ts';

/** Form and terms, for who has chosen. */
const loadConfirm = () => import('./confirm-upgrade.tsx');
const ConfirmUpgrade = lazy(async () => ({ default: (await loadConfirm()).ConfirmUpgrade }));
/** Few readers see it, and everybody would load it. */
const OtherEnvironment = lazy(async () => ({
  default: (await import('./other-environment.tsx')).OtherEnvironment,
}));

/** Why there is nothing to choose here; `null` for the owner and for whoever has not signed in. */
function otherIn({ tenantPlan, read }: UpgradeChoice, tenant: string | null): OtherEnvironmentProps | null {
  if (tenantPlan.status === 'foreign') return { why: 'foreign', tenant: tenantPlan.ownTenant };
  if (tenantPlan.status === 'ended') return { why: 'ended' };
  const isMembers = tenantPlan.status === 'member' || keptBy(read.error)?.who === 'member';
  return tenant !== null && isMembers ? { why: 'member', tenant } : null;
}

export function UpgradeBoard({ opening, terms }: { opening: UpgradeAddress; terms: ReactNode }) {
  const { tenant } = opening;
  const choice = useUpgradeChoice(opening);
  const { tenantPlan, selected, cycle, isConfirming } = choice;
  const [departure, setDeparture] = useState<Departure | null>(null);
  if (departure !== null) return <Leaving {...departure} />;
  const other = otherIn(choice, tenant);
  if (other !== null)
    return (
      <Suspense>
        <OtherEnvironment {...other} />
      </Suspense>
    );
  return (
    <div className="grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_23rem] lg:grid-rows-[auto_1fr]">
      <Section
        id="planos-titulo"
        title="Planos"
        look="form"
        mark={<CycleControl cycle={cycle} onCycle={choice.chooseCycle} isDisabled={!choice.isAwake} />}
        className="lg:col-start-1 lg:row-span-2 lg:row-start-1"
      >
        <PlanCards choice={choice} />
      </Section>
      {/* Behind the plans on a phone, because it grows with what is read. */}
      <EnvironmentBox tenant={tenant} choice={choice} />
      <div className={`${box} lg:sticky lg:top-8 lg:self-start`}>
        {isConfirming && tenantPlan.status === 'known' && selected !== null && tenant !== null ? (
          <Suspense fallback={<Proceed choice={choice} />}>
            <ConfirmUpgrade
              tenant={tenant}
              target={{ plan: selected, cycle }}
              read={choice.read}
              terms={terms}
              onAccepted={setDeparture}
              reread={choice.reread}
            />
          </Suspense>
        ) : (
          <Proceed choice={choice} />
        )}
      </div>
    </div>
  );
}

function Proceed({ choice }: { choice: UpgradeChoice }) {
  const { selected, cycle, tenantPlan, isSigningIn } = choice;
  useEffect(() => {
    // The next press needs it.
    if (selected !== null) loadConfirm().catch(() => {});
  }, [selected]);
  const { offers, error } = choice.read;
  const isChosen = selected !== null && choice.difference(selected) === 'upgrade';
  const offer = isChosen ? choice.offer(selected) : null;
  const notices = offers === null ? null : <PurchaseNotices offers={offers} />;
  if (choice.isBlocked) return notices;
  return (
    <div className="grid gap-4">
      {notices}
      <ChosenPlan target={isChosen ? { plan: selected, cycle } : null} />
      {offer === null || offers === null ? null : <OfferFacts offer={offer} offers={offers} changes={0} />}
      {error === null ? null : <OffersMissing read={choice.read} />}
      <Button
        size="lg"
        isWide
        // Not `disabled` while nothing is chosen, because a press says so (requirements 000 §8).
        variant={isChosen ? 'primary' : 'secondary'}
        disabled={!choice.isAwake}
        isPending={tenantPlan.status === 'checking' || isSigningIn}
        onClick={choice.proceed}
      >
        {tenantPlan.status === 'visitor' ? 'Entrar e continuar' : 'Continuar'}
      </Button>
    </div>
  );
}
