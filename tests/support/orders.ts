/** Valid checkout bodies as the form sends them; pass only what the test is about. */
import { testCards } from '#dev/demonstration.ts';
import type { CheckoutRequestInput } from '#domain/api-schemas/checkout.ts';
import { TERMS_VERSION } from '#domain/orders/order.ts';
import { newCpf, newSubdomain } from './people.ts';

export type FreeOrder = Extract<CheckoutRequestInput, { pagamento: 'gratuito' }>;
export type PaidOrder = Extract<CheckoutRequestInput, { pagamento: 'cartao'; card: unknown }>;
export type HostedOrder = Exclude<CheckoutRequestInput, FreeOrder | PaidOrder>;

const digits = (formatted: string): string => formatted.replace(/\D/g, '');

/** Card numbers as they are sent. */
export const cardNumbers = {
  approved: digits(testCards.approved.number),
  refused: digits(testCards.refusedMastercard.number),
} as const;

/** A real address that the postal-code stand-in knows. */
export const billingAddress: PaidOrder['billingAddress'] = {
  cep: '01310100',
  rua: 'Avenida Paulista',
  numero: '1578',
  bairro: 'Bela Vista',
  cidade: 'São Paulo',
  uf: 'SP',
};

export function newFreeOrder(known: Partial<FreeOrder> = {}): FreeOrder {
  return {
    subdominio: newSubdomain(),
    ciclo: 'monthly',
    termosVersao: TERMS_VERSION,
    plano: 'free',
    pagamento: 'gratuito',
    ...known,
  };
}

/** A card valid for years, by default with the approved test number. */
export function newCard(known: Partial<PaidOrder['card']> = {}): PaidOrder['card'] {
  return {
    holderName: 'Pessoa de Teste',
    number: cardNumbers.approved,
    expiryMonth: '12',
    expiryYear: String(new Date().getFullYear() + 4),
    ccv: '123',
    phone: '11987654321',
    ...known,
  };
}

export function newPaidOrder(known: Partial<PaidOrder> = {}): PaidOrder {
  return {
    subdominio: newSubdomain(),
    ciclo: 'monthly',
    termosVersao: TERMS_VERSION,
    plano: 'pro',
    pagamento: 'cartao',
    billingAddress,
    cardHolder: { cpfCnpj: newCpf() },
    card: newCard(),
    ...known,
  };
}

/** An order whose card the processor refuses. */
export const declinedOrder = (): PaidOrder =>
  newPaidOrder({ card: newCard({ number: cardNumbers.refused }) });

/** The body for the card entry mode on the processor's page. */
export function newHostedOrder(known: Partial<HostedOrder> = {}): HostedOrder {
  const { card, cardHolder, ...order } = newPaidOrder();
  return { ...order, cardHolder: { ...cardHolder, phone: card.phone }, ...known };
}
