/**
 * The vendor's validation. As strict as its reference: a missing field or a wrong type is 400. Codes name the field,
 * but where its sandbox answered with another one.
 */
import { isIP } from 'node:net';
import { cnpj, cpf } from 'cpf-cnpj-validator';
import * as z from 'zod';
import { cycles, dateAt } from './dates.ts';
import type { Checkout, Customer, Subscription } from './objects.ts';
import { type Body, inspect, refuse } from './refusal.ts';
import type { WebhookConfig } from './state.ts';

/** The two card numbers that the vendor's sandbox refuses. */
const refusedCards: ReadonlySet<string> = new Set(['5184019740373151', '4916561358240741']);

/** Card charges below this are refused, measured at the vendor's sandbox. */
const CARD_REAIS_MIN = 5;

/** Accepts a CPF or a CNPJ, numeric or with letters. */
const isTaxId = (text: string): boolean => cpf.isValid(text) || cnpj.isValid(text);
const isPhone = (text: string): boolean => /^\d{10,11}$/.test(text.replaceAll(/[\s()-]/g, ''));

const email = z.string().regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'O email informado é inválido.');
const postalCode = z.string().regex(/^\d{5}-?\d{3}$/, 'O CEP informado é inválido.');
const phone = z.string().refine(isPhone, 'O telefone informado é inválido.');
const reference = z.string().optional();

const CustomerBody = z.object({
  name: z.string(),
  cpfCnpj: z
    .string()
    // An unexpected code, but the one that the sandbox returned.
    .refine(isTaxId, { error: 'O CPF/CNPJ informado é inválido.', params: { code: 'invalid_object' } })
    .transform((text) => text.replaceAll(/[^0-9A-Za-z]/g, '').toUpperCase()),
  email: email.optional(),
  phone: phone.optional(),
  mobilePhone: phone.optional(),
  postalCode: postalCode.optional(),
  address: z.string().optional(),
  addressNumber: z.string().optional(),
  complement: z.string().optional(),
  province: z.string().optional(),
  externalReference: reference,
});

export type CustomerFields = Partial<
  Omit<Customer, 'object' | 'id' | 'dateCreated' | 'deleted' | 'personType'>
>;

export const inspectCustomer = (body: Body): CustomerFields => inspect(CustomerBody, body) as CustomerFields;

/** Missing fields keep their values. */
export const inspectCustomerChange = (body: Body): CustomerFields =>
  inspect(CustomerBody.partial(), body) as CustomerFields;

/** Masks all but the last two characters. */
export function maskTaxId(taxId: string): string {
  return taxId.slice(-2).padStart(taxId.length, '*');
}

/** The payer's IP address: required with every card. */
const remoteIp = z.string().refine((text) => isIP(text) !== 0, 'O campo remoteIp informado é inválido.');

const holderCode = { code: 'invalid_creditCardHolderInfo' };
const ofHolder = (what: string, isValid: (text: string) => boolean) =>
  z.string().refine(isValid, { error: `O ${what} do titular do cartão é inválido.`, params: holderCode });

const CardBody = z.object({
  remoteIp,
  creditCard: z.object({
    holderName: z.string(),
    number: z.string(),
    expiryMonth: z.string(),
    expiryYear: z.string(),
    ccv: z.string(),
  }),
  creditCardHolderInfo: z.object({
    name: z.string(),
    email: ofHolder('email', (text) => email.safeParse(text).success),
    cpfCnpj: ofHolder('CPF/CNPJ', isTaxId),
    postalCode: ofHolder('CEP', (text) => postalCode.safeParse(text).success),
    addressNumber: z.string(),
    phone: ofHolder('telefone', isPhone),
  }),
});

export interface PresentedCard {
  lastFour: string;
  brand: string;
  remoteIp: string;
}

/** Validates card, cardholder and payer's address; the result has no card number. */
export function inspectCard(body: Body, now: number): PresentedCard {
  const { creditCard, remoteIp } = inspect(CardBody, body);
  const { number, ccv, expiryMonth, expiryYear } = creditCard;
  const code = 'invalid_creditCard';
  if (!/^\d{13,19}$/.test(number)) refuse(code, 'O número do cartão informado é inválido.');
  if (!/^\d{3,4}$/.test(ccv)) refuse(code, 'O código de segurança informado é inválido.');
  if (isExpired(expiryMonth, expiryYear, now)) refuse(code, 'A validade do cartão informado é inválida.');
  if (refusedCards.has(number)) {
    const advice = 'Verifique os dados do cartão de crédito e tente novamente.';
    refuse(code, `Transação não autorizada. ${advice}`);
  }
  return { lastFour: number.slice(-4), brand: brandOf(number), remoteIp };
}

/** A card's token; replacing a card and new charges need the payer's address with it. */
export function inspectToken(body: Body, needsAddress: boolean): string {
  const schema = z.object({ creditCardToken: z.string(), remoteIp: remoteIp.optional() });
  return inspect(needsAddress ? schema.required() : schema, body).creditCardToken;
}

function isExpired(month: string, year: string, now: number): boolean {
  if (!/^(0?[1-9]|1[0-2])$/.test(month) || !/^\d{4}$/.test(year)) return true;
  return `${year}-${month.padStart(2, '0')}` < dateAt(now).slice(0, 7);
}

const brands: ReadonlyArray<[RegExp, string]> = [
  [/^(4011|4312|4389|5041|5066|5067|509|6277|6362|6363|650|6516|6550)/, 'ELO'],
  [/^4/, 'VISA'],
  [/^(5[1-5]|2[2-7])/, 'MASTERCARD'],
  [/^3[47]/, 'AMEX'],
  [/^3(0[0-5]|[68])/, 'DINERS'],
  [/^6(011|5)/, 'DISCOVER'],
  [/^35/, 'JCB'],
];

function brandOf(number: string): string {
  return brands.find(([prefix]) => prefix.test(number))?.[1] ?? 'UNKNOWN';
}

/** Reais as a JSON number with at most two decimals. */
const value = z
  .number('O campo value deve ser informado como número.')
  .positive('Informe um valor maior que R$ 0,00.')
  .refine((reais) => reais === Number(reais.toFixed(2)), 'O valor deve ter no máximo duas casas decimais.');
const cardValue = value.min(CARD_REAIS_MIN, 'O valor mínimo para cobranças via Cartão de Crédito é R$ 5,00.');

const cycle = z.enum(cycles);

/** A calendar date, today in São Paulo or later. */
const dueDate = (now: number) =>
  z.iso
    .date({
      error: (issue) => `O campo ${String(issue.path?.at(-1))} deve ser uma data no formato YYYY-MM-DD.`,
      abort: true,
    })
    .refine((date) => date >= dateAt(now), 'Não é permitido data de vencimento inferior a hoje.');

/** Where the invoice page sends the payer afterwards; the vendor ignores what it cannot use. */
const callback = z.object({ successUrl: z.string() }).optional().catch(undefined);

const Sale = z.object({
  description: z.string().max(500, 'A descrição deve ter no máximo 500 caracteres.').nullable().default(null),
  externalReference: z.string().nullable().default(null),
  callback: callback.transform((given) => given ?? null),
});
/** The smallest amount depends on how it is paid. */
const saleOf = (body: Body) =>
  Sale.extend({
    billingType: z.enum(['UNDEFINED', 'BOLETO', 'CREDIT_CARD', 'PIX']),
    value: body['billingType'] === 'CREDIT_CARD' ? cardValue : value,
  });

/** Validates a single charge, except its card. */
export const inspectCharge = (body: Body, now: number) =>
  inspect(saleOf(body).extend({ dueDate: dueDate(now) }), body);
export type ChargeFields = ReturnType<typeof inspectCharge>;

export function inspectSubscription(body: Body, now: number) {
  const schema = saleOf(body).extend({
    nextDueDate: dueDate(now),
    cycle,
    creditCardToken: z.string().nullable().default(null),
    remoteIp: body['creditCardToken'] ? remoteIp : remoteIp.optional(),
  });
  const { remoteIp: _, ...fields } = inspect(schema, body);
  return fields;
}
export type SubscriptionFields = ReturnType<typeof inspectSubscription>;

/** A resumed subscription needs a new due date. */
export function inspectSubscriptionChange({ billingType, status }: Subscription, body: Body, now: number) {
  const date = dueDate(now);
  const isResumed = status === 'INACTIVE' && body['status'] === 'ACTIVE';
  const schema = z.object({
    value: (billingType === 'CREDIT_CARD' ? cardValue : value).optional(),
    cycle: cycle.optional(),
    nextDueDate: isResumed ? date : date.optional(),
    description: z.string().optional(),
    status: z.enum(['ACTIVE', 'INACTIVE']).optional(),
  });
  return inspect(schema, body);
}

const callbackUrls = z.object({
  successUrl: z.string(),
  cancelUrl: z.string(),
  expiredUrl: z.string().nullable().default(null),
});
const item = z
  .object({
    name: z.string().max(30, 'O nome do item deve ter no máximo 30 caracteres.'),
    description: z
      .string()
      .max(150, 'A descrição do item deve ter no máximo 150 caracteres.')
      .nullable()
      .default(null),
    imageBase64: z.string().regex(/^[A-Za-z0-9+/]+=*$/, 'A imagem do item deve ser informada em Base64.'),
    quantity: z.int().positive(),
    value: cardValue,
  })
  .transform(({ imageBase64: _, ...shown }) => shown);

/** A hosted page. Of the charge types only `RECURRENT` is supported: the shop sells nothing else. */
export function inspectCheckout(body: Body, now: number) {
  // The reference says a date; the guide's example adds a time.
  const nextDueDate = z.preprocess((text) => String(text ?? '').slice(0, 10), dueDate(now));
  const minutes = 'O campo minutesToExpire deve estar entre 10 e 1440.';
  const schema = z.object({
    billingTypes: z.array(z.enum(['CREDIT_CARD', 'PIX'])).min(1),
    chargeTypes: z.array(z.literal('RECURRENT')).min(1),
    minutesToExpire: z.int(minutes).min(10, minutes).max(1440, minutes).default(1440),
    externalReference: z
      .string()
      .max(200, 'O campo externalReference é longo demais.')
      .nullable()
      .default(null),
    callback: callbackUrls,
    items: z.array(item).min(1),
    customer: z.string().nullable().default(null),
    subscription: z.object({ cycle, nextDueDate }),
  });
  return inspect(schema, body);
}
export type CheckoutFields = Omit<Checkout, 'id' | 'status' | 'expiresAt'>;

/** Measured at the vendor's sandbox: name, address, e-mail, kind of sending and events are required. */
const WebhookBody = z.object({
  name: z.string(),
  url: z.url('A URL informada é inválida.'),
  email: z.string(),
  enabled: z.boolean().default(true),
  interrupted: z.boolean().default(false),
  authToken: z
    .string()
    .min(32, 'O token deve ter entre 32 e 255 caracteres.')
    .max(255, 'O token deve ter entre 32 e 255 caracteres.')
    .nullable()
    .default(null),
  sendType: z.enum(['SEQUENTIALLY', 'NON_SEQUENTIALLY']),
  events: z.array(z.string()).min(1),
});
export const inspectWebhook = (body: Body): Omit<WebhookConfig, 'id'> => ({
  ...inspect(WebhookBody, body),
  apiVersion: 3,
});

/**
 * A nota fiscal (docs.asaas.com/reference/agendar-nota-fiscal). Only notas for a charge are supported: the shop has no
 * others.
 */
const InvoiceBody = z
  .object({
    payment: z.string(),
    serviceDescription: z.string(),
    observations: z.string(),
    externalReference: z.string().nullable().default(null),
    value: z.number(),
    deductions: z.number(),
    effectiveDate: z.iso.date('O campo effectiveDate é inválido.'),
    taxes: z.object({
      retainIss: z.boolean(),
      iss: z.number(),
      pis: z.number(),
      cofins: z.number(),
      csll: z.number(),
      inss: z.number(),
      ir: z.number(),
      nbsCode: z.string().optional(),
      taxSituationCode: z.string().optional(),
      taxClassificationCode: z.string().optional(),
      operationIndicatorCode: z.string().optional(),
      pisCofinsTaxStatus: z.string().optional(),
      pisCofinsRetentionType: z.string().optional(),
    }),
    municipalServiceId: z.string().nullable().default(null),
    municipalServiceCode: z.string().nullable().default(null),
    municipalServiceName: z.string(),
  })
  .refine(({ municipalServiceId, municipalServiceCode }) => municipalServiceId ?? municipalServiceCode, {
    error: 'Informe o serviço municipal.',
    path: ['municipalService'],
  });
export type InvoiceFields = z.output<typeof InvoiceBody>;
export const inspectInvoice = (body: Body): InvoiceFields => inspect(InvoiceBody, body);
