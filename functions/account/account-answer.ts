/** Builds the account response from the ledger and from the payment processor's answer. */

import { offSentences } from '#domain/alerts/codes.ts';
import type { AccountResponse, accountStates, Invoice } from '#domain/api-schemas/account.ts';
import type { FiscalContacts } from '#domain/api-schemas/fiscal.ts';
import { addDays, businessDay, dataUntil } from '#domain/billing/days.ts';
import { nextRetryAt } from '#domain/billing/retries.ts';
import { backIfLost } from '#domain/contract/endings.ts';
import { changed, type Facts } from '#domain/contract/facts.ts';
import type { Hold } from '#domain/contract/holds.ts';
import { openPurchases, undo } from '#domain/contract/purchases.ts';
import { currentStanding, paidOn, type Standing } from '#domain/contract/standing.ts';
import { noteSituation } from '#domain/fiscal/note.ts';
import { tenantUrl } from '#domain/subdomain/tenant-url.ts';
import type { listStoppedRecipients } from '#functions/alerts/endings-store.ts';
import { recipientName } from '#functions/alerts/recipient-store.ts';
import type { Deps } from '#functions/compose.ts';
import type { FiscalNote } from '#functions/fiscal/note.ts';
import type { Dunning } from '#functions/ledger/failed-renewals.ts';
import type { Acceptance } from '#functions/orders/acceptances.ts';
import type { PlanChange } from '#functions/plan-change/plan-change.ts';
import { paidFacts } from '#functions/plan-change/read-offers.ts';
import type { ShownSleep } from '#functions/sleep/facts.ts';
import type { Tenant } from '#functions/tenants/tenant.ts';
import type { ShownCard } from '#functions/vendors/cards.ts';
import type { PaymentSnapshot, SubscriptionDetails } from '#functions/vendors/processor.ts';

/** What the processor reports about a subscription. */
export interface ProcessorFacts {
  readonly payments: SubscriptionDetails['payments'];
  /** The card of the next charge. */
  readonly card: ShownCard | null;
}

interface AccountFacts {
  readonly tenant: Tenant;
  readonly facts: Facts;
  /** `undefined` when the processor did not answer or was not asked. */
  readonly processor: ProcessorFacts | undefined;
  /** Open failed renewals. */
  readonly failed: readonly Dunning[];
  /** The open change of plan. */
  readonly change: PlanChange | null;
  /** What stops the next purchase. */
  readonly hold: Hold | null;
  /** Payment page of a debt that must be paid now. */
  readonly debtUrl: string | null;
  /** `null` where the operator issues no notas fiscais. */
  readonly fiscal: {
    readonly notes: readonly FiscalNote[];
    readonly contacts: FiscalContacts;
  } | null;
  /** The contract as accepted last. */
  readonly acceptance: Acceptance | null;
  /** Seats in use, with the owner's. */
  readonly takenSeats: number;
  /** `null` while it is off. */
  readonly companySignIn: { readonly domain: string; readonly since: number } | null;
  /** Last day to talk of the open assisted start; `null` for none. */
  readonly onboardingUntil: string | null;
  /** `null` for an environment that never sleeps. */
  readonly sleep: ShownSleep | null;
  /** Recipients of alerts that a provider's answer or a removal ended. */
  readonly stopped: Awaited<ReturnType<typeof listStoppedRecipients>>;
}

const stoppedFacts = ({ stopped }: AccountFacts): Pick<AccountResponse, 'stoppedRecipients'> =>
  stopped.length === 0
    ? {}
    : {
        stoppedRecipients: stopped.map((each) => ({
          name: recipientName(each),
          reason: offSentences[each.offReason],
        })),
      };

export function toAccount(account: AccountFacts, needs: Deps): AccountResponse {
  const { tenant, facts, processor, change } = account;
  const standing = currentStanding(facts, needs.clock.now());
  const hasCharges = facts.contracts.length > 0;
  return {
    tenant: tenant.subdomain,
    url: tenantUrl(needs.tenantUrlTemplate, tenant.subdomain),
    plan: standing.plan,
    cycle: standing.cycle,
    state: stateOf(standing, account.failed.length > 0),
    amountCentavos: standing.renewal?.amountCentavos ?? paidPrice(facts, standing),
    ...chargeFacts(standing, account),
    ...(processor?.card ? { card: { brand: processor.card.brand, lastFour: processor.card.lastFour } } : {}),
    ...(hasCharges ? invoiceFacts(account) : { invoices: [] }),
    ...(account.fiscal === null || !hasCharges ? {} : { fiscalContacts: account.fiscal.contacts }),
    ...sleepFacts(account),
    ...stoppedFacts(account),
    ...(account.companySignIn === null ? {} : { companySignIn: account.companySignIn }),
    ...(account.onboardingUntil === null ? {} : { onboarding: { until: account.onboardingUntil } }),
    ...undoFacts(facts, needs.clock.now()),
    ...paidFacts(standing),
    ...trustFacts(standing),
    ...endFacts(needs, tenant, standing),
    ...holdFacts(account, needs.clock.now()),
    ...acceptanceFacts(account.acceptance),
    seats: {
      total: needs.catalog.plan(standing.plan).limits.users,
      taken: account.takenSeats,
    },
    ...(change?.payUrl
      ? { pendingChange: { plan: change.plan, cycle: change.cycle, paymentUrl: change.payUrl } }
      : {}),
  };
}

const momentOf = <Name extends string>(name: Name, at: number | null): { [K in Name]?: string } =>
  at === null ? {} : ({ [name]: new Date(at).toISOString() } as { [K in Name]: string });

function sleepFacts({ sleep }: AccountFacts): Pick<AccountResponse, 'sleep'> {
  if (sleep === null || Object.values(sleep).every((at) => at === null)) return {};
  return {
    sleep: {
      ...momentOf('sleepsAt', sleep.sleepsAt),
      ...momentOf('since', sleep.since),
      ...momentOf('removesAt', sleep.removesAt),
      ...momentOf('wokenAt', sleep.wokenAt),
    },
  };
}

function acceptanceFacts(acceptance: Acceptance | null): Pick<AccountResponse, 'acceptance'> {
  if (acceptance === null) return {};
  const { termsVersion, rulesVersion, acceptedAt } = acceptance;
  return {
    acceptance: {
      termsVersion,
      ...(rulesVersion === null ? {} : { rulesVersion }),
      at: new Date(acceptedAt).toISOString(),
    },
  };
}

/** Price of one period of the plan that is paid for; 0 for the free plan. */
function paidPrice(facts: Facts, { paidThrough }: Standing): number {
  return paidThrough === null ? 0 : (paidOn(facts, paidThrough)?.fullCentavos ?? 0);
}

function stateOf(standing: Standing, isDunned: boolean): (typeof accountStates)[number] {
  if (standing.state === 'ended') return 'ended';
  if (standing.state === 'suspended') return 'suspended';
  if (standing.basis === 'free') return 'free';
  if (standing.renewal === null) return 'cancelled';
  return isDunned ? 'overdue' : 'active';
}

/** Every purchase with its withdrawal deadline. The first one also fills `withdrawUntil`. */
function undoFacts(facts: Facts, now: number): Pick<AccountResponse, 'withdrawUntil' | 'purchases'> {
  const purchases = openPurchases(facts, now).map((purchase) => ({
    id: purchase.id,
    kind: purchase.kind,
    plan: purchase.plan,
    amountCentavos: purchase.amountCentavos,
    withdrawUntil: new Date(purchase.until - 1).toISOString(),
    ...(purchase.kind === 'difference'
      ? { backTo: currentStanding(changed(facts, undo(facts, purchase, now)), now).plan }
      : {}),
  }));
  const [first] = purchases;
  return first === undefined ? {} : { withdrawUntil: first.withdrawUntil, purchases };
}

/** Trust ends with the running period, even when the next period is already paid. */
const trustFacts = ({ basis, paidPlan, changesOn }: Standing): Pick<AccountResponse, 'trust'> =>
  basis === 'trust' && changesOn !== null ? { trust: { paidPlan, until: addDays(changesOn, -1) } } : {};

/** For an ended environment: the last day its data is kept, counted from the day the end was carried out. */
function endFacts(needs: Deps, tenant: Tenant, standing: Standing): Pick<AccountResponse, 'endsOn'> {
  if (standing.state === 'ended') {
    const endedAt = tenant.state === 'ended' ? tenant.stateSince : needs.clock.now();
    return { endsOn: dataUntil(needs, endedAt) };
  }
  return standing.endsOn === null ? {} : { endsOn: standing.endsOn };
}

function holdFacts(
  { facts, hold, debtUrl }: AccountFacts,
  now: number,
): Pick<AccountResponse, 'debt' | 'isDisputed' | 'backIfLostCentavos'> {
  const disputed = currentStanding(facts, now).disputed;
  const backCentavos = disputed === null ? 0 : backIfLost(facts, disputed.paymentId, now);
  return {
    ...(hold?.kind === 'debt'
      ? {
          debt: {
            amountCentavos: hold.centavos,
            days: hold.days,
            ...(debtUrl === null ? {} : { paymentUrl: debtUrl }),
          },
        }
      : {}),
    ...(disputed !== null || hold?.kind === 'dispute' ? { isDisputed: true } : {}),
    ...(backCentavos > 0 ? { backIfLostCentavos: backCentavos } : {}),
  };
}

/** The next charge. After a failed charge this is the next retry; a suspended environment is not charged. */
function chargeFacts(
  { state, renewal }: Standing,
  { failed }: AccountFacts,
): Pick<AccountResponse, 'nextChargeOn'> {
  if (renewal === null) return {};
  const tries = failed.map(({ failedAt, failures }) => nextRetryAt(failedAt, failures));
  const [nextTry] = tries.filter((at) => at !== null).toSorted((a, b) => a - b);
  const next = nextTry === undefined ? renewal.dueOn : businessDay(nextTry);
  return state === 'suspended' ? {} : { nextChargeOn: next };
}

/** Left out only when the processor did not answer. */
function invoiceFacts({ processor, fiscal, facts }: AccountFacts): Pick<AccountResponse, 'invoices'> {
  if (processor === undefined) return {};
  return {
    invoices: processor.payments
      .flatMap((payment) => toInvoice(payment, fiscal?.notes ?? [], facts))
      .toSorted((a, b) => b.dueDate.localeCompare(a.dueDate)),
  };
}

function toInvoice(
  { paymentId, dueDate, amountCentavos, state, payUrl }: PaymentSnapshot,
  notes: readonly FiscalNote[],
  { charges }: Facts,
): Invoice[] {
  if (state === 'deleted') return [];
  const back = charges.find((charge) => charge.paymentId === paymentId)?.returnedCentavos ?? 0;
  return [
    {
      id: paymentId,
      dueDate,
      amountCentavos,
      state,
      ...(back > 0 && state === 'confirmed' ? { returnedCentavos: back } : {}),
      ...(payUrl === null ? {} : { url: payUrl }),
      ...noteFacts(notes.find((note) => note.paymentId === paymentId)),
    },
  ];
}

function noteFacts(note: FiscalNote | undefined): Pick<Invoice, 'fiscalNote'> {
  const state = note === undefined ? null : noteSituation(note.state);
  if (note === undefined || state === null) return {};
  return {
    fiscalNote: {
      state,
      ...(note.number === null ? {} : { number: note.number }),
      ...(note.pdfUrl === null ? {} : { url: note.pdfUrl }),
    },
  };
}
