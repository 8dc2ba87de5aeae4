/**
 * Estimates the payment processor's requests in twelve hours by number of customers, from constants in the code and the
 * requests per kind of work in tests/worker/processor-requests.test.ts. The shares of people are assumptions.
 */
import { billingTerms } from '#domain/billing/terms.ts';
import { DISPUTE_DAYS_MAX } from '#domain/contract/watch.ts';
import { HOSTED_RESERVATION_MS } from '#functions/orders/store.ts';
import { COMPARISON } from '#functions/payments/reconcile.ts';
import { nextAskAt } from '#functions/platform/pace.ts';
import { PAGE_SIZE } from '#functions/vendors/asaas/client.ts';
import { listenedEvents } from '#functions/vendors/asaas/webhooks.ts';
import { processorRequests as each, processorQuota } from '#tests/support/processor-requests.ts';

const MONTH_DAYS = 365 / 12;
const RUNS_A_DAY = 1440;
const WINDOW = processorQuota.hours / 24;

/** The worst case: all customers pay monthly. */
const assumptions = {
  /** Of the customers; the others are on the free plan. */
  paying: 2 / 3,
  /** Of the charges. */
  failing: 0.08,
  /** Mean number of days a failed charge stays open, including charges that are never paid. */
  overdueDays: 10,
  /** Of the contracts, on any day. */
  suspended: 0.01,
  /** Of the contracts: a change, an end, a price or a dispute under way, or an event whose work failed. */
  unclear: 0.003,
  /** Account pages opened by a paying customer in a day. */
  visits: 0.02,
  /** Of the contracts, in a month. */
  newOnes: 0.05,
  leaving: 0.04,
  upgrades: 0.02,
  /** Share of new customers who never pay the open page. */
  waiting: 0.1,
  /** Share of a day's work in its busiest twelve hours. */
  fullestHalf: 0.75,
} as const;

/** Events per charge paid in time, and additional ones per failure. */
const ordinaryEvents = ['PAYMENT_CREATED', 'PAYMENT_CONFIRMED', 'PAYMENT_RECEIVED'] as const;
const failureEvents = ['PAYMENT_CREDIT_CARD_CAPTURE_REFUSED', 'PAYMENT_OVERDUE'] as const;
const listenedTo = (events: readonly (typeof listenedEvents)[number][]): number =>
  events.filter((event) => listenedEvents.includes(event)).length;

/** How often an unpaid order is checked, at most once per run. */
function looksWhileWaiting(): number {
  let looks = 0;
  for (let age = 60_000; age < HOSTED_RESERVATION_MS; looks += 1) age = nextAskAt(age, 0, 60_000);
  return looks;
}

/** The daily comparison. */
interface Comparison {
  readonly pages: number;
  readonly looks: number;
  /** Maximum contract checks per day. */
  readonly looksMax: number;
}

function comparisonOf(contracts: number): Comparison & { readonly requestsALook: number } {
  const { failing, overdueDays, suspended, unclear, leaving } = assumptions;
  const charges = (contracts / MONTH_DAYS) * COMPARISON.lookBackDays;
  const pages = Math.ceil(charges / PAGE_SIZE) + 1;
  const withReason = contracts * ((failing / MONTH_DAYS) * overdueDays + suspended + unclear);
  const renewing = withReason + (contracts - withReason) / COMPARISON.weekDays;
  const ended = (contracts * leaving * (DISPUTE_DAYS_MAX / MONTH_DAYS)) / COMPARISON.weekDays;
  const looks = renewing + ended;
  return {
    pages,
    looks,
    looksMax: (RUNS_A_DAY - pages / COMPARISON.pagesAtOnce) * COMPARISON.contractsAtOnce,
    requestsALook: (renewing * each.look + ended * each.endedLook) / looks,
  };
}

/** The busiest window: the list, and checks in all remaining runs. */
function comparisonRequests(contracts: number): { lists: number; looks: number } {
  const { pages, looks, requestsALook } = comparisonOf(contracts);
  const runs = RUNS_A_DAY * WINDOW - pages / COMPARISON.pagesAtOnce;
  return {
    lists: pages * each.listPage,
    looks: Math.min(looks, runs * COMPARISON.contractsAtOnce) * requestsALook,
  };
}

/** Requests in twelve hours, by purpose. */
function requestsOf(customers: number): Readonly<Record<string, number>> {
  const { paying, failing, suspended, visits, newOnes, leaving, upgrades, waiting, fullestHalf } =
    assumptions;
  const contracts = customers * paying;
  const monthly = (share: number): number => (contracts * share * fullestHalf) / MONTH_DAYS;
  const charges = monthly(1);
  const { lists, looks } = comparisonRequests(contracts);
  return {
    'avisos de renovações, pagamento relido': charges * listenedTo(ordinaryEvents) * each.event,
    'avisos de cobranças que falharam': charges * failing * listenedTo(failureEvents) * each.event,
    'novas tentativas de cobrança': charges * failing * billingTerms.chargeRetryDays.length * each.dunningTry,
    'suspensos, um olhar por dia': contracts * suspended * WINDOW * each.suspendedDay,
    'conferência: listas de cobranças': lists,
    'conferência: contratos': looks,
    'cadastros pagos': monthly(newOnes) * (each.signUp + (listenedTo(ordinaryEvents) - 1) * each.event),
    'cobranças à espera de pagamento': monthly(newOnes * waiting) * looksWhileWaiting() * each.unpaidLook,
    'upgrades, com cobrança da diferença': monthly(upgrades) * each.differenceUpgrade,
    cancelamentos: monthly(leaving) * each.cancellation,
    'páginas de conta': contracts * visits * fullestHalf * each.accountPage,
    'notas fiscais': charges * each.notaFiscal,
  };
}

/** Days until every contract has been checked. */
function roundDays(customers: number): number {
  const { looks, looksMax } = comparisonOf(customers * assumptions.paying);
  return COMPARISON.weekDays * Math.max(1, looks / looksMax);
}

const total = (parts: Readonly<Record<string, number>>): number =>
  Object.values(parts).reduce((sum, part) => sum + part, 0);

/** The largest number of customers, in thousands, for which a condition holds. */
function mostFor(holds: (customers: number) => boolean): number {
  let customers = 1000;
  while (holds(customers + 1000) && customers < 10_000_000) customers += 1000;
  return customers;
}

const whole = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 0 });

/** The table and its limit. */
export function requestLines(sizes: readonly number[]): readonly string[] {
  const columns = sizes.map(requestsOf);
  const line = (name: string, cells: readonly number[]): string =>
    `   ${name.padEnd(42)}${cells.map((cell) => whole.format(cell).padStart(10)).join('')}`;
  const fits = mostFor((customers) => total(requestsOf(customers)) <= processorQuota.requests);
  const weekly = mostFor((customers) => roundDays(customers) <= COMPARISON.weekDays);
  return [
    line('clientes', sizes),
    ...Object.keys(columns[0] ?? {}).map((name) =>
      line(
        name,
        columns.map((column) => column[name] ?? 0),
      ),
    ),
    line('soma', columns.map(total)),
    line(
      'permitidos',
      columns.map(() => processorQuota.requests),
    ),
    line('dias de uma volta da conferência', sizes.map(roundDays)),
    `   cabe até ${whole.format(fits)} clientes; a volta da conferência dura uma semana até ${whole.format(weekly)}.`,
  ];
}
