/**
 * Maps a refusal (4xx) of Asaas to an error for the customer.
 *
 * Owns: the difference between a refused card, data that the payer can correct, and our own defects. The vendor's
 * description is only read to recognise the reason; it reaches neither the customer nor an error. Source: the
 * documentation names `invalid_creditCard` for a refused card; its sandbox returned `invalid_action` for that, and
 * `invalid_creditCard` for an unknown token. Both are handled here.
 */
import { DomainError } from '#domain/errors.ts';
import { WireErrors } from './wire.ts';

interface VendorReason {
  readonly code: string;
  readonly description: string;
}

/** Most specific first: descriptions of number and complement also contain the word "address". */
const payerFields: ReadonlyArray<{ says: RegExp; field: string; sentence: string }> = [
  {
    says: /cpf|cnpj/i,
    field: 'cardHolder.cpfCnpj',
    sentence: 'O CPF ou CNPJ não foi aceito no pagamento. Confira o número.',
  },
  {
    says: /postal_?code|\bcep\b/i,
    field: 'billingAddress.cep',
    sentence: 'O CEP não foi aceito no pagamento. Confira o número.',
  },
  {
    says: /phone|telefone|celular/i,
    field: 'card.phone',
    sentence: 'O telefone não foi aceito no pagamento. Confira o DDD e o número.',
  },
  {
    says: /address_?number|n[úu]mero do endere[çc]o/i,
    field: 'billingAddress.numero',
    sentence: 'O número do endereço não foi aceito no pagamento.',
  },
  {
    says: /complement/i,
    field: 'billingAddress.complemento',
    sentence: 'O complemento não foi aceito no pagamento.',
  },
  {
    says: /province|bairro/i,
    field: 'billingAddress.bairro',
    sentence: 'O bairro não foi aceito no pagamento.',
  },
  {
    says: /address|endere[çc]o|logradouro/i,
    field: 'billingAddress.rua',
    sentence: 'A rua não foi aceita no pagamento.',
  },
];

/** Reasons that a customer can act on; any other decline gets the catalogue's sentence. */
const declineReasons: ReadonlyArray<{ says: RegExp; sentence: string }> = [
  {
    says: /vencid|expirad|validade|expiry/i,
    sentence: 'O cartão está vencido ou a validade não confere. Confira a data ou use outro cartão.',
  },
  {
    says: /c[óo]digo de seguran[çc]a|\bccv\b|\bcvv\b/i,
    sentence: 'O código de segurança do cartão não confere. Confira os dígitos ou use outro cartão.',
  },
  {
    says: /saldo|limite/i,
    sentence: 'O cartão não tem limite para esta compra. Use outro cartão ou fale com o seu banco.',
  },
  {
    says: /n[úu]mero do cart[ãa]o/i,
    sentence: 'O número do cartão não foi aceito. Confira os números ou use outro cartão.',
  },
];

/**
 * The error of a refused request.
 *
 * @param operation Our name for the request, for logs.
 * @param involvesCard True for tokenising and for opening a subscription with a token: only there can a card be
 *   refused.
 */
export function refusalOf(
  operation: string,
  status: number,
  body: unknown,
  involvesCard: boolean,
): DomainError {
  const reasons = reasonsOf(body);
  const message = `asaas: ${operation} refused with ${status} (${reasons.map((reason) => reason.code).join(', ')})`;
  if (status === 401 || status === 403) return new DomainError('payment-unavailable', { message });

  if (involvesCard && reasons.some(isRefusedCard)) return new DomainError('payment-declined', { message });
  const fields = fieldsOf(reasons);
  if (Object.keys(fields).length > 0) return new DomainError('validation-failed', { message, fields });
  if (involvesCard && reasons.some(isBadCard)) {
    const sentence = declineReasons.find(({ says }) =>
      reasons.some((reason) => says.test(reason.description)),
    );
    return new DomainError('payment-declined', { message, ...(sentence && { sentence: sentence.sentence }) });
  }
  return new DomainError('payment-unavailable', { message });
}

function isRefusedCard({ code, description }: VendorReason): boolean {
  return code === 'invalid_action' || /n[ãa]o autorizad/i.test(description);
}

/** An unknown token is our defect, not a refusal of the card. */
function isBadCard({ code, description }: VendorReason): boolean {
  return /^invalid_(creditCard|card|ccv|expiry)/i.test(code) && !/token/i.test(description);
}

function fieldsOf(reasons: readonly VendorReason[]): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const { code, description } of reasons) {
    const match = payerFields.find(({ says }) => says.test(code) || says.test(description));
    if (match) fields[match.field] = match.sentence;
  }
  return fields;
}

function reasonsOf(body: unknown): VendorReason[] {
  const parsed = WireErrors.safeParse(body);
  if (!parsed.success) return [];
  return parsed.data.errors.map(({ code, description }) => ({
    // Log the code only if it looks like one, so that it cannot contain anything the customer typed.
    code: /^[A-Za-z_]{1,60}$/.test(code ?? '') ? (code ?? '') : 'unknown',
    description: description ?? '',
  }));
}
