/**
 * Facts for the legal texts: company, contacts, periods, prices, limits.
 *
 * An author writes `{facts.company.name}` instead of the value, so that no text goes out of date.
 */
import retentionJson from '#content/legal/retention.json' with { type: 'json' };
import { downtimeSeconds, formatDuration, formatPercent } from '#domain/availability/availability.ts';
import { billingTerms } from '#domain/billing/terms.ts';
import { graceDays } from '#domain/limits/grace.ts';
import { RETRY_SECONDS_MIN } from '#domain/limits/monitors.ts';
import { BILLING_RULES_VERSION, TERMS_VERSION } from '#domain/order/order.ts';
import type { Plan } from '#domain/plans/catalog.ts';
import { formatHeartbeat } from '#domain/plans/limits.ts';
import { createRetention, formatSpan } from '#domain/retention/retention.ts';
import { shownAddress } from '#domain/subdomain/tenant-url.ts';
import { catalog } from '#lib/catalog.ts';
import { config } from '#lib/config.ts';
import { contactsOf } from '#lib/contacts.ts';
import { tenantUrl } from '#lib/settings.ts';

export const retention = createRetention(retentionJson);

/** The promised monthly availability (requirements 000 §1). */
const AVAILABILITY_PERCENT = 99.9;

const list = new Intl.ListFormat('pt-BR', { type: 'conjunction' });
const dayFormat = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'long', timeZone: 'UTC' });
const { site } = config;

/** "6 meses" for an entry with a fixed period. */
function kept(id: string): string {
  const { keep } = retention.entry(id);
  if ('until' in keep) throw new Error(`A entrada "${id}" de retention.json não tem prazo em números.`);
  return formatSpan(keep);
}

const known = {
  name: site.name,
  company: site.legal,
  contacts: contactsOf(site),
  /** Example address: "seu-nome.vigia.example". */
  tenantExample: shownAddress(tenantUrl('seu-nome')),
  identityHost: new URL(config.keycloak.url).host,
  statusUrl: config.statusUrl,
  termsVersion: TERMS_VERSION,
  rulesVersion: BILLING_RULES_VERSION,
  yearlyDiscount: `${catalog.yearlyDiscountPercent}%`,
  chargeRetries: String(billingTerms.chargeRetryDays.length),
  chargeRetryDays: list.format(billingTerms.chargeRetryDays.map(String)),
  withdrawal: `${billingTerms.withdrawalDays} dias`,
  refund: `${billingTerms.refundBusinessDays} dias úteis`,
  dispute: `${billingTerms.disputeDays} dias`,
  priceNotice: `${billingTerms.priceNoticeDays} dias`,
  grace: `${billingTerms.graceDays} dias`,
  overNumber: `${graceDays.number} dias`,
  overInterval: `${graceDays.interval} dias`,
  shortestRetry: `${RETRY_SECONDS_MIN} segundos`,
  quote: `${billingTerms.quoteMinutes} minutos`,
  differenceMin: catalog.formatPrice(billingTerms.differenceCentavosMin),
  withdrawalsMax: String(billingTerms.withdrawalsMax),
  withdrawalMonths: `${billingTerms.withdrawalMonths} meses`,
  heldAnswer:
    billingTerms.heldAnswerBusinessDays === 1
      ? '1 dia útil'
      : `${billingTerms.heldAnswerBusinessDays} dias úteis`,
  delivery: `${billingTerms.deliveryHoursMax} horas`,
  nameKept: `${billingTerms.nameKeptDays} dias`,
  availability: formatPercent(AVAILABILITY_PERCENT),
  downtimePerMonth: formatDuration(downtimeSeconds(AVAILABILITY_PERCENT, 'month')),
  supportPlan: catalog.plan('enterprise').name,
  shortestInterval: formatHeartbeat(catalog.plan('enterprise').limits.heartbeatSeconds),
  freePlan: catalog.plan('free').name,
  longestInterval: formatHeartbeat(catalog.plan('free').limits.heartbeatSeconds),
  kept,
  /** "13 de agosto de 2025". @param date From front matter: a date or an ISO text. */
  day: (date: string | Date): string => dayFormat.format(new Date(date)),
};

/** Throws for a misspelt name, which would otherwise leave a gap in the text. */
export const facts = strict('facts', known);

function strict<Known extends object>(path: string, fields: Known): Known {
  return new Proxy(fields, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (value === undefined && typeof name === 'string')
        throw new Error(`{${path}.${name}} não existe. Há ${Object.keys(target).join(', ')}.`);
      return isFields(value) ? strict(`${path}.${String(name)}`, value) : value;
    },
  });
}

const isFields = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export interface PlanRow {
  readonly name: string;
  readonly monthly: string;
  readonly yearly: string;
  readonly monitors: number;
  readonly users: number;
  readonly interval: string;
  /** The catalogue's own sentence about support. */
  readonly support: string;
  /** Promised time to the first answer, or that there is none. */
  readonly firstAnswer: string;
}

const ANSWER = /^Resposta\s+(?=em até)/i;

function rowOf(plan: Plan): PlanRow {
  const answer = plan.highlights.find((highlight) => ANSWER.test(highlight))?.replace(ANSWER, '');
  return {
    name: plan.name,
    monthly: catalog.formatPrice(catalog.priceCentavos(plan.id, 'monthly')),
    yearly: catalog.formatPrice(catalog.priceCentavos(plan.id, 'yearly')),
    monitors: plan.limits.monitors,
    users: plan.limits.users,
    interval: formatHeartbeat(plan.limits.heartbeatSeconds),
    support: plan.features.find((feature) => /^suporte/i.test(feature)) ?? 'Suporte por e-mail',
    firstAnswer: answer === undefined ? 'sem tempo prometido' : answer,
  };
}

/** The four plans for the tables of the terms and the SLA. */
export const planRows: readonly PlanRow[] = catalog.plans.map(rowOf);
