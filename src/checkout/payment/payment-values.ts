/**
 * The payment part of a form, as typed: billing address, holder and card.
 *
 * A draft may keep only `BillingAddressValues`; card, holder and phone stay in the form's memory.
 */
export interface BillingAddressValues {
  cep: string;
  rua: string;
  numero: string;
  complemento: string;
  bairro: string;
  cidade: string;
  uf: string;
}

export interface PaymentValues {
  billingAddress: BillingAddressValues;
  cardHolder: { cpfCnpj: string };
  card: { holderName: string; number: string; expiry: string; ccv: string; phone: string };
}

export const emptyPayment: PaymentValues = {
  billingAddress: { cep: '', rua: '', numero: '', complemento: '', bairro: '', cidade: '', uf: '' },
  cardHolder: { cpfCnpj: '' },
  card: { holderName: '', number: '', expiry: '', ccv: '', phone: '' },
};

/** Reads the address from a draft; values that are not text stay empty. */
export function readAddressDraft(stored: unknown): BillingAddressValues {
  const draft = typeof stored === 'object' && stored !== null ? (stored as Record<string, unknown>) : {};
  const address = { ...emptyPayment.billingAddress };
  for (const name of Object.keys(address) as (keyof BillingAddressValues)[]) {
    const value = draft[name];
    if (typeof value === 'string') address[name] = value;
  }
  return address;
}

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
