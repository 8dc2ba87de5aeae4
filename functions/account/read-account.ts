/**
 * What a customer looks for after the sale: plan, next charge, card, invoices, and until when what may be undone.
 *
 * The database says what the contract is; the processor is only asked for invoices, card and the next charge, so the
 * page stands also while it does not answer.
 */

import { businessDay } from '#domain/billing/days.ts';
import { oldestOpen } from '#domain/billing/periods.ts';
import { nextRetryAt } from '#domain/billing/retries.ts';
import { withdrawalEnd } from '#domain/billing/withdrawal.ts';
import type {
  AccountAnswer,
  AccountResponse,
  accountStates,
  Invoice,
  invoiceStates,
} from '#domain/contracts/account.ts';
import { DomainError } from '#domain/errors.ts';
import { tenantUrl } from '#domain/subdomain/tenant-url.ts';
import type { ContractEnd, Dunning } from '#functions/contract/billing.ts';
import { dataUntil } from '#functions/contract/billing-mails.ts';
import type { Tenant } from '#functions/contract/tenant.ts';
import type { Deps } from '#functions/deps.ts';
import type { Identity } from '#functions/vendors/identity.ts';
import type { PaymentSnapshot, PaymentState, SubscriptionDetails } from '#functions/vendors/payments.ts';

type Needs = Pick<
  Deps,
  | 'tenants'
  | 'orders'
  | 'billing'
  | 'billingWork'
  | 'planChanges'
  | 'clock'
  | 'processorShare'
  | 'logger'
  | 'tenantUrlTemplate'
  | 'environmentKeptDays'
>;

/** How long a person waits for the processor before the page stands without it. */
const PATIENCE_MS = 8_000;

/** What the processor tells of a subscription. */
type ProcessorFacts = Pick<SubscriptionDetails, 'payments' | 'nextDueDate' | 'card'>;

const invoiceStateOf: Record<Exclude<PaymentState, 'deleted'>, (typeof invoiceStates)[number]> = {
  pending: 'aberta',
  confirmed: 'paga',
  overdue: 'vencida',
  refused: 'recusada',
  refunded: 'devolvida',
  disputed: 'contestada',
};

/**
 * The tenant of an account.
 * @throws DomainError `order-missing` for an account without an order: the page leads to `/checkout`; `tenant-missing`
 *   while the order is under way, with `details.redirect` `/provisionamento`.
 */
export async function requireTenant(
  deps: Pick<Deps, 'tenants' | 'orders' | 'clock'>,
  subject: string,
): Promise<Tenant> {
  const tenant = await deps.tenants.findBySubject(subject);
  if (tenant !== null) return tenant;
  const order = await deps.orders.findLiveBySubject(subject);
  // As the provisioning page sees it: a reservation whose card was refused counts as no order.
  if (order === null || (order.payment === 'none' && order.leaseUntil < deps.clock.now()))
    throw new DomainError('order-missing', { details: { redirect: '/checkout' } });
  throw new DomainError('tenant-missing', {
    details: { redirect: '/provisionamento', tenant: order.subdomain },
  });
}

/** From when the seven days count: the contract, or the environment if that came later (CDC, art. 49). */
export function withdrawalStart({ contractedAt, createdAt }: Tenant): number | null {
  return contractedAt === null ? null : Math.max(contractedAt, createdAt);
}

/**
 * The account, or that it has no environment: who has just signed up looks here too. Where name or e-mail were corrected
 * at the identity provider, the order learns it here (LGPD, art. 18, III).
 */
export async function readOwnAccount(deps: Needs, identity: Identity): Promise<AccountAnswer> {
  await deps.orders.followAccount(identity);
  try {
    return await readAccount(deps, identity.subject);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (error.code === 'order-missing') return { ambiente: 'nenhum' };
    if (error.code === 'tenant-missing') return { ambiente: 'em-criacao' };
    throw error;
  }
}

/** @throws DomainError As `requireTenant`. */
export async function readAccount(deps: Needs, subject: string): Promise<AccountResponse> {
  const stored = await requireTenant(deps, subject);
  const { billingWork, planChanges } = deps;
  const end =
    stored.subscriptionId === null
      ? await billingWork.findNewestEnd(stored.orderId)
      : await billingWork.findEnd(stored.subscriptionId);
  const tenant = asAsked(stored, end);
  const paidBy = stored.subscriptionId ?? end?.subscriptionId ?? null;
  const mayAsk = paidBy !== null && (await deps.processorShare.take('account', { subject }));
  const details = mayAsk ? await readPatiently(deps, paidBy) : undefined;
  const failed = tenant.subscriptionId === null ? [] : await billingWork.listDunning(tenant.subscriptionId);
  const change = await planChanges.findOpen(tenant.orderId);
  return {
    tenant: tenant.subdomain,
    url: tenantUrl(deps.tenantUrlTemplate, tenant.subdomain),
    plano: tenant.plan,
    ciclo: tenant.cycle,
    situacao: stateOf(tenant, failed.length > 0),
    valorCentavos: tenant.amountCentavos,
    ...(tenant.subscriptionId === null ? {} : chargeFacts(tenant, failed, details)),
    ...(details?.card ? { cartao: { bandeira: details.card.brand, final: details.card.lastFour } } : {}),
    ...(paidBy === null ? { faturas: [] } : invoiceFacts(details)),
    ...(paidBy === null ? {} : undoFacts(tenant, deps.clock.now())),
    ...endFacts(deps, tenant),
    ...(change?.payUrl
      ? { mudancaPendente: { plano: change.plan, ciclo: change.cycle, paymentUrl: change.payUrl } }
      : {}),
  };
}

/** What was asked for counts, also while the processor is still being told. */
function asAsked(tenant: Tenant, end: ContractEnd | null): Tenant {
  if (tenant.subscriptionId === null || end === null) return tenant;
  const isNow = end.kind !== 'cancellation';
  return {
    ...tenant,
    ...{ subscriptionId: null, endsOn: end.endsOn },
    ...(isNow ? { state: 'ended', stateSince: end.requestedAt } : {}),
  };
}

function stateOf(tenant: Tenant, isDunned: boolean): (typeof accountStates)[number] {
  if (tenant.state === 'ended') return 'encerrada';
  if (tenant.state === 'suspended') return 'suspensa';
  if (tenant.endsOn !== null) return 'cancelamento-agendado';
  if (tenant.subscriptionId === null) return 'gratuita';
  return isDunned ? 'atrasada' : 'ativa';
}

function undoFacts(tenant: Tenant, now: number): Pick<AccountResponse, 'arrependimentoAte'> {
  const start = withdrawalStart(tenant);
  const end = start === null || tenant.state === 'ended' ? 0 : withdrawalEnd(start);
  return now < end ? { arrependimentoAte: new Date(end - 1).toISOString() } : {};
}

function endFacts(
  deps: Pick<Deps, 'environmentKeptDays'>,
  { state, stateSince, endsOn }: Tenant,
): Pick<AccountResponse, 'terminaEm'> {
  if (state === 'ended') return { terminaEm: dataUntil(deps, stateSince) };
  return endsOn === null ? {} : { terminaEm: endsOn };
}

/** `undefined` when the processor did not answer, or not in time. */
async function readPatiently(
  { billing, logger }: Needs,
  subscriptionId: string,
): Promise<ProcessorFacts | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const patience = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), PATIENCE_MS);
  });
  const reading = readFacts(billing, subscriptionId).catch((error: unknown) => {
    logger.warn('account-without-processor', { subscriptionId, error });
    return undefined;
  });
  try {
    return await Promise.race([reading, patience]);
  } finally {
    if (timer !== undefined) clearTimeout(timer);
  }
}

/** A removed subscription has no card and no next charge any more, but what was paid stays to be seen. */
async function readFacts(billing: Needs['billing'], subscriptionId: string): Promise<ProcessorFacts> {
  const details = await billing.readSubscription(subscriptionId);
  if (details !== null) return details;
  return {
    payments: await billing.listSubscriptionPayments(subscriptionId),
    nextDueDate: null,
    card: null,
  };
}

/** The next charge is the next try where one failed; while the environment stands still nothing is charged. */
function chargeFacts(
  { state }: Tenant,
  failed: readonly Dunning[],
  details: ProcessorFacts | undefined,
): Pick<AccountResponse, 'proximaCobranca' | 'trocarCartaoUrl'> {
  const open = oldestOpen(details?.payments ?? []);
  const tries = failed.map(({ failedAt, failures }) => nextRetryAt(failedAt, failures));
  const [nextTry] = tries.filter((at) => at !== null).toSorted((a, b) => a - b);
  const next =
    nextTry === undefined ? (open?.dueDate ?? details?.nextDueDate ?? undefined) : businessDay(nextTry);
  return {
    ...(next === undefined || state === 'suspended' ? {} : { proximaCobranca: next }),
    ...(open?.payUrl ? { trocarCartaoUrl: open.payUrl } : {}),
  };
}

/** Left out only while the processor is silent. */
function invoiceFacts(details: ProcessorFacts | undefined): Pick<AccountResponse, 'faturas'> {
  if (details === undefined) return {};
  return {
    faturas: details.payments.flatMap(toInvoice).toSorted((a, b) => b.vencimento.localeCompare(a.vencimento)),
  };
}

function toInvoice({ paymentId, dueDate, amountCentavos, state, payUrl }: PaymentSnapshot): Invoice[] {
  if (state === 'deleted') return [];
  return [
    {
      id: paymentId,
      vencimento: dueDate,
      valorCentavos: amountCentavos,
      situacao: invoiceStateOf[state],
      ...(payUrl === null ? {} : { url: payUrl }),
    },
  ];
}
