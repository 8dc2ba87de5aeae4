/** Builds the account response from the ledger and from the payment processor's answer. */
import { offSentences } from '#domain/alerts/codes.ts';
import type { AccountResponse, accountStates, Invoice, invoiceStates } from '#domain/api-schemas/account.ts';
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
import type { Tenant } from '#functions/tenants/tenant.ts';
import type { ShownCard } from '#functions/vendors/cards.ts';
import type { PaymentSnapshot, PaymentState, SubscriptionDetails } from '#functions/vendors/processor.ts';

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
  /** Monitors that are down; `undefined` where it is not known. */
  readonly falls: AccountResponse['falls'];
  readonly takenSeats: number;
  /** Recipients of alerts that a provider's answer or a removal ended. */
  readonly stopped: Awaited<ReturnType<typeof listStoppedRecipients>>;
}

const invoiceStateOf: Record<Exclude<PaymentState, 'deleted'>, (typeof invoiceStates)[number]> = {
  pending: 'aberta',
  confirmed: 'paga',
  overdue: 'vencida',
  refused: 'recusada',
  refunded: 'devolvida',
  disputed: 'contestada',
};

const stoppedFacts = ({ stopped }: AccountFacts): Pick<AccountResponse, 'stoppedRecipients'> =>
  stopped.length === 0
    ? {}
    : {
        stoppedRecipients: stopped.map((each) => ({
          name: recipientName(each),
          reason: offSentences[each.reason],
        })),
      };

export function toAccount(account: AccountFacts, needs: Deps): AccountResponse {
  const { tenant, facts, processor, change } = account;
  const standing = currentStanding(facts, needs.clock.now());
  const hasCharges = facts.contracts.length > 0;
  return {
    tenant: tenant.subdomain,
    url: tenantUrl(needs.tenantUrlTemplate, tenant.subdomain),
    plano: standing.plan,
    ciclo: standing.cycle,
    situacao: stateOf(standing, account.failed.length > 0),
    valorCentavos: standing.renewal?.amountCentavos ?? paidPrice(facts, standing),
    ...chargeFacts(standing, account),
    ...(processor?.card
      ? { cartao: { bandeira: processor.card.brand, final: processor.card.lastFour } }
      : {}),
    ...(hasCharges ? invoiceFacts(account) : { faturas: [] }),
    ...(account.fiscal === null || !hasCharges ? {} : { notaFiscal: account.fiscal.contacts }),
    ...stoppedFacts(account),
    ...undoFacts(facts, needs.clock.now()),
    ...paidFacts(standing),
    ...endFacts(needs, tenant, standing),
    ...holdFacts(account, needs.clock.now()),
    ...acceptanceFacts(account.acceptance),
    lugares: {
      total: needs.catalog.plan(standing.plan).limits.users,
      ocupados: account.takenSeats,
    },
    ...(account.falls === undefined ? {} : { falls: account.falls }),
    ...(change?.payUrl
      ? { mudancaPendente: { plano: change.plan, ciclo: change.cycle, paymentUrl: change.payUrl } }
      : {}),
  };
}

function acceptanceFacts(acceptance: Acceptance | null): Pick<AccountResponse, 'aceite'> {
  if (acceptance === null) return {};
  const { termsVersion, rulesVersion, acceptedAt } = acceptance;
  return {
    aceite: {
      termosVersao: termsVersion,
      ...(rulesVersion === null ? {} : { regrasVersao: rulesVersion }),
      em: new Date(acceptedAt).toISOString(),
    },
  };
}

/** Price of one period of the plan that is paid for; 0 for the free plan. */
function paidPrice(facts: Facts, { paidThrough }: Standing): number {
  return paidThrough === null ? 0 : (paidOn(facts, paidThrough)?.fullCentavos ?? 0);
}

function stateOf(standing: Standing, isDunned: boolean): (typeof accountStates)[number] {
  if (standing.state === 'ended') return 'encerrada';
  if (standing.state === 'suspended') return 'suspensa';
  if (standing.basis === 'free') return 'gratuita';
  if (standing.renewal === null) return 'cancelamento-agendado';
  return isDunned ? 'atrasada' : 'ativa';
}

/** Every purchase with its withdrawal deadline. The first one also fills `arrependimentoAte`. */
function undoFacts(facts: Facts, now: number): Pick<AccountResponse, 'arrependimentoAte' | 'compras'> {
  const compras = openPurchases(facts, now).map((purchase) => ({
    id: purchase.id,
    tipo: purchase.kind === 'contract' ? ('contrato' as const) : ('diferenca' as const),
    plano: purchase.plan,
    valorCentavos: purchase.amountCentavos,
    arrependimentoAte: new Date(purchase.until - 1).toISOString(),
    ...(purchase.kind === 'difference'
      ? { voltaPara: currentStanding(changed(facts, undo(facts, purchase, now)), now).plan }
      : {}),
  }));
  const [first] = compras;
  return first === undefined ? {} : { arrependimentoAte: first.arrependimentoAte, compras };
}

function paidFacts({
  paidThrough,
  renewal,
  basis,
  paidPlan,
  changesOn,
}: Standing): Pick<AccountResponse, 'pagoAte' | 'renovacao' | 'confianca'> {
  return {
    ...(paidThrough === null ? {} : { pagoAte: paidThrough }),
    ...(renewal === null
      ? {}
      : {
          renovacao: {
            plano: renewal.plan,
            ciclo: renewal.cycle,
            valorCentavos: renewal.amountCentavos,
            em: renewal.dueOn,
          },
        }),
    // Trust ends with the running period, even when the next period is already paid.
    ...(basis === 'trust' && changesOn !== null
      ? { confianca: { planoPago: paidPlan, ate: addDays(changesOn, -1) } }
      : {}),
  };
}

/** For an ended environment: the last day its data is kept, counted from the day the end was carried out. */
function endFacts(needs: Deps, tenant: Tenant, standing: Standing): Pick<AccountResponse, 'terminaEm'> {
  if (standing.state === 'ended') {
    const endedAt = tenant.state === 'ended' ? tenant.stateSince : needs.clock.now();
    return { terminaEm: dataUntil(needs, endedAt) };
  }
  return standing.endsOn === null ? {} : { terminaEm: standing.endsOn };
}

function holdFacts(
  { facts, hold, debtUrl }: AccountFacts,
  now: number,
): Pick<AccountResponse, 'divida' | 'contestacao' | 'voltaSePerdidaCentavos'> {
  const disputed = currentStanding(facts, now).disputed;
  const backCentavos = disputed === null ? 0 : backIfLost(facts, disputed.paymentId, now);
  return {
    ...(hold?.kind === 'debt'
      ? {
          divida: {
            valorCentavos: hold.centavos,
            dias: hold.days,
            ...(debtUrl === null ? {} : { paymentUrl: debtUrl }),
          },
        }
      : {}),
    ...(disputed !== null || hold?.kind === 'dispute' ? { contestacao: true } : {}),
    ...(backCentavos > 0 ? { voltaSePerdidaCentavos: backCentavos } : {}),
  };
}

/** The next charge. After a failed charge this is the next retry; a suspended environment is not charged. */
function chargeFacts(
  { state, renewal }: Standing,
  { failed }: AccountFacts,
): Pick<AccountResponse, 'proximaCobranca'> {
  if (renewal === null) return {};
  const tries = failed.map(({ failedAt, failures }) => nextRetryAt(failedAt, failures));
  const [nextTry] = tries.filter((at) => at !== null).toSorted((a, b) => a - b);
  const next = nextTry === undefined ? renewal.dueOn : businessDay(nextTry);
  return state === 'suspended' ? {} : { proximaCobranca: next };
}

/** Left out only when the processor did not answer. */
function invoiceFacts({ processor, fiscal, facts }: AccountFacts): Pick<AccountResponse, 'faturas'> {
  if (processor === undefined) return {};
  return {
    faturas: processor.payments
      .flatMap((payment) => toInvoice(payment, fiscal?.notes ?? [], facts))
      .toSorted((a, b) => b.vencimento.localeCompare(a.vencimento)),
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
      vencimento: dueDate,
      valorCentavos: amountCentavos,
      situacao: invoiceStateOf[state],
      ...(back > 0 && state === 'confirmed' ? { devolvidoCentavos: back } : {}),
      ...(payUrl === null ? {} : { url: payUrl }),
      ...noteFacts(notes.find((note) => note.paymentId === paymentId)),
    },
  ];
}

function noteFacts(note: FiscalNote | undefined): Pick<Invoice, 'notaFiscal'> {
  const situacao = note === undefined ? null : noteSituation(note.state);
  if (note === undefined || situacao === null) return {};
  return {
    notaFiscal: {
      situacao,
      ...(note.number === null ? {} : { numero: note.number }),
      ...(note.pdfUrl === null ? {} : { url: note.pdfUrl }),
    },
  };
}
