/**
 * Switches the monthly mail off: in the account, or by the link in a mail, which needs no sign-in.
 *
 * The link contains a code that only we can compute for an order; it is valid for nothing else.
 */

import type { ReportMailEndRequest } from '#domain/api-schemas/reports.ts';
import { DomainError } from '#domain/errors.ts';
import type { Deps } from '#functions/compose.ts';
import { isHashOf } from '#functions/platform/keyed-hash.ts';
import { requireTenant } from '#functions/tenants/require-tenant.ts';
import type { Identity } from '#functions/vendors/identity.ts';
import { writeReportMail } from './store.ts';

type Hashing = Pick<Deps, 'partyHash'>;
type Switching = Pick<Deps, 'db' | 'clock'>;

const endText = (orderId: string): string => `report-mail ${orderId}`;

/** The code in the link of an order's mails. */
export const endCodeOf = ({ partyHash }: Hashing, orderId: string): Promise<string> =>
  partyHash(endText(orderId));

/** @throws DomainError As `requireTenant`. */
export async function switchReportMail(needs: Deps, { subject }: Identity, isOn: boolean): Promise<void> {
  const { orderId } = await requireTenant(needs, subject);
  await writeReportMail(needs.db, orderId, isOn, needs.clock.now());
}

/**
 * Switches the mail off for the holder of the link. Idempotent.
 * @throws DomainError `forbidden` for a code that is not the order's, whether or not there is such an order.
 */
export async function endReportMail(
  needs: Hashing & Switching,
  { pedido, codigo }: ReportMailEndRequest,
): Promise<void> {
  const { partyHash, db, clock } = needs;
  if (!(await isHashOf(partyHash, endText(pedido), codigo))) throw new DomainError('forbidden');
  await writeReportMail(db, pedido, false, clock.now());
}
