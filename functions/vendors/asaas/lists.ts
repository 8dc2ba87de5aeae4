/** Lists at Asaas, read page by page to the end. */
import type * as z from 'zod/mini';
import type { PaymentSnapshot } from '#functions/vendors/processor.ts';
import { type AsaasClient, PAGE_SIZE } from './client.ts';
import { paymentSnapshotOf, type WirePayment, WirePayments } from './wire.ts';

interface List {
  /** Our name for the request, for logs. */
  readonly name: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** How many to skip, to continue an earlier reading. */
  readonly skip?: number;
}

/** The non-empty pages of a list, in the vendor's order. */
export async function* readPages<Each>(
  { demand }: AsaasClient,
  schema: z.ZodMiniType<{ data: Each[]; hasMore?: boolean | null | undefined }>,
  { name, path, query, skip = 0 }: List,
): AsyncGenerator<readonly Each[]> {
  for (let offset = skip; ; ) {
    const { data, hasMore } = await demand(schema, {
      name,
      method: 'GET',
      path,
      query: { ...query, offset: String(offset), limit: String(PAGE_SIZE) },
    });
    if (data.length > 0) yield data;
    if (hasMore !== true || data.length === 0) return;
    offset += data.length;
  }
}

/** A whole list. A payment that moved to the next page during the reading is included once. */
export async function readAll(client: AsaasClient, list: List): Promise<WirePayment[]> {
  const payments = new Map<string, WirePayment>();
  for await (const page of readPages(client, WirePayments, list))
    for (const each of page) payments.set(each.id, each);
  return [...payments.values()];
}

/** The payments of a live subscription, oldest first. */
export async function listPayments(client: AsaasClient, subscriptionId: string): Promise<WirePayment[]> {
  const path = `/v3/subscriptions/${encodeURIComponent(subscriptionId)}/payments`;
  return oldestFirst(await readAll(client, { name: 'list payments', path }));
}

/**
 * The payments of a subscription that may have been removed, oldest first. Paths below a removed subscription return
 * nothing.
 */
export async function listPaymentsOf(client: AsaasClient, subscription: string): Promise<WirePayment[]> {
  const list = { name: 'list payments of subscription', path: '/v3/payments', query: { subscription } };
  return oldestFirst(await readAll(client, list));
}

/** `listPayments`, mapped to our types. */
export async function readPayments(client: AsaasClient, subscriptionId: string): Promise<PaymentSnapshot[]> {
  return (await listPayments(client, subscriptionId)).map(paymentSnapshotOf);
}

/** The newest payment with a card; `payments` oldest first. */
export function newestCard(payments: readonly WirePayment[]): WirePayment | undefined {
  return payments.findLast((payment) => payment.creditCard?.creditCardToken);
}

function oldestFirst(payments: readonly WirePayment[]): WirePayment[] {
  return payments.toSorted((a, b) => a.dueDate.localeCompare(b.dueDate));
}
