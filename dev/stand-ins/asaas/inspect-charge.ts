/** The vendor's validation of subscriptions and single charges. */
import { dateAt, isCalendarDate, isCycle } from './dates.ts';
import { inspectRemoteIp } from './inspect.ts';
import type { Cycle } from './objects.ts';
import { type Body, Inspection } from './refusal.ts';

const billingTypes: ReadonlySet<unknown> = new Set(['UNDEFINED', 'BOLETO', 'CREDIT_CARD', 'PIX']);

/** Card charges below this are refused, measured at the vendor's sandbox. */
export const CARD_REAIS_MIN = 5;

const DESCRIPTION_MAX = 500;

/** Common fields of subscriptions and single charges. */
interface SaleFields {
  billingType: string;
  value: number;
  description: string | null;
  externalReference: string | null;
  callback: { successUrl: string } | null;
}

export interface SubscriptionFields extends SaleFields {
  nextDueDate: string;
  cycle: Cycle;
  creditCardToken: string | null;
}

export interface ChargeFields extends SaleFields {
  dueDate: string;
}

export function inspectSubscription(body: Body, now: number): SubscriptionFields {
  const inspection = new Inspection();
  const { cycle } = body;
  const sale = inspectSale(inspection, body);
  const dueDate = inspectDueDate(inspection, body, 'nextDueDate', now);
  inspection.complainIf(!isCycle(cycle), 'invalid_cycle', 'O campo cycle deve ser informado.');
  const creditCardToken = inspection.text(body, 'creditCardToken', true);
  if (creditCardToken !== null) inspectRemoteIp(inspection, body);
  inspection.conclude();
  return { ...sale, nextDueDate: dueDate, cycle: cycle as Cycle, creditCardToken };
}

/** Validates a single charge, except its card. */
export function inspectCharge(body: Body, now: number): ChargeFields {
  const inspection = new Inspection();
  const sale = inspectSale(inspection, body);
  const dueDate = inspectDueDate(inspection, body, 'dueDate', now);
  inspection.conclude();
  return { ...sale, dueDate };
}

function inspectSale(inspection: Inspection, body: Body): SaleFields {
  const { billingType } = body;
  inspection.complainIf(
    !billingTypes.has(billingType),
    'invalid_billingType',
    'O campo billingType deve ser informado.',
  );
  const value = inspectValue(inspection, body, billingType === 'CREDIT_CARD');
  const description = inspection.text(body, 'description', true);
  inspection.complainIf(
    (description ?? '').length > DESCRIPTION_MAX,
    'invalid_description',
    'A descrição deve ter no máximo 500 caracteres.',
  );
  return {
    billingType: String(billingType),
    value,
    description,
    externalReference: inspection.text(body, 'externalReference', true),
    callback: callbackOf(body['callback']),
  };
}

/** Reais as a JSON number with at most two decimals. */
export function inspectValue(inspection: Inspection, body: Body, isCard: boolean): number {
  const { value } = body;
  if (typeof value !== 'number') {
    inspection.complain('invalid_value', 'O campo value deve ser informado como número.');
    return 0;
  }
  inspection.complainIf(value <= 0, 'invalid_value', 'Informe um valor maior que R$ 0,00.');
  inspection.complainIf(
    value !== Number(value.toFixed(2)),
    'invalid_value',
    'O valor deve ter no máximo duas casas decimais.',
  );
  inspection.complainIf(
    isCard && value < CARD_REAIS_MIN,
    'invalid_value',
    'O valor mínimo para cobranças via Cartão de Crédito é R$ 5,00.',
  );
  return value;
}

/** A calendar date, today in São Paulo or later. */
export function inspectDueDate(
  inspection: Inspection,
  body: Body,
  field: 'dueDate' | 'nextDueDate',
  now: number,
): string {
  const dueDate = inspection.text(body, field) ?? '';
  if (dueDate === '') return dueDate;
  if (!isCalendarDate(dueDate)) {
    inspection.complain(`invalid_${field}`, `O campo ${field} deve ser uma data no formato YYYY-MM-DD.`);
  } else if (dueDate < dateAt(now)) {
    inspection.complain(`invalid_${field}`, 'Não é permitido data de vencimento inferior a hoje.');
  }
  return dueDate;
}

function callbackOf(value: unknown): { successUrl: string } | null {
  const successUrl = (value as { successUrl?: unknown } | null | undefined)?.successUrl;
  return typeof successUrl === 'string' ? { successUrl } : null;
}
