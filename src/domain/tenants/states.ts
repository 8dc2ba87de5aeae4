/**
 * States of an environment. `suspended`: unpaid, stopped until payment. `ended`: cancelled or withdrawn; its data are deleted
 * after the promised time.
 */
export const tenantStates = ['active', 'suspended', 'ended'] as const;
export type TenantState = (typeof tenantStates)[number];
