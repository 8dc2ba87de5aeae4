/** Tells the operators of work about an order that fails for a day. */
import type { OperatorNotice } from '#functions/platform/mail/operator-notice.ts';
import { type NoticeNeeds, notifyOperators } from '#functions/platform/notify-operators.ts';
import type { WorkItem } from '#functions/platform/work/define-work.ts';
import { findOrder } from './store.ts';

/** `onStuck` of a kind of work: mails the operators about an item that has failed for a day. */
export const notifyStuckWork =
  (kind: OperatorNotice) =>
  async (needs: NoticeNeeds, { key: reference, orderId }: WorkItem): Promise<boolean> => {
    const order = orderId === null ? null : await findOrder(needs.db, orderId);
    return notifyOperators(needs, kind, { subdomain: order?.subdomain ?? null, reference, orderId });
  };
