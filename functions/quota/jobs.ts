/**
 * Compares the monitors of every active tenant with its plan, a few each time, each tenant once in a period.
 *
 * Owns: telling the customer once when the limit is passed or a monitor breaks the terms, and again only after it was
 * kept or another plan holds. What the page of the upgrade shows comes from the same count.
 */
import { limitCrossing, prohibitedCrossing } from '#domain/quota/quota.ts';
import { recipientOf } from '#functions/contract/billing-mails.ts';
import type { Tenant } from '#functions/contract/tenant.ts';
import type { Deps } from '#functions/deps.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import { sideBySide } from '#functions/platform/side-by-side.ts';
import { countNow, prohibitedTotal } from './check-quota.ts';
import type { MonitorsProhibitedPayload, QuotaExceededPayload } from './mail.ts';
import type { QuotaMail, QuotaNotice, QuotaReading } from './reading.ts';

/** At one round a minute this goes round more than 25,000 tenants a day. */
const BATCH = 20;
/** When a tenant is asked again that did not answer. */
const RETRY_MS = 3_600_000;

type Needs = NeedsOf<typeof countNow> & Pick<Deps, 'events' | 'newId' | 'orders' | 'quotaCheckSeconds'>;

export async function checkQuotas(deps: Needs): Promise<void> {
  const now = deps.clock.now();
  const everyMs = deps.quotaCheckSeconds * 1000;
  const due = await deps.quotas.claimDue(now, now + Math.min(RETRY_MS, everyMs), BATCH);
  await sideBySide(due, async ({ subdomain, orderId }) => {
    try {
      await checkOne(deps, subdomain);
      await deps.quotas.schedule(subdomain, now + everyMs);
    } catch (error) {
      deps.logger.warn('quota-check-failed', { orderId, error });
    }
  });
}

async function checkOne(deps: Needs, subdomain: string): Promise<void> {
  const tenant = await deps.tenants.findBySubdomain(subdomain);
  if (tenant?.state !== 'active') return;
  const reading = await countNow(deps, tenant);
  await followLimit(deps, tenant, reading);
  await followTerms(deps, tenant, reading);
}

async function followLimit(deps: Needs, tenant: Tenant, reading: QuotaReading): Promise<void> {
  const { plan } = tenant;
  const { monitors, isExact, toldLimit } = reading;
  const limit = deps.catalog.plan(plan).limits.monitors;
  const crossing = limitCrossing(reading, limit, toldLimit);
  const detail = `${monitors}/${limit}`;
  if (crossing === 'passed') {
    const payload: QuotaExceededPayload = {
      ...(await recipientOf(deps, tenant)),
      ...{ plano: plan, monitors, limit, isExact },
    };
    const mail = mailOf(deps, 'quota-exceeded', payload);
    await note(deps, tenant, {
      reading,
      notice: { toldLimit: limit },
      mail,
      event: 'quota-exceeded',
      detail,
    });
  }
  if (crossing === 'back') {
    await note(deps, tenant, {
      reading,
      notice: { toldLimit: null },
      mail: null,
      event: 'quota-kept',
      detail,
    });
  }
}

async function followTerms(deps: Needs, tenant: Tenant, reading: QuotaReading): Promise<void> {
  const { directIp = 0, onion = 0 } = reading.prohibited ?? {};
  const crossing = prohibitedCrossing(prohibitedTotal(reading.prohibited), reading.wasToldProhibited);
  const detail = `ip ${directIp}, onion ${onion}`;
  if (crossing === 'passed') {
    const payload: MonitorsProhibitedPayload = { ...(await recipientOf(deps, tenant)), directIp, onion };
    const mail = mailOf(deps, 'monitors-prohibited', payload);
    const notice = { wasToldProhibited: true };
    await note(deps, tenant, { reading, notice, mail, event: 'monitors-prohibited', detail });
  }
  if (crossing === 'back') {
    const notice = { wasToldProhibited: false };
    await note(deps, tenant, { reading, notice, mail: null, event: 'monitors-allowed', detail });
  }
}

function mailOf({ newId }: Needs, template: string, payload: object): QuotaMail {
  return { id: newId(), template, payload: JSON.stringify(payload) };
}

interface Noted {
  readonly reading: QuotaReading;
  readonly notice: QuotaNotice;
  readonly mail: QuotaMail | null;
  /** Kind and detail of the entry in the log of events. */
  readonly event: string;
  readonly detail: string;
}

/** Tells customer and operators; nothing, when another check was first. */
async function note(
  { quotas, events, clock }: Needs,
  { orderId }: Tenant,
  { reading, notice, mail, event, detail }: Noted,
): Promise<void> {
  if (await quotas.note(reading, notice, mail, clock.now())) {
    await events.append(event, { orderId, detail });
  }
}
