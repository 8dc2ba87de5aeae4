/**
 * Prices that the page showed. A quote is valid for an hour while the contract is unchanged; over midnight the lower
 * price counts. Nobody is charged more than was shown.
 */
import { billingTerms } from '#domain/billing/terms.ts';
import type { Offer, Target } from '#domain/contract/offers.ts';
import { DomainError } from '#domain/errors.ts';
import { first, statement } from '#functions/platform/db.ts';

interface Quote {
  readonly kind: Offer['kind'];
  readonly todayCentavos: number;
  readonly amountCentavos: number;
  readonly version: number;
  readonly quotedAt: number;
}

/** Stores the shown offers; they replace earlier ones. */
export async function keepQuote(
  db: D1Database,
  orderId: string,
  offers: readonly Offer[],
  version: number,
  now: number,
): Promise<void> {
  if (offers.length === 0) return;
  await db.batch(
    offers.map(
      ({ plan, cycle, kind, todayCentavos, amountCentavos }) =>
        statement(db)`INSERT INTO quotes (order_id, plan, cycle, kind, today_centavos, amount_centavos,
                version, quoted_at)
              VALUES (${orderId}, ${plan}, ${cycle}, ${kind}, ${todayCentavos}, ${amountCentavos}, ${version},
                ${now})
              ON CONFLICT (order_id, plan, cycle) DO UPDATE SET kind = excluded.kind,
                today_centavos = excluded.today_centavos, amount_centavos = excluded.amount_centavos,
                version = excluded.version, quoted_at = excluded.quoted_at`,
    ),
  );
}

export const findQuote = (db: D1Database, orderId: string, { plan, cycle }: Target) =>
  first<Quote>(db)`SELECT kind, today_centavos, amount_centavos,
          version, quoted_at
        FROM quotes WHERE order_id = ${orderId} AND plan = ${plan} AND cycle = ${cycle}`;

/**
 * The prices that apply to an offer that may have been shown.
 * @throws DomainError `quote-changed` when the charge would be higher than shown, or the change would do something
 *   else.
 */
export function priceAsQuoted<T extends Offer>(
  offer: T,
  quote: Quote | null,
  version: number,
  now: number,
): T {
  if (quote === null || now - quote.quotedAt > billingTerms.quoteMinutes * 60_000) return offer;
  const isSame = quote.kind === offer.kind && quote.version === version;
  const costsMore = offer.todayCentavos > quote.todayCentavos || offer.amountCentavos > quote.amountCentavos;
  if (!isSame) {
    if (costsMore || quote.kind !== offer.kind) throw new DomainError('quote-changed');
    return offer;
  }
  return {
    ...offer,
    todayCentavos: Math.min(offer.todayCentavos, quote.todayCentavos),
    amountCentavos: Math.min(offer.amountCentavos, quote.amountCentavos),
  };
}
