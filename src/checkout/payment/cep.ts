/**
 * Looks up the address of a postal code at a public service in ViaCEP's format.
 *
 * Failure is silent (requirements 000 §5), because the address can always be typed. Only the code is sent.
 */
import * as z from 'zod/mini';
import { checkUf } from '#domain/address/address.ts';
import { settings } from '#lib/settings.ts';

const TIMEOUT_MS = 5_000;

export interface CepAddress {
  /** Empty when the code covers a whole town. */
  readonly rua: string;
  readonly bairro: string;
  readonly cidade: string;
  readonly uf: string;
}

const text = z._default(z.string(), '');
const CepAnswer = z.object({
  logradouro: text,
  bairro: text,
  localidade: text,
  uf: text,
  /** ViaCEP has used both types over the years. */
  erro: z.optional(z.union([z.boolean(), z.string()])),
});

/** The address of an eight-digit code; `null` when it is unknown or the service does not answer. */
export async function lookUpCep(digits: string, signal?: AbortSignal): Promise<CepAddress | null> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const response = await fetch(`${settings.cepUrl}/ws/${digits}/json/`, {
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    });
    if (!response.ok) return null;
    const answer = CepAnswer.parse(await response.json());
    if (answer.erro === true || answer.erro === 'true') return null;
    const uf = checkUf(answer.uf);
    return {
      rua: answer.logradouro,
      bairro: answer.bairro,
      cidade: answer.localidade,
      uf: uf.ok ? uf.value : '',
    };
  } catch {
    // Down, slow, aborted or invalid: the customer types the address.
    return null;
  }
}
