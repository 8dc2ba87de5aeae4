/** Shared parts of the API's routes: body, look-ups, cards, list format. */
import type { Context } from 'hono';
import { inspectCard, inspectToken } from './inspect.ts';
import type { Ledger } from './ledger.ts';
import type { CardToken, Customer } from './objects.ts';
import { type Body, isBody, refuse } from './refusal.ts';
import type { AsaasStore } from './state.ts';

export async function bodyOf(c: Context): Promise<Body> {
  const body: unknown = await c.req.json().catch(() => null);
  return isBody(body) ? body : refuse('invalid_action', 'O corpo da requisição não é um JSON válido.');
}

export function known<T extends { id: string; deleted: boolean }>(list: readonly T[], id: string): T {
  return (
    list.find((each) => each.id === id && !each.deleted) ?? refuse('invalid_object', 'Não encontrado.', 404)
  );
}

/** The customer of a sale. */
export function knownCustomer({ state }: AsaasStore, id: unknown): Customer {
  const customer = state.customers.find((each) => each.id === id && !each.deleted);
  return customer ?? refuse('invalid_customer', 'Customer inválido ou não informado.');
}

/**
 * A token of this customer, or a newly presented card. Replacing a card, or a new charge, needs the payer's IP address
 * even with a token; paying an open payment was seen to need only the token.
 */
export function cardIn(
  ledger: Ledger,
  body: Body,
  customer: string,
  { now, needsAddress }: { readonly now: number; readonly needsAddress: boolean },
): CardToken {
  if (isBody(body['creditCard'])) return ledger.issueToken(customer, inspectCard(body, now));
  return ledger.tokenOf(inspectToken(body, needsAddress), customer);
}

/** The list format of v3: filters by equality, newest first, without removed objects by default. */
export function page<T extends { deleted: boolean }>(
  c: Context,
  list: readonly T[],
  filters: readonly string[],
) {
  const limit = Math.min(Math.max(Number(c.req.query('limit') ?? 10), 1), 100);
  const offset = Math.max(Number(c.req.query('offset') ?? 0), 0);
  const matches = list.filter((each) => {
    if (each.deleted && c.req.query('includeDeleted') !== 'true') return false;
    return filters.every((field) => {
      const wanted = c.req.query(field);
      return wanted === undefined || (each as Record<string, unknown>)[field] === wanted;
    });
  });
  const data = matches.toReversed().slice(offset, offset + limit);
  const hasMore = offset + data.length < matches.length;
  return { object: 'list', hasMore, totalCount: matches.length, limit, offset, data };
}
