/** Builds the answer about an account from what was read. */
import { businessDay } from '#domain/billing/days.ts';
import { oldestOpen } from '#domain/billing/periods.ts';
import { nextRetryAt } from '#domain/billing/retries.ts';
import { withdrawalEnd, withdrawalStart } from '#domain/billing/withdrawal.ts';
import type { AccountResponse, accountStates, Invoice, invoiceStates } from '#domain/contracts/account.ts';
import { tenantUrl } from '#domain/subdomain/tenant-url.ts';
import type { ContractEnd, Dunning } from '#functions/contract/billing.ts';
import { dataUntil } from '#functions/contract/billing-mails.ts';
import type { Tenant } from '#functions/contract/tenant.ts';
import type { PlanChange } from '#functions/plan-change/plan-change.ts';
import type { Clock } from '#functions/platform/clock.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import type { PaymentSnapshot, PaymentState, SubscriptionDetails } from '#functions/vendors/payments.ts';

type Needs = NeedsOf<typeof dataUntil> & {
  readonly clock: Clock;
  readonly tenantUrlTemplate: string;
};

/** What the processor knows of a subscription. */
export type ProcessorFacts = Pick<SubscriptionDetails, 'payments' | 'nextDueDate' | 'card'>;

interface AccountFacts {
  readonly tenant: Tenant;
  /** The end of its contract, asked for or done. */
  readonly end: ContractEnd | null;
  /** False for an environment that never had a paid contract. */
  readonly hasCharges: boolean;
  /** `undefined` while the processor is silent, or was not asked. */
  readonly processor: ProcessorFacts | undefined;
  /** Open failed renewals. */
  readonly failed: readonly Dunning[];
  /** The open change of plan. */
  readonly change: PlanChange | null;
}

const invoiceStateOf: Record<Exclude<PaymentState, 'deleted'>, (typeof invoiceStates)[number]> = {
  pending: 'aberta',
  confirmed: 'paga',
  overdue: 'vencida',
  refused: 'recusada',
  refunded: 'devolvida',
  disputed: 'contestada',
};

export function toAccount(
  { tenant: stored, end, hasCharges, processor, failed, change }: AccountFacts,
  needs: Needs,
): AccountResponse {
  const tenant = asRequested(stored, end);
  return {
    tenant: tenant.subdomain,
    url: tenantUrl(needs.tenantUrlTemplate, tenant.subdomain),
    plano: tenant.plan,
    ciclo: tenant.cycle,
    situacao: stateOf(tenant, failed.length > 0),
    valorCentavos: tenant.amountCentavos,
    ...(tenant.subscriptionId === null ? {} : chargeFacts(tenant, failed, processor)),
    ...(processor?.card
      ? { cartao: { bandeira: processor.card.brand, final: processor.card.lastFour } }
      : {}),
    ...(hasCharges ? invoiceFacts(processor) : { faturas: [] }),
    ...(hasCharges ? undoFacts(tenant, needs.clock.now()) : {}),
    ...endFacts(needs, tenant),
    ...(change?.payUrl
      ? { mudancaPendente: { plano: change.plan, ciclo: change.cycle, paymentUrl: change.payUrl } }
      : {}),
  };
}

/** A requested end counts at once, also before the processor has confirmed it. */
function asRequested(tenant: Tenant, end: ContractEnd | null): Tenant {
  if (tenant.subscriptionId === null || end === null) return tenant;
  const scheduled = { ...tenant, subscriptionId: null, endsOn: end.endsOn };
  return end.kind === 'cancellation'
    ? scheduled
    : { ...scheduled, state: 'ended', stateSince: end.requestedAt };
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

function endFacts(needs: Needs, { state, stateSince, endsOn }: Tenant): Pick<AccountResponse, 'terminaEm'> {
  if (state === 'ended') return { terminaEm: dataUntil(needs, stateSince) };
  return endsOn === null ? {} : { terminaEm: endsOn };
}

/** The next charge is the next try where one failed; while the environment is suspended nothing is charged. */
function chargeFacts(
  { state }: Tenant,
  failed: readonly Dunning[],
  processor: ProcessorFacts | undefined,
): Pick<AccountResponse, 'proximaCobranca' | 'trocarCartaoUrl'> {
  const open = oldestOpen(processor?.payments ?? []);
  const tries = failed.map(({ failedAt, failures }) => nextRetryAt(failedAt, failures));
  const [nextTry] = tries.filter((at) => at !== null).toSorted((a, b) => a - b);
  const next =
    nextTry === undefined ? (open?.dueDate ?? processor?.nextDueDate ?? undefined) : businessDay(nextTry);
  return {
    ...(next === undefined || state === 'suspended' ? {} : { proximaCobranca: next }),
    ...(open?.payUrl ? { trocarCartaoUrl: open.payUrl } : {}),
  };
}

/** Left out only while the processor is silent. */
function invoiceFacts(processor: ProcessorFacts | undefined): Pick<AccountResponse, 'faturas'> {
  if (processor === undefined) return {};
  return {
    faturas: processor.payments
      .flatMap(toInvoice)
      .toSorted((a, b) => b.vencimento.localeCompare(a.vencimento)),
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
