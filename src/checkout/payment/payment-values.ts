/**
 * The payment part of a form, as typed: billing address, holder and card.
 *
 * A draft may keep only `BillingAddressValues`; card, holder and phone stay in the form's memory.
 */
import * as z from 'zod/mini';
import { onlyDigits } from '#domain/result.ts';

const text = z.catch(z.string(), '');
const address = z.object({
  cep: text,
  rua: text,
  numero: text,
  complemento: text,
  bairro: text,
  cidade: text,
  uf: text,
});
export type BillingAddressValues = z.output<typeof address>;

/** The address in a draft; what is not text is empty. */
export const AddressDraft = z.catch(address, address.parse({}));

export interface PaymentValues {
  billingAddress: BillingAddressValues;
  cardHolder: { cpfCnpj: string };
  card: { holderName: string; number: string; expiry: string; ccv: string; phone: string };
}

export const emptyPayment: PaymentValues = {
  billingAddress: address.parse({}),
  cardHolder: { cpfCnpj: '' },
  card: { holderName: '', number: '', expiry: '', ccv: '', phone: '' },
};

/** Label of each field, in form order. */
export const paymentLabels = {
  'card.number': 'Número do cartão',
  'card.holderName': 'Nome no cartão',
  'card.expiry': 'Validade',
  'card.ccv': 'CVV',
  'card.phone': 'Telefone com DDD',
  'cardHolder.cpfCnpj': 'CPF ou CNPJ',
  'billingAddress.cep': 'CEP',
  'billingAddress.rua': 'Rua',
  'billingAddress.numero': 'Número',
  'billingAddress.complemento': 'Complemento',
  'billingAddress.bairro': 'Bairro',
  'billingAddress.cidade': 'Cidade',
  'billingAddress.uf': 'UF',
} as const satisfies Record<string, string>;

/** Whether the address is more than the line for its CEP: the CEP is complete, or something else was typed before it. */
export function isAddressOpen({ cep, ...others }: BillingAddressValues): boolean {
  return onlyDigits(cep).length === 8 || Object.values(others).some((value) => value !== '');
}

/** False for the fields of an address that still is one line: only its CEP is missing then. */
export const isAddressAsked = (values: Pick<PaymentValues, 'billingAddress'>, path: string): boolean =>
  !path.startsWith('billingAddress.') ||
  path === 'billingAddress.cep' ||
  isAddressOpen(values.billingAddress);
