/**
 * Requests to Asaas API v3, and what their endings mean.
 *
 * Owns: credentials, and telling `payment-declined`, `validation-failed`, `payment-unavailable` and `payment-unclear`
 * apart. Does not own: deciding whether to ask again.
 * Asaas knows no Idempotency-Key, so a reference of ours goes with everything that is created and finds it again.
 * Card, CPF/CNPJ and the vendor's texts never reach an error.
 */
import type * as z from 'zod/mini';
import { DomainError } from '#domain/errors.ts';
import { createVendorHttp, type Fetch, type VendorRequest } from '#functions/platform/vendor-http.ts';
import { refusalOf } from './refusals.ts';

export interface AsaasOptions {
  /** `https://api.asaas.com`, its sandbox, or the local stand-in. */
  readonly baseUrl: string;
  /** The account's API key. */
  readonly accessToken: string;
  readonly fetch: Fetch;
  /** The vendor asks for at least 60 s, or a slow answer becomes a second charge. */
  readonly timeoutMs?: number;
}

/** A request with what its failure means. */
interface Operation extends VendorRequest {
  /** Our name of it, for logs. */
  readonly name: string;
  /** Only where a card goes along can a card be refused. */
  readonly involvesCard?: boolean;
  /** A failure answer (5xx) may hide work that was done and must not be done twice. */
  readonly isUnclearOnFailure?: boolean;
  /** A refusal (400) means that what was asked for is so already. */
  readonly isDoneOnRefusal?: boolean;
}

export interface AsaasClient {
  /** `null` for 404, where the caller says that missing is an answer, and for `isDoneOnRefusal`. */
  ask<T>(schema: z.ZodMiniType<T>, operation: Operation): Promise<T | null>;
  /** As `ask`, but missing is a failure. */
  demand<T>(schema: z.ZodMiniType<T>, operation: Operation): Promise<T>;
}

/** Most that the vendor gives in one page. */
export const PAGE_SIZE = 100;

export function createAsaasClient(options: AsaasOptions): AsaasClient {
  const http = createVendorHttp({
    baseUrl: options.baseUrl,
    fetch: options.fetch,
    timeoutMs: options.timeoutMs ?? 60_000,
    // The vendor refuses newer accounts without a User-Agent, and a Worker sends none by itself.
    headers: { access_token: options.accessToken, 'user-agent': 'vigia' },
  });

  async function ask<T>(schema: z.ZodMiniType<T>, operation: Operation): Promise<T | null> {
    const answer = await http(operation);
    const { name } = operation;
    switch (answer.outcome) {
      case 'ok': {
        const parsed = schema.safeParse(answer.body);
        if (parsed.success) return parsed.data;
        const code = operation.method === 'GET' ? 'payment-unavailable' : 'payment-unclear';
        throw new DomainError(code, {
          message: `asaas: ${name} answered ${answer.status} in an unknown shape`,
        });
      }
      case 'refused':
        if (answer.status === 404) return null;
        if (answer.status === 400 && operation.isDoneOnRefusal === true) return null;
        throw refusalOf(name, answer.status, answer.body, operation.involvesCard === true);
      case 'unclear':
        throw new DomainError('payment-unclear', { message: `asaas: no readable answer to ${name}` });
      case 'unavailable': {
        const mayHaveWorked = operation.isUnclearOnFailure === true && (answer.status ?? 0) >= 500;
        throw new DomainError(mayHaveWorked ? 'payment-unclear' : 'payment-unavailable', {
          message: `asaas: ${name} failed with ${answer.status ?? 'no answer'}`,
        });
      }
    }
  }

  async function demand<T>(schema: z.ZodMiniType<T>, operation: Operation): Promise<T> {
    const answer = await ask(schema, operation);
    if (answer !== null) return answer;
    throw new DomainError('payment-unavailable', { message: `asaas: ${operation.name} refused with 404` });
  }

  return { ask, demand };
}
