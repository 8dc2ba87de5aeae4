/**
 * The payment part of a form, as typed: billing address, holder and card.
 *
 * A draft may keep only `BillingAddressValues`; card, holder and phone stay in the form's memory.
 */
import * as z from 'zod/mini';

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
