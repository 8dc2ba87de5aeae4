/** The mail some days before a yearly renewal (terms, section 6). A paid year asks for it, with its other facts. */
import { businessDay } from '#domain/billing/days.ts';
import { renewalNoticeAt } from '#domain/billing/renewal-notice.ts';
import { currentStanding } from '#domain/contract/standing.ts';
import type { Deps } from '#functions/compose.ts';
import { RENEWAL_NOTICE_WORK } from '#functions/ledger/fact-rows.ts';
import { readLedger } from '#functions/ledger/store.ts';
import { addresseeOf } from '#functions/orders/addressee.ts';
import { noteNotice } from '#functions/platform/notice-store.ts';
import { mailOf } from '#functions/platform/outbox.ts';
import { defineWork } from '#functions/platform/work/define-work.ts';
import { findTenant } from '#functions/tenants/store.ts';

export const renewalNoticeWork = defineWork<Deps>({
  kind: RENEWAL_NOTICE_WORK,
  title: 'Aviso de renovação anual',
  perRun: 20,
  async run(needs, { key: orderId }) {
    const now = needs.clock.now();
    const [{ facts }, tenant] = await Promise.all([
      readLedger(needs.db, orderId),
      findTenant(needs.db, orderId),
    ]);
    const { state, renewal, paidThrough } = currentStanding(facts, now);
    const isYearEnding = facts.charges.some(
      ({ kind, cycle, coversThrough }) =>
        kind === 'period' && cycle === 'yearly' && coversThrough === paidThrough,
    );
    if (tenant === null || state !== 'active' || renewal === null || !isYearEnding) return undefined;
    const noticeAt = renewalNoticeAt(renewal.dueOn);
    if (now < noticeAt) return { againAt: noticeAt };
    if (businessDay(now) >= renewal.dueOn) return undefined;
    await noteNotice(
      needs.db,
      RENEWAL_NOTICE_WORK,
      `${renewal.contractId}-${renewal.dueOn}`,
      {
        mails: [
          mailOf(`renewal-notice-${renewal.contractId}-${renewal.dueOn}`, 'renewal-notice', {
            ...(await addresseeOf(needs, tenant)),
            plano: renewal.plan,
            ciclo: renewal.cycle,
            amountCentavos: renewal.amountCentavos,
            dueDate: renewal.dueOn,
          }),
        ],
      },
      now,
    );
    return undefined;
  },
});
