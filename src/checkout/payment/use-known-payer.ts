/** Reads what the processor knows of the payer, so that a form opens with it. Failure is silent: everything can be typed. */
import { KnownPayer, knownPayerEndpoint } from '#domain/api-schemas/known-payer.ts';
import { ask } from '#lib/api.ts';
import { useRead } from '#lib/use-read.ts';
import { lookUpCep } from './cep.ts';
import { addressNumberMask, cepMask, phoneMask } from './masks.ts';
import { emptyPayment, type PaymentValues } from './payment-values.ts';

/** A form that waits for this is opened without it. */
const PATIENCE_MS = 5_000;

/** Values of the payment part with what is known; `null` when nothing is. */
export type KnownPayment = Pick<PaymentValues, 'billingAddress' | 'card'> | null;

/** @param isWanted False while it is not known whether the account pays. */
export function useKnownPayer(isWanted: boolean) {
  const { data } = useRead(isWanted ? 'payer' : null, readOrNothing);
  return { payment: data ?? null, isRead: data !== undefined };
}

const readOrNothing = (signal: AbortSignal): Promise<KnownPayment> =>
  readPayment(AbortSignal.any([AbortSignal.timeout(PATIENCE_MS), signal])).catch(() => null);

async function readPayment(signal: AbortSignal): Promise<KnownPayment> {
  const { known } = await ask(knownPayerEndpoint, KnownPayer, { signal });
  if (known === undefined) return null;
  const town = known.cidade && known.uf ? known : await lookUpCep(known.cep, signal);
  return paymentOf(known, town ?? {});
}

type Known = NonNullable<KnownPayer['known']>;

function paymentOf(known: Known, { cidade = '', uf = '' }: Partial<Pick<Known, 'cidade' | 'uf'>>) {
  const { name, phone, cep, rua, numero, complemento = '', bairro } = known;
  return {
    billingAddress: {
      cep: cepMask.format(cep),
      rua,
      numero: addressNumberMask.format(numero),
      complemento,
      bairro,
      cidade,
      uf,
    },
    card: { ...emptyPayment.card, holderName: name, phone: phoneMask.format(phone) },
  };
}
