/**
 * `POST /api/conta/nota-fiscal`: additional recipients of the notas fiscais, and the order number printed on them
 * (docs/payments.md).
 */
import * as z from 'zod/mini';
import { message } from '../messages/account.ts';

export const fiscalContactsEndpoint = '/api/conta/nota-fiscal';

export const FISCAL_EMAILS_MAX = 5;
export const PURCHASE_ORDER_MAX = 60;

const invalid = message('fiscal.email-invalid');
const address = z
  .string({ error: invalid })
  .check(z.trim(), z.toLowerCase(), z.maxLength(254, invalid), z.regex(z.regexes.email, invalid));

export const FiscalContacts = z.strictObject({
  /** In addition to the account's own address. */
  emails: z
    .array(address)
    .check(z.maxLength(FISCAL_EMAILS_MAX, message('fiscal.too-many', { max: FISCAL_EMAILS_MAX }))),
  /** "Pedido de compra"; empty for none. */
  purchaseOrder: z
    .string()
    .check(
      z.trim(),
      z.maxLength(PURCHASE_ORDER_MAX, message('fiscal.order-too-long', { max: PURCHASE_ORDER_MAX })),
      z.regex(/^[\p{L}\p{N} .,/_#-]*$/u, message('fiscal.order-invalid')),
    ),
});
export type FiscalContacts = z.output<typeof FiscalContacts>;
