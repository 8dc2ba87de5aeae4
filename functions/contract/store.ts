/** All stores about money after the sale, merged into the field `billingWork`; each verb names the part it needs. */
import { createNoticeStore } from '#functions/platform/notice-store.ts';
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
