/**
 * The size of an environment's volume: by plan where the storage can enlarge one that exists, else the largest plan's from
 * the start. It never gets smaller, because Kubernetes refuses that, and the plan change or restore would fail with it.
 */
import { isPlanId, type PlanId } from '../plans/ids.ts';

/** What a cluster's storage can do. */
export interface Storage {
  /** Whether the volumes' class has `allowVolumeExpansion`. */
  readonly canGrow: boolean;
  /** MiB by plan. */
  readonly sizesMib: Readonly<Record<PlanId, number>>;
}

/** MiB by plan that a cluster has whose settings name none. */
export const VOLUME_SIZES_MIB: Readonly<Record<PlanId, number>> = {
  free: 1024,
  essential: 2048,
  pro: 3072,
  enterprise: 4096,
};

/** MiB of deploy/tenant-chart's own `storage.size`, which an application that names no size has. */
export const CHART_VOLUME_MIB = 4096;

/** As Kubernetes writes an amount of storage. */
export const STORAGE_SIZE = /^[1-9][0-9]*(Mi|Gi|Ti)$/;
const units: Readonly<Record<string, number>> = { Mi: 1, Gi: 1024, Ti: 1024 ** 2 };

/** MiB of a text that `STORAGE_SIZE` matches. */
export const readSize = (text: string): number =>
  Number.parseInt(text, 10) * (units[text.slice(-2)] ?? Number.NaN);

/** `4096` is `4Gi`. */
export const writeSize = (mib: number): string => (mib % 1024 === 0 ? `${mib / 1024}Gi` : `${mib}Mi`);

interface Volume {
  readonly planId: string;
  readonly storage: Storage;
  /** The largest size that the environment is known to have had, on any cluster; `null` when none is. */
  readonly hadMib: number | null;
  /** The size that its application on this cluster names; `null` without one there. */
  readonly hereMib: number | null;
}

/** The size to ask for, in MiB. */
export function volumeMib({ planId, storage: { canGrow, sizesMib }, hadMib, hereMib }: Volume): number {
  const largest = Math.max(...Object.values(sizesMib));
  // Asking such a storage for more would be refused, whatever the plan.
  if (!canGrow) return hereMib ?? Math.max(largest, hadMib ?? 0);
  const ofPlan = isPlanId(planId) ? sizesMib[planId] : largest;
  return Math.max(ofPlan, hadMib ?? 0, hereMib ?? 0);
}
