/** The choice on the page: plan and cycle, what may follow on the present plan, and where "continue" leads. */
import { useEffect, useState } from 'react';
import { message } from '#domain/messages.ts';
import { type BillingCycle, DEFAULT_BILLING_CYCLE, normalizePlanId, type PlanId } from '#domain/plans/ids.ts';
import { type PlanStanding, planStanding, upgradeRefusal, upgradeWay } from '#domain/upgrade/upgrade.ts';
import {
  type UpgradeAddress,
  type UpgradeTarget,
  upgradeCheckoutPath,
  upgradePath,
} from '#features/upgrade/upgrade-address.ts';
import { type TenantPlan, useTenantPlan } from '#features/upgrade/use-tenant-plan.ts';
import { catalog } from '#lib/catalog.ts';
import { currentPath, goTo, renameAddress } from '#lib/navigate.ts';
import { login, SessionError } from '#lib/session.ts';
import { findSessionAgain } from '#stores/session.ts';
import { showToast } from '#stores/toast.ts';

export interface UpgradeChoice {
  /** False on the page as it was built: a press would be lost. */
  readonly isAwake: boolean;
  readonly tenantPlan: TenantPlan;
  /** `null` before the plan of the environment is known. */
  readonly current: PlanId | null;
  /** The renewal of the present plan is cancelled; the account sells it again. */
  readonly isEnding: boolean;
  readonly selected: PlanId | null;
  readonly cycle: BillingCycle;
  /** The terms are asked for: a direct upgrade is about to be sent. */
  readonly isConfirming: boolean;
  readonly isSigningIn: boolean;
  standing(plan: PlanId): PlanStanding;
  select(plan: PlanId): void;
  chooseCycle(cycle: BillingCycle): void;
  proceed(): void;
  signIn(): Promise<void>;
  /** Reads plan and use anew. */
  reread(): void;
}

export function useUpgradeChoice(opening: UpgradeAddress): UpgradeChoice {
  const { tenant } = opening;
  const [tenantPlan, reread] = useTenantPlan(tenant);
  const [selected, setSelected] = useState(opening.plan);
  const [askedCycle, setAskedCycle] = useState(opening.cycle);
  const [isPressed, setPressed] = useState(false);
  const [isSigningIn, setSigningIn] = useState(false);
  const [wasConfirmed, setConfirmed] = useState(false);

  const quota = tenantPlan.status === 'known' ? tenantPlan.quota : null;
  const current = quota === null ? null : normalizePlanId(quota.plan);
  const cycle = askedCycle ?? quota?.cycle ?? DEFAULT_BILLING_CYCLE;
  const refusal = current === null || selected === null ? null : upgradeRefusal(catalog, current, selected);

  const isSettled = tenantPlan.status !== 'checking';
  useEffect(() => {
    // Not before the sign-in answer was taken out of the address, or renaming would throw it away.
    if (isSettled && tenant !== null) {
      renameAddress(upgradePath(tenant, { plan: selected, cycle: askedCycle }));
    }
  }, [isSettled, tenant, selected, askedCycle]);

  /** Without a known plan only the free one is sure to be below every other. */
  function standing(plan: PlanId): PlanStanding {
    if (current !== null) return planStanding(catalog, current, plan);
    return plan === 'free' ? 'lower' : 'upgrade';
  }

  function select(plan: PlanId): void {
    if (standing(plan) === 'current') showToast({ title: message('upgrade.same-plan') });
    else setSelected(plan);
  }

  async function signIn(): Promise<void> {
    setSigningIn(true);
    const session = await findSessionAgain();
    setSigningIn(false);
    if (session.status === 'authenticated') return reread();
    try {
      // Leaving for a provider that does not answer would end on the browser's error page.
      if (session.isUnsure) throw new SessionError('unreachable');
      await login({ redirectTo: currentPath() });
    } catch {
      showToast({ title: message('session.pending-title'), lines: [message('session.pending')] });
    }
  }

  function proceed(): void {
    if (selected === null) showToast({ title: message('upgrade.no-selection') });
    else if (refusal !== null) showToast({ title: message(refusal) });
    else if (!isSettled) setPressed(true);
    else if (tenantPlan.status === 'visitor') void signIn();
    else if (quota !== null && tenant !== null) follow(tenant, quota.plan, { plan: selected, cycle });
  }

  function follow(of: string, writtenPlan: string, target: UpgradeTarget): void {
    if (upgradeWay(writtenPlan) === 'direct') setConfirmed(true);
    else goTo(upgradeCheckoutPath(of, target));
  }

  // A press while the plan is still being read counts once it is known.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the plan is known
  useEffect(() => {
    if (!isSettled || !isPressed) return;
    setPressed(false);
    proceed();
  }, [isSettled, isPressed]);

  return {
    isAwake: tenant !== null,
    tenantPlan,
    current,
    isEnding: quota?.ending === true,
    selected,
    cycle,
    isConfirming: wasConfirmed && quota !== null && selected !== null && refusal === null,
    isSigningIn,
    standing,
    select,
    chooseCycle: setAskedCycle,
    proceed,
    signIn,
    reread,
  };
}
