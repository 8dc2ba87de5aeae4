/**
 * Requests to Asaas API v3, and their error mapping.
 *
 * Owns: credentials, and the difference between `payment-declined`, `validation-failed`, `payment-unavailable` and
 * `payment-unclear`. Does not own: the decision to retry. Asaas has no Idempotency-Key, so everything we create carries
 * our reference and can be looked up by it. Card, CPF/CNPJ and the vendor's texts never reach an error.
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
  /** The vendor requires at least 60 s, because a slow response could otherwise lead to a second charge. */
  readonly timeoutMs?: number;
}

/** A request with the meaning of its failures. */
interface Operation extends VendorRequest {
  /** Our name for it, for logs. */
  readonly name: string;
  /** Only a call that sends a card can have a refused card. */
  readonly involvesCard?: boolean;
  /** True when work may have been done despite a 5xx and must not be repeated. */
  readonly isUnclearOnFailure?: boolean;
  /** True when a refusal (400) means that the requested state already exists. */
  readonly isDoneOnRefusal?: boolean;
}

export interface AsaasClient {
  /** `null` for a 404 that the caller accepts, and for `isDoneOnRefusal`. */
  ask<T>(schema: z.ZodMiniType<T>, operation: Operation): Promise<T | null>;
  /** As `ask`, but a missing object is a failure. */
  demand<T>(schema: z.ZodMiniType<T>, operation: Operation): Promise<T>;
}

/** The vendor's maximum page size. */
export const PAGE_SIZE = 100;

export function createAsaasClient(options: AsaasOptions): AsaasClient {
  const http = createVendorHttp({
    baseUrl: options.baseUrl,
    fetch: options.fetch,
    timeoutMs: options.timeoutMs ?? 60_000,
    // The vendor refuses newer accounts without a User-Agent, and a Worker sends none by default.
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
