/**
 * The numbers that the legal texts name: periods, prices, limits. They are written out in a frozen version of a text
 * (build/legal-versions.ts), so that what was accepted keeps saying what it said.
 *
 * Does not own: who the operator is and how to reach them (facts.ts).
 */
import retentionJson from '#content/legal/retention.json' with { type: 'json' };
import { downtimeSeconds, formatDuration, formatPercent } from '#domain/availability/availability.ts';
import { billingTerms } from '#domain/billing/terms.ts';
import { graceDays } from '#domain/limits/grace.ts';
import { RETRY_SECONDS_MIN } from '#domain/limits/monitors.ts';
import { BILLING_RULES_VERSION, TERMS_VERSION } from '#domain/orders/order.ts';
import { alertNote, alertTime } from '#domain/plans/alert-time.ts';
import type { Plan } from '#domain/plans/catalog.ts';
import { formatHeartbeat } from '#domain/plans/limits.ts';
import { createRetention, formatSpan } from '#domain/privacy/retention.ts';
import { answerSentence, FREE_ANSWER_DAYS } from '#domain/support/answer-days.ts';
import { ASLEEP_DAYS, FAREWELL_DAYS, SLEEP_NOTICE_DAYS, UNWATCHED_DAYS } from '#domain/tenants/sleep.ts';
import { catalog } from '#lib/catalog.ts';

export const retention = createRetention(retentionJson);

/** The promised monthly availability (requirements 000 §1). */
const AVAILABILITY_PERCENT = 99.9;

const list = new Intl.ListFormat('pt-BR', { type: 'conjunction' });
const dayFormat = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'long', timeZone: 'UTC' });

/** "6 meses" for an entry with a fixed period. */
function kept(id: string): string {
  const { keep } = retention.entry(id);
  if ('until' in keep) throw new Error(`A entrada "${id}" de retention.json não tem prazo em números.`);
  return formatSpan(keep);
}

export const contractFacts = {
  termsVersion: TERMS_VERSION,
  rulesVersion: BILLING_RULES_VERSION,
  yearlyDiscount: `${catalog.yearlyDiscountPercent}%`,
  chargeRetries: String(billingTerms.chargeRetryDays.length),
  chargeRetryDays: list.format(billingTerms.chargeRetryDays.map(String)),
  withdrawal: `${billingTerms.withdrawalDays} dias`,
  refund: `${billingTerms.refundBusinessDays} dias úteis`,
  dispute: `${billingTerms.disputeDays} dias`,
  priceNotice: `${billingTerms.priceNoticeDays} dias`,
  renewalNotice: `${billingTerms.renewalNoticeDays} dias`,
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
  freeAnswer: `${FREE_ANSWER_DAYS} dias`,
  /** A free environment without a running monitor: src/domain/tenants/sleep.ts. */
  unwatched: `${UNWATCHED_DAYS} dias`,
  sleepNotice: `${SLEEP_NOTICE_DAYS} dias`,
  asleep: ASLEEP_DAYS === 365 ? 'doze meses' : `${ASLEEP_DAYS} dias`,
  farewells: { 3: 'três' }[FAREWELL_DAYS.length] ?? String(FAREWELL_DAYS.length),
  farewell: `${FAREWELL_DAYS[0]} dias`,
  longestInterval: formatHeartbeat(catalog.plan('free').limits.heartbeatSeconds),
  /** "11 minutos no Gratuito, …", and what the time covers: for what sells, not for the contract. */
  alerts: list.format(
    catalog.plans.map(({ name, limits }) => `${alertTime(limits.heartbeatSeconds)} no ${name}`),
  ),
  alertNote,
  kept,
  /** "13 de agosto de 2025". @param date From front matter: a date or an ISO text. */
  day: (date: string | Date): string => dayFormat.format(new Date(date)),
};

export interface PlanRow {
  readonly name: string;
  readonly monthly: string;
  readonly yearly: string;
  readonly monitors: number;
  readonly users: number;
  readonly interval: string;
  /** The catalogue's own sentence about support. */
  readonly support: string;
  /** Promised time to the first answer. */
  readonly firstAnswer: string;
}

function rowOf(plan: Plan): PlanRow {
  return {
    name: plan.name,
    monthly: catalog.formatPrice(catalog.priceCentavos(plan.id, 'monthly')),
    yearly: catalog.formatPrice(catalog.priceCentavos(plan.id, 'yearly')),
    monitors: plan.limits.monitors,
    users: plan.limits.users,
    interval: formatHeartbeat(plan.limits.heartbeatSeconds),
    support: plan.features.find((feature) => /^suporte/i.test(feature)) ?? 'Suporte por e-mail',
    firstAnswer: answerSentence(plan.highlights).replace(/^Resposta\s+/i, ''),
  };
}

/** The four plans for the tables of the terms and the SLA. */
export const planRows: readonly PlanRow[] = catalog.plans.map(rowOf);

/** Caption, head and rows of the table of prices and limits. */
export const planLimits = {
  caption: 'Preço e limites de cada plano',
  columns: ['Plano', 'Por mês', 'Por ano', 'Monitores', 'Usuários', 'Menor intervalo'],
  rows: planRows.map(({ name, monthly, yearly, monitors, users, interval }) => {
    const limits = [String(monitors), String(users), interval] as const;
    return [name, monthly, yearly, ...limits] as const;
  }),
} as const;
