/**
 * The account page's data: plan, next charge, card, invoices, withdrawal deadlines.
 *
 * The contract comes from the database. The processor is asked only for invoices, card and next charge, so the page
 * also works when the processor is down.
 */

import type { AccountAnswer, AccountResponse, NoEnvironment } from '#domain/api-schemas/account.ts';
import type { Contract, Facts } from '#domain/contract/facts.ts';
import { renewingContract } from '#domain/contract/standing.ts';
import { DomainError } from '#domain/errors.ts';
import { listStoppedRecipients } from '#functions/alerts/endings-store.ts';
import { knownCard } from '#functions/card-change/card-on-file.ts';
import { isUndelivered } from '#functions/checkout/close-undelivered.ts';
import type { Deps } from '#functions/compose.ts';
import { readHold } from '#functions/debts/read-hold.ts';
import { listNotes, readFiscalContacts } from '#functions/fiscal/store.ts';
import { listDunning } from '#functions/ledger/failed-renewals.ts';
import { readLedger } from '#functions/ledger/store.ts';
import { givenBack } from '#functions/orders/order.ts';
import { findClosedOrder } from '#functions/orders/store.ts';
import { findCompanySignIn } from '#functions/people/company-sign-in.ts';
import { countSeats, readMembership } from '#functions/people/read-people.ts';
import { findAcceptedContract, findOpenPlanChange } from '#functions/plan-change/store.ts';
import { takeProcessorCall } from '#functions/platform/processor-quota.ts';
import { withTimeout } from '#functions/platform/with-timeout.ts';
import { shownSleep } from '#functions/sleep/facts.ts';
import { findOnboardingDay } from '#functions/support/onboarding.ts';
import { findOpenOrder, requireTenant } from '#functions/tenants/require-tenant.ts';
import type { ShownCard } from '#functions/vendors/cards.ts';
import type { Identity } from '#functions/vendors/identity.ts';
import type { Processor, SubscriptionDetails } from '#functions/vendors/processor.ts';
import { type ProcessorFacts, toAccount } from './account-answer.ts';
import { followAccount } from './follow-account.ts';

/** How long to wait for the processor before answering without its data. */
const PATIENCE_MS = 8_000;

/**
 * Reads the caller's account, or answers that there is no environment yet (a new user also opens this page). Copies a
 * corrected name or e-mail from the identity provider into the order (LGPD, art. 18, III).
 */
export async function readOwnAccount(needs: Deps, identity: Identity): Promise<AccountAnswer> {
  await followAccount(needs, identity);
  try {
    return await readAccount(needs, identity.subject);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const membership = error.code === 'owner-only' ? await readMembership(needs, identity.subject) : null;
    if (membership !== null) return membership;
    if (error.code === 'order-missing' || error.code === 'tenant-missing')
      return readOrder(needs, identity.subject);
    throw error;
  }
}

/** Progress of the caller's order when no environment exists yet. */
async function readOrder(needs: Deps, subject: string): Promise<NoEnvironment> {
  const closed = await findClosedOrder(needs.db, subject);
  if (closed !== null) return { environment: 'closed-undelivered', refundCentavos: givenBack(closed) };
  const order = await findOpenOrder(needs, subject);
  if (order === null) return { environment: 'none' };
  return {
    environment: 'creating',
    ...(isUndelivered(order, needs.clock.now()) ? { refundCentavos: givenBack(order) } : {}),
  };
}

/** @throws DomainError As `requireTenant`. */
export async function readAccount(needs: Deps, subject: string): Promise<AccountResponse> {
  const tenant = await requireTenant(needs, subject);
  const { orderId } = tenant;
  const { facts } = await readLedger(needs.db, orderId);
  const renewing = renewingContract(facts);
  const mayAsk = facts.contracts.length > 0 && (await takeProcessorCall(needs, 'account', { subject }));
  const { hold, payUrl } = await readHold(needs, tenant, facts, mayAsk);
  return toAccount(
    {
      tenant,
      facts,
      hold,
      debtUrl: payUrl,
      fiscal: await readFiscal(needs, orderId),
      processor: mayAsk ? await readWithTimeout(needs, facts) : undefined,
      failed: renewing === null ? [] : await listDunning(needs.db, renewing.subscriptionId),
      change: await findOpenPlanChange(needs.db, orderId),
      acceptance: await findAcceptedContract(needs.db, orderId),
      takenSeats: await countSeats(needs, orderId),
      companySignIn: await findCompanySignIn(needs.db, orderId),
      onboardingUntil: await findOnboardingDay(needs.db, orderId),
      stopped: await listStoppedRecipients(needs.db, orderId),
      sleep: await shownSleep(needs, tenant),
    },
    needs,
  );
}

/** Notas fiscais are our own rows, so they are shown even when the processor is down. */
async function readFiscal({ fiscal, db }: Deps, orderId: string) {
  if (fiscal === null) return null;
  return { notes: await listNotes(db, orderId), contacts: await readFiscalContacts(db, orderId) };
}

/** `undefined` when the processor failed or took too long. */
function readWithTimeout(needs: Deps, facts: Facts): Promise<ProcessorFacts | undefined> {
  const reading = readFacts(needs, facts).catch((error: unknown) => {
    needs.logger.warn('account-without-processor', { error });
    return undefined;
  });
  return withTimeout(reading, PATIENCE_MS, undefined);
}

/** The charges of all contracts, and the card of the contract that renews; a removed subscription has no card. */
async function readFacts(needs: Deps, facts: Facts): Promise<ProcessorFacts> {
  const { processor } = needs;
  const { contracts } = facts;
  const singles = facts.charges.filter(
    ({ kind, amountCentavos }) => kind === 'difference' && amountCentavos > 0,
  );
  const [details, paidOnce] = await Promise.all([
    Promise.all(contracts.map((contract) => readContract(processor, contract))),
    Promise.all(singles.map(({ paymentId }) => processor.readPayment(paymentId))),
  ]);
  return {
    payments: [...details.flatMap(({ payments }) => payments), ...paidOnce.filter((each) => each !== null)],
    card: await cardOf(needs, contracts, details),
  };
}

/** Card of the contract that renews, even if the processor still lists an older card. */
async function cardOf(
  needs: Deps,
  contracts: readonly Contract[],
  details: readonly Pick<SubscriptionDetails, 'card'>[],
): Promise<ShownCard | null> {
  const at = contracts.findIndex(({ end }) => end === null);
  const contract = contracts[at];
  if (contract === undefined) return null;
  return (await knownCard(needs, contract.subscriptionId, details[at]?.card ?? null))?.card ?? null;
}

async function readContract(
  processor: Processor,
  { subscriptionId, end }: Contract,
): Promise<Pick<SubscriptionDetails, 'payments' | 'card'>> {
  const live = end === null ? await processor.readSubscription(subscriptionId) : null;
  return live ?? { payments: await processor.listSubscriptionPayments(subscriptionId), card: null };
}
