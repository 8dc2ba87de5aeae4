/**
 * The vendor's validation of customers and cards. As strict as its reference: a missing field or a wrong type is 400.
 */
import { isIP } from 'node:net';
import { cnpj, cpf } from 'cpf-cnpj-validator';
import { dateAt } from './dates.ts';
import type { Customer } from './objects.ts';
import { type Body, Inspection, refuse } from './refusal.ts';

/** The two card numbers that the vendor's sandbox refuses. */
const refusedCards: ReadonlySet<string> = new Set(['5184019740373151', '4916561358240741']);

export type CustomerFields = Partial<
  Omit<Customer, 'object' | 'id' | 'dateCreated' | 'deleted' | 'personType'>
>;

const plainFields = ['address', 'addressNumber', 'complement', 'province', 'externalReference'] as const;

/** @param isUpdate True: missing fields keep their values. */
export function inspectCustomer(body: Body, isUpdate: boolean): CustomerFields {
  const inspection = new Inspection();
  const fields: CustomerFields = {};
  const name = inspection.text(body, 'name', isUpdate);
  if (name !== null) fields.name = name;
  const taxId = inspection.text(body, 'cpfCnpj', isUpdate);
  if (taxId !== null) {
    // An unexpected code, but the one that the sandbox returned.
    inspection.complainIf(!isTaxId(taxId), 'invalid_object', 'O CPF/CNPJ informado é inválido.');
    fields.cpfCnpj = bareTaxId(taxId);
  }
  const email = inspection.text(body, 'email', true);
  if (email !== null) {
    inspection.complainIf(!isEmail(email), 'invalid_email', 'O email informado é inválido.');
    fields.email = email;
  }
  for (const field of ['phone', 'mobilePhone'] as const) {
    const phone = inspection.text(body, field, true);
    if (phone === null) continue;
    inspection.complainIf(!isPhone(phone), `invalid_${field}`, 'O telefone informado é inválido.');
    fields[field] = phone;
  }
  const postalCode = inspection.text(body, 'postalCode', true);
  if (postalCode !== null) {
    inspection.complainIf(!isPostalCode(postalCode), 'invalid_postalCode', 'O CEP informado é inválido.');
    fields.postalCode = postalCode;
  }
  for (const field of plainFields) {
    const text = inspection.text(body, field, true);
    if (text !== null) fields[field] = text;
  }
  inspection.conclude();
  return fields;
}

export interface PresentedCard {
  lastFour: string;
  brand: string;
  remoteIp: string;
}

/** Validates card, cardholder and payer's address; the result has no card number. */
export function inspectCard(body: Body, now: number): PresentedCard {
  const inspection = new Inspection();
  const card = inspection.object(body, 'creditCard');
  const holder = inspection.object(body, 'creditCardHolderInfo');
  const remoteIp = inspectRemoteIp(inspection, body) ?? '';
  if (card !== null) {
    for (const field of ['holderName', 'number', 'expiryMonth', 'expiryYear', 'ccv'])
      inspection.text(card, field);
  }
  if (holder !== null) inspectHolder(inspection, holder);
  inspection.conclude();

  const number = String(card?.['number']);
  if (!/^\d{13,19}$/.test(number)) refuse('invalid_creditCard', 'O número do cartão informado é inválido.');
  if (!/^\d{3,4}$/.test(String(card?.['ccv']))) {
    refuse('invalid_creditCard', 'O código de segurança informado é inválido.');
  }
  if (isExpired(String(card?.['expiryMonth']), String(card?.['expiryYear']), now)) {
    refuse('invalid_creditCard', 'A validade do cartão informado é inválida.');
  }
  if (refusedCards.has(number)) {
    const advice = 'Verifique os dados do cartão de crédito e tente novamente.';
    refuse('invalid_creditCard', `Transação não autorizada. ${advice}`);
  }
  return { lastFour: number.slice(-4), brand: brandOf(number), remoteIp };
}

function inspectHolder(inspection: Inspection, holder: Body): void {
  inspection.text(holder, 'name');
  const email = inspection.text(holder, 'email');
  const taxId = inspection.text(holder, 'cpfCnpj');
  const postalCode = inspection.text(holder, 'postalCode');
  inspection.text(holder, 'addressNumber');
  const phone = inspection.text(holder, 'phone');
  const code = 'invalid_creditCardHolderInfo';
  inspection.complainIf(email !== null && !isEmail(email), code, 'O email do titular do cartão é inválido.');
  inspection.complainIf(
    taxId !== null && !isTaxId(taxId),
    code,
    'O CPF/CNPJ do titular do cartão é inválido.',
  );
  inspection.complainIf(
    postalCode !== null && !isPostalCode(postalCode),
    code,
    'O CEP do titular do cartão é inválido.',
  );
  inspection.complainIf(
    phone !== null && !isPhone(phone),
    code,
    'O telefone do titular do cartão é inválido.',
  );
}

/** The payer's IP address: required with every card. */
export function inspectRemoteIp(inspection: Inspection, body: Body): string | null {
  const remoteIp = inspection.text(body, 'remoteIp');
  inspection.complainIf(
    remoteIp !== null && isIP(remoteIp) === 0,
    'invalid_remoteIp',
    'O campo remoteIp informado é inválido.',
  );
  return remoteIp;
}

/** Accepts a CPF or a CNPJ, numeric or with letters. */
function isTaxId(text: string): boolean {
  return cpf.isValid(text) || cnpj.isValid(text);
}

function bareTaxId(text: string): string {
  return text.replaceAll(/[^0-9A-Za-z]/g, '').toUpperCase();
}

/** Masks all but the last two characters. */
export function maskTaxId(taxId: string): string {
  return taxId.slice(-2).padStart(taxId.length, '*');
}

function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);
}

function isPhone(text: string): boolean {
  return /^\d{10,11}$/.test(text.replaceAll(/[\s()-]/g, ''));
}

function isPostalCode(text: string): boolean {
  return /^\d{5}-?\d{3}$/.test(text);
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
