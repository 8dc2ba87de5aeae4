/** State of the page: chosen plan and cycle, possible offers, and the next step. */
import { useEffect, useState } from 'react';
import type { UpgradeOffer, UpgradeOffers } from '#domain/api-schemas/plan-change.ts';
import { message, type UpgradeMessageId } from '#domain/messages/plan-change.ts';
import {
  comparePlans,
  type PlanDifference,
  upgradeRefusal,
  upgradeWay,
} from '#domain/plan-change/upgrade.ts';
import { type BillingCycle, DEFAULT_BILLING_CYCLE, normalizePlanId, type PlanId } from '#domain/plans/ids.ts';
import { clearToast, endToast, showToast } from '#form/toast.ts';
import { catalog } from '#lib/catalog.ts';
import { currentPath, goTo, renameAddress } from '#lib/navigate.ts';
import type { TenantQuota } from '#lib/quota.ts';
import {
  type UpgradeAddress,
  type UpgradeTarget,
  upgradeCheckoutPath,
  upgradePath,
} from '#lib/upgrade-address.ts';
import { login, SessionError } from '#session/session.ts';
import { findSessionAgain } from '#session/session-store.ts';
import { offerOf } from './offer-words.ts';
import { isBlocked } from './purchase-notices.tsx';
import { type OffersRead, useOffers } from './use-offers.ts';
import { type TenantPlan, useTenantPlan } from './use-tenant-plan.ts';

export interface UpgradeChoice {
  /** False before hydration, when a click would be lost. */
  readonly isAwake: boolean;
  readonly tenant: string | null;
  readonly tenantPlan: TenantPlan;
  /** The offers; `null` for visitors. */
  readonly read: OffersRead;
  /** The current plan's renewal is cancelled and can be resumed. */
  readonly isEnding: boolean;
  readonly selected: PlanId | null;
  readonly cycle: BillingCycle;
  /** Something must be settled before a purchase. */
  readonly isBlocked: boolean;
  /** The confirmation of a direct upgrade is open. */
  readonly isConfirming: boolean;
  readonly isSigningIn: boolean;
  difference(plan: PlanId): PlanDifference;
  /** Kind of change to the plan in the chosen cycle. */
  offer(plan: PlanId): UpgradeOffer | null;
  select(plan: PlanId): void;
  chooseCycle(cycle: BillingCycle): void;
  proceed(): void;
  signIn(): Promise<void>;
  /** Reads plan, usage and offers again; resolves with the offers. */
  reread(): Promise<void>;
}

export function useUpgradeChoice(opening: UpgradeAddress): UpgradeChoice {
  const { tenant } = opening;
  const [tenantPlan, rereadPlan] = useTenantPlan(tenant);
  const read = useOffers(tenantPlan.status === 'known' ? tenant : null);
  const { offers } = read;
  const [selected, setSelected] = useState(opening.plan);
  const [askedCycle, setAskedCycle] = useState(opening.cycle);
  const [isPressed, setPressed] = useState(false);
  const [isSigningIn, setSigningIn] = useState(false);
  const [wasConfirmed, setConfirmed] = useState(false);

  const quota = tenantPlan.status === 'known' ? tenantPlan.quota : null;
  const writtenPlan = writtenPlanOf(quota, offers);
  const current = writtenPlan === null ? null : normalizePlanId(writtenPlan);
  const cycle = askedCycle ?? keptCycle(current, offers?.cycle ?? quota?.cycle);
  const refusal = current === null || selected === null ? null : upgradeRefusal(catalog, current, selected);

  // Two requests, and the usage may be a remembered one: a change that was applied between them leaves either of them old.
  const isOld =
    quota?.failure === undefined && offers !== null && quota !== null && quota.plan !== offers.plan;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each difference
  useEffect(() => {
    if (isOld) void reread();
  }, [isOld]);

  const isStopped = offers !== null && isBlocked(offers);

  const isSettled = tenantPlan.status !== 'checking';
  useEffect(() => {
    // Only after the sign-in's answer was read from the address, which this replaces.
    if (isSettled && tenant !== null) {
      renameAddress(upgradePath(tenant, { plan: selected, cycle: askedCycle }));
    }
  }, [isSettled, tenant, selected, askedCycle]);

  /** With an unknown plan, assume the free one. */
  function difference(plan: PlanId): PlanDifference {
    if (current !== null) return comparePlans(catalog, current, plan);
    return plan === 'free' ? 'lower' : 'upgrade';
  }

  function reread(): Promise<void> {
    rereadPlan();
    return read.reread();
  }

  function select(plan: PlanId): void {
    endToast('edit');
    if (difference(plan) === 'current') refuseChoice('upgrade.same-plan');
    else setSelected(plan);
  }

  async function signIn(): Promise<void> {
    clearToast();
    setSigningIn(true);
    const session = await findSessionAgain();
    setSigningIn(false);
    if (session.status === 'authenticated') return rereadPlan();
    try {
      // Check first, because a provider that does not answer would end on the browser's error page.
      if (session.isUnsure) throw new SessionError('unreachable');
      await login({ redirectTo: currentPath() });
    } catch {
      showToast({ title: message('session.pending-title'), lines: [message('session.pending')] });
    }
  }

  function proceed(): void {
    if (selected === null) refuseChoice('upgrade.no-selection');
    else if (refusal !== null) refuseChoice(refusal);
    else if (!isSettled) setPressed(true);
    else if (tenantPlan.status === 'visitor') void signIn();
    else if (writtenPlan !== null && tenant !== null) follow(tenant, writtenPlan, { plan: selected, cycle });
  }

  function follow(of: string, writtenPlan: string, target: UpgradeTarget): void {
    if (upgradeWay(writtenPlan) === 'direct') setConfirmed(true);
    else goTo(upgradeCheckoutPath(of, target));
  }

  // Handle an earlier click once the plan is known.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the plan is known
  useEffect(() => {
    if (!isSettled || !isPressed) return;
    setPressed(false);
    proceed();
  }, [isSettled, isPressed]);

  return {
    isAwake: tenant !== null,
    tenant,
    tenantPlan,
    read,
    isEnding: quota?.ending === true,
    selected,
    cycle,
    isBlocked: isStopped,
    isConfirming: wasConfirmed && !isStopped && quota !== null && selected !== null && refusal === null,
    isSigningIn,
    difference,
    offer: (plan) => (offers === null ? null : offerOf(offers, { plan, cycle })),
    select,
    chooseCycle: setAskedCycle,
    proceed,
    signIn,
    reread,
  };
}

/** Cleared by the next choice. */
const refuseChoice = (id: UpgradeMessageId): void => showToast({ title: message(id), endsWith: 'edit' });

/** The plan's name in the quota, else in the offers. */
function writtenPlanOf(quota: TenantQuota | null, offers: UpgradeOffers | null): string | null {
  if (quota?.failure !== undefined && offers !== null) return offers.plan;
  return quota?.plan ?? null;
}

/** Paying customers keep their cycle; free ones have none. */
function keptCycle(current: PlanId | null, cycle: BillingCycle | undefined): BillingCycle {
  return current === null || current === 'free' ? DEFAULT_BILLING_CYCLE : (cycle ?? DEFAULT_BILLING_CYCLE);
}
