/** Every kind of work, as operators see it and as the scheduled run works through it. */

import { closingWork } from './checkout/end-closed-order.ts';
import type { Deps } from './compose.ts';
import { endWork } from './ending/end-contract.ts';
import { removalWork } from './ending/end-tenant.ts';
import { standingWork } from './ledger/apply-standing.ts';
import { refundWork } from './ledger/refunds.ts';
import { priceWork } from './ledger/send-prices.ts';
import { limitsWork } from './limits/apply-limits.ts';
import { paymentEventWork } from './payments/receive-payment-event.ts';
import { comparisonWork } from './payments/reconcile.ts';
import { groupWork } from './people/follow-group.ts';
import { seatsWork } from './people/follow-seats.ts';
import { admittedWork } from './people/send-admitted.ts';
import { mailWork } from './platform/mail/send-mail.ts';
import type { WorkKind } from './platform/work/define-work.ts';
import { deletionWork } from './privacy/work-deletion.ts';
import { provisioningWork, unpaidWork } from './provisioning/sweep-orders.ts';
import { quotaWork } from './quota/count-monitors.ts';
import { renewalWork } from './renewals/dunning.ts';
import { reportDaysWork, reportMailWork } from './reports/collect-reports.ts';

export const workKinds: readonly WorkKind<Deps>[] = [
  mailWork,
  paymentEventWork,
  unpaidWork,
  provisioningWork,
  closingWork,
  renewalWork,
  endWork,
  refundWork,
  priceWork,
  standingWork,
  removalWork,
  comparisonWork,
  admittedWork,
  groupWork,
  seatsWork,
  limitsWork,
  quotaWork,
  reportDaysWork,
  reportMailWork,
  deletionWork,
];
