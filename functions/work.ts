/** Every kind of work, as operators see it and as the scheduled run works through it. */

import { postWork } from './alerts/post-events.ts';
import { lookWork } from './alerts/second-look.ts';
import { alertSetUpWork } from './alerts/set-up.ts';
import { alertWork } from './alerts/tell-recipient.ts';
import { silenceWork } from './alerts/tell-silence.ts';
import { cardChangeWork } from './card-change/resume-card-change.ts';
import { closingWork } from './checkout/end-closed-order.ts';
import { unpaidWork } from './checkout/sweep-unpaid.ts';
import type { Deps } from './compose.ts';
import { copiesRemovalWork } from './copies/remove-copies.ts';
import { restoreWork } from './copies/restore-environment.ts';
import { endWork } from './ending/end-contract.ts';
import { removalWork } from './ending/end-tenant.ts';
import { missingNotesWork, noteWork } from './fiscal/work-note.ts';
import { fleetWork } from './fleet/advance-run.ts';
import { moveWork } from './fleet/move-environment.ts';
import { imageWork } from './images/watch-images.ts';
import { standingWork } from './ledger/apply-standing.ts';
import { refundWork } from './ledger/refunds.ts';
import { priceWork } from './ledger/send-prices.ts';
import { limitsWork } from './limits/apply-limits.ts';
import { watchWork } from './operations/watch-environments.ts';
import { paymentEventWork } from './payments/receive-payment-event.ts';
import { comparisonWork } from './payments/reconcile.ts';
import { groupWork } from './people/apply-group.ts';
import { seatsWork } from './people/enforce-seats.ts';
import { admittedWork } from './people/send-admitted.ts';
import { planChangeWork } from './plan-change/resume-plan-change.ts';
import { mailWork } from './platform/mail/send-mail.ts';
import { cronWork } from './platform/work/cron-work.ts';
import type { AnyWorkKind } from './platform/work/define-work.ts';
import { deletionWork } from './privacy/work-deletion.ts';
import { provisioningWork } from './provisioning/sweep-provisioning.ts';
import { renewalWork } from './renewals/dunning.ts';
import { renewalNoticeWork } from './renewals/notice-renewal.ts';
import { reportDaysWork, reportMailWork } from './reports/collect-reports.ts';
import { sleepWork } from './sleep/keep-sleep.ts';

export const workKinds: readonly AnyWorkKind<Deps>[] = [
  cronWork,
  mailWork,
  alertWork,
  postWork,
  paymentEventWork,
  unpaidWork,
  provisioningWork,
  closingWork,
  planChangeWork,
  cardChangeWork,
  renewalWork,
  renewalNoticeWork,
  endWork,
  refundWork,
  priceWork,
  standingWork,
  restoreWork,
  removalWork,
  copiesRemovalWork,
  comparisonWork,
  noteWork,
  missingNotesWork,
  admittedWork,
  alertSetUpWork,
  silenceWork,
  lookWork,
  groupWork,
  seatsWork,
  limitsWork,
  sleepWork,
  reportDaysWork,
  reportMailWork,
  watchWork,
  imageWork,
  deletionWork,
  fleetWork,
  moveWork,
];
