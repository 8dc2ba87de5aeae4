/**
 * Counts the monitors of every active environment, once per period.
 *
 * Owns: one mail to the customer when a monitor breaks the terms; another only after all such monitors were gone. The
 * upgrade page uses the same counts. Plan limits are in functions/limits.
 */
import { prohibitedCrossing } from '#domain/quota/quota.ts';
import type { Deps } from '#functions/compose.ts';
import { recipientOf } from '#functions/orders/recipient.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import { mailOf, type OutgoingMail } from '#functions/platform/outbox.ts';
import { defineWork } from '#functions/platform/work/define-work.ts';
import { ENVIRONMENT_WORK } from '#functions/platform/work/environment-work.ts';
import type { Tenant } from '#functions/tenants/tenant.ts';
import { countNow, prohibitedTotal } from './check-quota.ts';
import type { MonitorsProhibitedPayload } from './mail.ts';
import type { QuotaReading } from './store.ts';

type Needs = NeedsOf<typeof countNow> &
  NeedsOf<typeof recipientOf> &
  Pick<Deps, 'tenants' | 'quotas' | 'clock' | 'logger' | 'newId' | 'quotaCheckSeconds'>;

/** Twenty a minute: more than 25,000 environments a day. */
export const quotaWork = defineWork<Needs>({
  kind: ENVIRONMENT_WORK.quota,
  title: 'Contagem de monitores',
  perRun: 20,
  async run(needs, { key: orderId }) {
    const now = needs.clock.now();
    const tenant = await needs.tenants.findByOrder(orderId);
    if (tenant?.state !== 'active') return;
    await followTerms(needs, tenant, await countNow(needs, tenant));
    return { againAt: now + needs.quotaCheckSeconds * 1000 };
  },
});

async function followTerms(needs: Needs, tenant: Tenant, reading: QuotaReading): Promise<void> {
  const { directIp = 0, onion = 0 } = reading.prohibited ?? {};
  const crossing = prohibitedCrossing(prohibitedTotal(reading.prohibited), reading.wasNotified);
  const detail = `ip ${directIp}, onion ${onion}`;
  if (crossing === 'passed') {
    const payload: MonitorsProhibitedPayload = { ...(await recipientOf(needs, tenant)), directIp, onion };
    const mail = mailOf(needs.newId(), 'monitors-prohibited', payload);
    await note(needs, tenant, { reading, isProhibited: true, mail, event: 'monitors-prohibited', detail });
  }
  if (crossing === 'back') {
    await note(needs, tenant, {
      reading,
      isProhibited: false,
      mail: null,
      event: 'monitors-allowed',
      detail,
    });
  }
}

interface Noted {
  readonly reading: QuotaReading;
  /** The state to record as mailed. */
  readonly isProhibited: boolean;
  readonly mail: OutgoingMail | null;
  /** Kind and detail of the event. */
  readonly event: string;
  readonly detail: string;
}

/** Queues the mail and writes the event; neither, when another check was first. */
async function note(
  { quotas, clock }: Needs,
  { orderId }: Tenant,
  { reading, isProhibited, mail, event, detail }: Noted,
): Promise<void> {
  const report = { events: [{ kind: event, orderId, detail }], mails: [mail] };
  await quotas.note(reading, isProhibited, report, clock.now());
}
