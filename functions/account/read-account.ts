/**
 * What a customer looks for after the sale: plan, next charge, card, invoices, and until when what may be undone.
 *
 * The database says what the contract is; the processor is only asked for invoices, card and the next charge, so the
 * page also works while it does not answer.
 */
import type { AccountAnswer, AccountResponse, NoEnvironment } from '#domain/contracts/account.ts';
import { DomainError } from '#domain/errors.ts';
import { givenBack } from '#functions/checkout/order.ts';
import type { DunningStore } from '#functions/contract/dunning-store.ts';
import type { EndsStore } from '#functions/contract/ends-store.ts';
import { requireTenant } from '#functions/contract/require-tenant.ts';
import { isUndelivered } from '#functions/operations/close-undelivered.ts';
import type { PlanChangeStore } from '#functions/plan-change/store.ts';
import { inTime } from '#functions/platform/in-time.ts';
import type { Logger } from '#functions/platform/logger.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import type { ProcessorShare } from '#functions/platform/processor-share.ts';
import type { Identity } from '#functions/vendors/identity.ts';
import type { BillingGateway } from '#functions/vendors/payments.ts';
import { type ProcessorFacts, toAccount } from './account-answer.ts';

type Needs = NeedsOf<typeof requireTenant> &
  Parameters<typeof toAccount>[1] & {
    readonly billing: BillingGateway;
    readonly billingWork: EndsStore & DunningStore;
    readonly planChanges: PlanChangeStore;
    readonly processorShare: ProcessorShare;
    readonly logger: Logger;
  };

/** How long a person waits for the processor before the page is shown without it. */
const PATIENCE_MS = 8_000;

/**
 * The account, or that it has no environment: a person who has just signed up looks here too. Where name or e-mail were
 * corrected at the identity provider, the order learns it here (LGPD, art. 18, III).
 */
export async function readOwnAccount(needs: Needs, identity: Identity): Promise<AccountAnswer> {
  await needs.orders.followAccount(identity);
  try {
    return await readAccount(needs, identity.subject);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (error.code === 'order-missing' || error.code === 'tenant-missing')
      return readOrder(needs, identity.subject);
    throw error;
  }
}

/** How far the order is of an account that has no environment. */
async function readOrder({ orders, clock }: Needs, subject: string): Promise<NoEnvironment> {
  const closed = await orders.findClosedBySubject(subject);
  if (closed !== null) return { ambiente: 'encerrado-sem-entrega', devolucaoCentavos: givenBack(closed) };
  const order = await orders.findLiveBySubject(subject);
  const now = clock.now();
  if (order === null || (order.payment === 'none' && order.leaseUntil < now)) return { ambiente: 'nenhum' };
  return {
    ambiente: 'em-criacao',
    ...(isUndelivered(order, now) ? { devolucaoCentavos: givenBack(order) } : {}),
  };
}

/** @throws DomainError As `requireTenant`. */
export async function readAccount(needs: Needs, subject: string): Promise<AccountResponse> {
  const tenant = await requireTenant(needs, subject);
  const { billingWork, planChanges } = needs;
  const { subscriptionId, orderId } = tenant;
  const end =
    subscriptionId === null
      ? await billingWork.findNewestEnd(orderId)
      : await billingWork.findEnd(subscriptionId);
  const paidBy = subscriptionId ?? end?.subscriptionId ?? null;
  const mayAsk = paidBy !== null && (await needs.processorShare.take('account', { subject }));
  return toAccount(
    {
      tenant,
      end,
      hasCharges: paidBy !== null,
      processor: mayAsk ? await readPatiently(needs, paidBy) : undefined,
      failed: subscriptionId === null || end !== null ? [] : await billingWork.listDunning(subscriptionId),
      change: await planChanges.findOpen(orderId),
    },
    needs,
  );
}

/** `undefined` when the processor did not answer, or not in time. */
function readPatiently(
  { billing, logger }: Needs,
  subscriptionId: string,
): Promise<ProcessorFacts | undefined> {
  const reading = readFacts(billing, subscriptionId).catch((error: unknown) => {
    logger.warn('account-without-processor', { subscriptionId, error });
    return undefined;
  });
  return inTime(reading, PATIENCE_MS, undefined);
}

/** A removed subscription has no card and no next charge any more, but what was paid can still be seen. */
async function readFacts(billing: BillingGateway, subscriptionId: string): Promise<ProcessorFacts> {
  const details = await billing.readSubscription(subscriptionId);
  if (details !== null) return details;
  return {
    payments: await billing.listSubscriptionPayments(subscriptionId),
    nextDueDate: null,
    card: null,
  };
}
