/**
 * Compares the monitors of every active tenant with its plan, a few each time, each tenant once in a period.
 *
 * Owns: telling the customer once when the limit is passed or a monitor breaks the terms, and again only after it was
 * kept or another plan holds. What the page of the upgrade shows comes from the same count.
 */
import { type Crossing, limitCrossing, prohibitedCrossing } from '#domain/quota/quota.ts';
import type { MonitorsProhibitedPayload, QuotaExceededPayload } from '#functions/mail/quota.ts';
import type { QuotaMail, QuotaNotice, QuotaReading } from '#functions/ports/quota-store.ts';
import type { Tenant } from '#functions/ports/tenant-store.ts';
import { countNow, prohibitedTotal, type QuotaDeps } from '#functions/use-cases/check-quota.ts';
import type { Deps } from '#functions/use-cases/deps.ts';

/** At one round a minute this goes round more than 25,000 tenants a day. */
const BATCH = 20;
/** Tenants asked at the same time; a slow one holds up this many and no more. */
const SIDE_BY_SIDE = 5;
/** When a tenant is asked again that did not answer. */
const RETRY_MS = 3_600_000;

type Needs = QuotaDeps & Pick<Deps, 'events' | 'newId' | 'orders' | 'quotaCheckSeconds'>;

export async function checkQuotas(deps: Needs): Promise<void> {
  const now = deps.clock.now();
  const everyMs = deps.quotaCheckSeconds * 1000;
  const queue = [...(await deps.quotas.claimDue(now, now + Math.min(RETRY_MS, everyMs), BATCH))];
  const worker = async (): Promise<void> => {
    for (let subdominio = queue.shift(); subdominio !== undefined; subdominio = queue.shift()) {
      try {
        await checkOne(deps, subdominio);
        await deps.quotas.schedule(subdominio, now + everyMs);
      } catch (error) {
        deps.logger.warn('quota-check-failed', { subdominio, error });
      }
    }
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, worker));
}

async function checkOne(deps: Needs, subdominio: string): Promise<void> {
  const tenant = await deps.tenants.findBySubdomain(subdominio);
  if (tenant?.state !== 'active') return;
  const reading = await countNow(deps, subdominio);
  await followLimit(deps, tenant, reading);
  await followTerms(deps, tenant, reading);
}

async function followLimit(deps: Needs, tenant: Tenant, reading: QuotaReading): Promise<void> {
  const { monitors } = deps.catalog.plan(tenant.plano).limits;
  await follow(deps, tenant, reading, {
    crossing: limitCrossing(reading, monitors, reading.toldLimit),
    notices: { passed: { toldLimit: monitors }, back: { toldLimit: null } },
    events: { passed: 'quota-exceeded', back: 'quota-kept' },
    detail: `${reading.monitors}/${monitors}`,
    mail: (recipient) => {
      const { plano } = tenant;
      const { monitors: counted, isExact } = reading;
      const payload = { ...recipient, plano, monitors: counted, limit: monitors, isExact };
      return { template: 'quota-exceeded', payload: payload satisfies QuotaExceededPayload };
    },
  });
}

async function followTerms(deps: Needs, tenant: Tenant, reading: QuotaReading): Promise<void> {
  const { directIp = 0, onion = 0 } = reading.prohibited ?? {};
  await follow(deps, tenant, reading, {
    crossing: prohibitedCrossing(prohibitedTotal(reading.prohibited), reading.wasToldProhibited),
    notices: { passed: { wasToldProhibited: true }, back: { wasToldProhibited: false } },
    events: { passed: 'monitors-prohibited', back: 'monitors-allowed' },
    detail: `ip ${directIp}, onion ${onion}`,
    mail: (recipient) => {
      const payload = { ...recipient, directIp, onion };
      return { template: 'monitors-prohibited', payload: payload satisfies MonitorsProhibitedPayload };
    },
  });
}

interface Recipient {
  readonly to: string | null;
  readonly name: string | null;
  readonly subdominio: string;
}

interface Followed {
  readonly crossing: Crossing;
  readonly notices: Readonly<Record<'passed' | 'back', QuotaNotice>>;
  /** Kinds of the entries in the log of events. */
  readonly events: Readonly<Record<'passed' | 'back', string>>;
  readonly detail: string;
  readonly mail: (recipient: Recipient) => { template: string; payload: object };
}

/** Tells the customer of what was passed, operators of both ways; each crossing once. */
async function follow(
  deps: Needs,
  { orderId, subdominio }: Tenant,
  reading: QuotaReading,
  { crossing, notices, events, detail, mail }: Followed,
): Promise<void> {
  if (crossing === 'none') return;
  const message = crossing === 'passed' ? await mailOf(deps, orderId, subdominio, mail) : null;
  if (!(await deps.quotas.note(reading, notices[crossing], message, deps.clock.now()))) return;
  await deps.events.append(events[crossing], { orderId, detail });
}

async function mailOf(
  { orders, newId }: Needs,
  orderId: string,
  subdominio: string,
  write: Followed['mail'],
): Promise<QuotaMail> {
  const order = await orders.findById(orderId);
  const { template, payload } = write({
    to: order?.email ?? null,
    name: order?.name ?? null,
    subdominio,
  });
  return { id: newId(), template, payload: JSON.stringify(payload) };
}
