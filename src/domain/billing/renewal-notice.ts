/** When the mail about a yearly renewal leaves (terms, section 6). */
import { addDays, startOfDay } from './days.ts';
import { billingTerms } from './terms.ts';

const MORNING_MS = 9 * 3_600_000;

/** In the morning, some days before it is due; milliseconds UTC. @param dueOn `YYYY-MM-DD`. */
export const renewalNoticeAt = (dueOn: string): number =>
  startOfDay(addDays(dueOn, -billingTerms.renewalNoticeDays)) + MORNING_MS;
