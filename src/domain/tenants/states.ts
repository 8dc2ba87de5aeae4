/**
 * States of an environment. `suspended`: unpaid, stopped until payment. `asleep`: free and watching nothing, stopped until
 * somebody wakes it (sleep.ts). `ended`: cancelled or withdrawn; its data are deleted after the promised time.
 *
 * Only an `active` one has a pod: every other state is a zero in the cluster.
 */
export const tenantStates = ['active', 'suspended', 'asleep', 'ended'] as const;
export type TenantState = (typeof tenantStates)[number];
