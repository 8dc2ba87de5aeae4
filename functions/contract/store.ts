/** Everything about money after the sale in D1, for the one field `billingWork`; a verb asks for the part it needs. */
import { createNoticeStore } from '#functions/operations/notices.ts';
import { createComparisonStore } from './comparison-store.ts';
import { createDunningStore } from './dunning-store.ts';
import { createEndsStore } from './ends-store.ts';
import { createReconciliationStore } from './reconciliation-store.ts';

/** Makes the store over a D1 database. */
export function createBillingStore(db: D1Database) {
  return {
    ...createEndsStore(db),
    ...createDunningStore(db),
    ...createNoticeStore(db),
    ...createReconciliationStore(db),
    ...createComparisonStore(db),
  };
}
export type BillingStore = ReturnType<typeof createBillingStore>;
